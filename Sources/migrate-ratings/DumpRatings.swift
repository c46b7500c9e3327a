import Formats
import Jokes
import Runs
import Scan
import SystemIO

/// The migrated ratings of one dump.
struct DumpRatings: PartLocated, Sendable {
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

extension DumpRatings {
  /// Decides the migration of the ratings in a dump.
  ///
  /// - Parameters:
  ///   - showsEachChange: whether every change is reported, not only a sample.
  ///   - changesWanted: how many more changes are wanted for the sample.
  /// - Returns: nil if the dump needs no change.
  static func migrate(
    _ dump: DefaultsDump, _ record: Record, by rule: BinaryRatingRule, showsEachChange: Bool,
    _ changesWanted: inout Int
  ) throws -> (DumpRatings?, DumpMigration?) {
    let plan = try BinaryRatingsMigration(of: dump, rule: rule)
    if plan.isAlreadyDone { return (nil, nil) }
    let migration = try DumpMigration(plan.changes, of: dump) {
      copy throws(DefaultsDumpError) in
      // A refusal ends the run before the dump is written.
      if plan.firstRefusal != nil { return true }
      return try plan.isCarriedOut(in: copy)
    }
    var ratings = DumpRatings()
    var known: Record.KnownPlace?
    for step in plan.steps {
      let isChange = step.decision != .keep
      if case .rating(let rating) = step.reading,
        !isChange || !showsEachChange && changesWanted == 0
      {
        ratings.counts.count(rating)
        continue
      }
      if isChange { changesWanted = max(changesWanted - 1, 0) }
      ratings.entries.append(
        Entry(
          label: record.label(of: step.id), reading: step.reading, decision: step.decision,
          place: record.place(ofDumpByte: step.byteOffset, dump.kind, after: &known)))
    }
    return (ratings, migration)
  }
}
