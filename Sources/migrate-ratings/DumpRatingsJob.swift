import Formats
import Jokes
import Runs
import Scan
import SystemIO

/// Decides what becomes of the ratings of a dump.
struct DumpRatingsJob: DumpJob {
  let rule: BinaryRatingRule
  /// Whether every change is shown or planned, or only some of the first.
  let showsEachChange: Bool
  /// Whether there is to be a plan.
  let tellsChanges: Bool
  /// The dumps of the part that is read.
  private(set) var outcomes: [DumpOutcome<DumpRatings>] = []
  /// Of how many more changes of the part the outcomes are wanted.
  private var outcomesWanted = 0

  init(_ rule: BinaryRatingRule, showsEachChange: Bool, tellsChanges: Bool) {
    (self.rule, self.showsEachChange) = (rule, showsEachChange)
    self.tellsChanges = tellsChanges
  }

  var outcomeCount: Int { outcomes.count }

  mutating func begin(showing outcomeCount: Int) { outcomesWanted = outcomeCount }

  mutating func decide(_ dump: DefaultsDump, _ record: Record) throws -> [Edit]? {
    let (plan, migration): (BinaryRatingsMigration, DumpMigration)
    do throws(DefaultsDumpError) {
      plan = try BinaryRatingsMigration(of: dump, rule: rule)
      migration = try DumpMigration(
        plan.changes, of: dump, record, tellsChanges: tellsChanges)
    } catch {
      outcomes.append(.unusable(DumpReject(error, dump, record)))
      return nil
    }
    if plan.isAlreadyDone {
      outcomes.append(.unchanged)
      return nil
    }
    outcomes.append(.changed(ratings(plan, in: dump, record), migration.changes))
    // A refusal ends the run, and nothing is made of the dump.
    if plan.firstRefusal == nil {
      try migration.verify { dump throws(DefaultsDumpError) in try plan.isCarriedOut(in: dump) }
    }
    return migration.edits
  }

  /// What the run is to be told of a dump's ratings.
  private mutating func ratings(
    _ migration: BinaryRatingsMigration, in dump: DefaultsDump, _ record: Record
  ) -> DumpRatings {
    var ratings = DumpRatings()
    for step in migration.steps {
      let isChange = step.decision != .keep
      if case .rating(let rating) = step.reading,
        !isChange || !showsEachChange && outcomesWanted == 0
      {
        ratings.counts.count(rating)
        continue
      }
      if isChange { outcomesWanted = max(outcomesWanted - 1, 0) }
      ratings.told.append(
        DumpRatings.Entry(
          label: record.label(of: step.id), reading: step.reading, decision: step.decision,
          place: record.place(ofDumpByte: step.byteOffset, dump.kind)))
    }
    return ratings
  }
}

/// What is found of the ratings of a dump, whatever other dumps there are.
struct DumpRatings: Sendable {
  /// The ratings that are told by their number alone.
  var counts = OrdinaryCounts()
  /// Those that are told one by one.
  var told: [Entry] = []

  /// A rating that is shown, or of which anything is to be said.
  struct Entry: Sendable {
    /// What its joke is called.
    let label: String
    let reading: RatingReading
    let decision: Decision
    /// Where it stands.
    var place: Place
  }
}

extension DumpRatings: PartLocated {
  mutating func shift(by start: PartStart) {
    for index in told.indices { told[index].place.shift(by: start) }
  }
}
