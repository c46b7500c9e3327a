import Formats
import Jokes
import Runs
import Scan
import SystemIO

/// Decides the migration of the ratings in each dump.
struct DumpRatingsJob: DumpJob {
  private let rule: BinaryRatingRule
  /// Whether every change is reported, not only a sample.
  let showsEachChange: Bool
  /// Whether the outcomes include the changes for a plan.
  let listsChanges: Bool
  /// The changes and ratings of each usable dump of the current part; nil if it needs no change.
  private(set) var outcomes: [(changes: [PlanFile.Change], dump: DumpRatings)?] = []
  /// How many more sampled changes the part may report.
  private var outcomesWanted = 0

  init(_ rule: BinaryRatingRule, showsEachChange: Bool, listsChanges: Bool) {
    (self.rule, self.showsEachChange) = (rule, showsEachChange)
    self.listsChanges = listsChanges
  }

  var outcomeCount: Int { outcomes.count }

  mutating func begin(showing outcomeCount: Int) { outcomesWanted = outcomeCount }

  mutating func decide(_ dump: DefaultsDump, _ record: Record) throws -> [Edit]? {
    let plan = try BinaryRatingsMigration(of: dump, rule: rule)
    if plan.isAlreadyDone {
      outcomes.append(nil)
      return nil
    }
    let migration = try DumpMigration(
      plan.changes, of: dump, record, listsChanges: listsChanges
    ) { copy throws(DefaultsDumpError) in
      // A refusal ends the run before the dump is written.
      if plan.firstRefusal != nil { return true }
      return try plan.isCarriedOut(in: copy)
    }
    outcomes.append((migration.changes, ratings(plan, in: dump, record)))
    return migration.edits
  }

  /// The ratings to report: counts for ordinary ones, entries for shown or unexpected ones.
  private mutating func ratings(
    _ migration: BinaryRatingsMigration, in dump: DefaultsDump, _ record: Record
  ) -> DumpRatings {
    var ratings = DumpRatings()
    var known: Record.KnownPlace?
    for step in migration.steps {
      let isChange = step.decision != .keep
      if case .rating(let rating) = step.reading,
        !isChange || !showsEachChange && outcomesWanted == 0
      {
        ratings.counts.count(rating)
        continue
      }
      if isChange { outcomesWanted = max(outcomesWanted - 1, 0) }
      ratings.entries.append(
        DumpRatings.Entry(
          label: record.label(of: step.id), reading: step.reading, decision: step.decision,
          place: record.place(ofDumpByte: step.byteOffset, dump.kind, after: &known)))
    }
    return ratings
  }
}

/// The migrated ratings of one dump.
struct DumpRatings: Sendable {
  /// The ratings reported only as counts.
  var counts = OrdinaryCounts()
  /// The ratings reported one by one.
  var entries: [Entry] = []

  /// A rating that is shown or warned about.
  struct Entry: Sendable {
    /// The label of its joke.
    let label: JokeLabel
    let reading: RatingReading
    let decision: Decision
    /// The rating's place.
    var place: Place
  }

  mutating func shift(by start: PartStart) {
    for index in entries.indices { entries[index].place.shift(by: start) }
  }
}
