import Formats
import Jokes
import Runs
import Scan
import SystemIO

/// The migrated ratings of one dump.
final class DumpRatings: Sendable {
  /// The ratings reported only as counts.
  let counts: OrdinaryCounts
  /// The ratings reported one by one.
  let entries: [Entry]

  /// A rating that is shown or warned about.
  struct Entry: Sendable {
    /// The label of its joke.
    let label: JokeLabel
    let reading: RatingReading
    let decision: Decision
    /// The rating's place.
    let place: Place
  }

  init(_ counts: OrdinaryCounts, _ entries: [Entry]) {
    (self.counts, self.entries) = (counts, entries)
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
    var (counts, shown) = (OrdinaryCounts(), [BinaryRatingsMigration.Step]())
    for step in plan.steps {
      let isChange = step.decision != .keep
      if case .rating(let rating) = step.reading,
        !isChange || !showsEachChange && changesWanted == 0
      {
        counts.count(rating)
        continue
      }
      if isChange { changesWanted = max(changesWanted - 1, 0) }
      shown.append(step)
    }
    var entries: [Entry] = []
    let places = record.places(ofDumpBytes: shown.map(\.byteOffset), dump.kind)
    for (step, place) in zip(shown, places) {
      entries.append(
        Entry(
          label: record.label(of: step.id), reading: step.reading, decision: step.decision,
          place: place))
    }
    return (DumpRatings(counts, entries), migration)
  }
}
