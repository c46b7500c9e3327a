import Formats
import Jokes
import Runs
import Scan
import SystemIO

/// The migrated jokes of one dump.
final class SavedDump: Sendable {
  let counts: SavedJokesCounts
  /// Whether it has ratings of 2, 3 or 4 and no flag of a completed binary migration.
  let isFivePoint: Bool
  /// The dump's place.
  let place: Place
  /// The dump's key in an object of dumps.
  let name: String?
  /// The jokes whose rating time is not a number.
  let oddTimestamps: [String]
  /// Every saved joke, and whether it was saved before; empty unless shown.
  let jokes: [(label: JokeLabel, wasSaved: Bool)]

  init(
    _ migration: borrowing SavedJokesMigration, in dump: DefaultsDump, _ record: Record,
    _ isFivePoint: Bool, showsJokes: Bool
  ) {
    counts = migration.counts
    self.isFivePoint = isFivePoint
    place = record.place(ofDumpByte: 0, dump.kind)
    name = record.name
    var odd: [String] = []
    for id in migration.oddTimestamps { odd.append(record.label(of: id).text) }
    oddTimestamps = odd
    var shown: [(label: JokeLabel, wasSaved: Bool)] = []
    if showsJokes {
      for joke in migration.jokes { shown.append((record.label(of: joke.id), joke.wasSaved)) }
    }
    jokes = shown
  }
}

extension SavedDump {
  /// Decides which rated jokes of a dump become saved jokes.
  ///
  /// - Parameters:
  ///   - allowsFivePoint: whether dumps with five-point ratings may be migrated.
  ///   - showsJokes: whether every saved joke is shown.
  /// - Returns: nil if the dump needs no change.
  static func migrate(
    _ dump: DefaultsDump, _ record: Record, by rule: RatedToSavedRule, allowsFivePoint: Bool,
    showsJokes: Bool
  ) throws -> (SavedDump?, DumpMigration?) {
    let plan = try SavedJokesMigration(of: dump, rule: rule)
    if plan.isAlreadyDone { return (nil, nil) }
    let isFivePoint =
      try !allowsFivePoint && plan.fivePointRatingCount > 0
      && !BinaryRatingsMigration.isDone(in: dump)
    let migration = try DumpMigration(plan.changes, of: dump) {
      copy throws(DefaultsDumpError) in try plan.isCarriedOut(in: copy)
    }
    return (SavedDump(plan, in: dump, record, isFivePoint, showsJokes: showsJokes), migration)
  }
}
