import Formats
import Jokes
import Runs
import Scan
import SystemIO

/// Decides which rated jokes of each dump become saved jokes.
struct SavingJob: DumpJob {
  let rule: RatedToSavedRule
  /// Whether dumps with five-point ratings may be migrated.
  let allowsFivePoint: Bool
  /// Whether every saved joke is shown.
  let showsJokes: Bool
  /// Whether the outcomes include the changes for a plan.
  let listsChanges: Bool
  /// The changes and jokes of each usable dump of the current part; nil if it needs no change.
  private(set) var outcomes: [(changes: [PlanFile.Change], dump: SavedDump)?] = []

  var outcomeCount: Int { outcomes.count }

  mutating func decide(_ dump: DefaultsDump, _ record: Record) throws -> [Edit]? {
    let plan = try SavedJokesMigration(of: dump, rule: rule)
    if plan.isAlreadyDone {
      outcomes.append(nil)
      return nil
    }
    let isFivePoint =
      try !allowsFivePoint && plan.fivePointRatingCount > 0
      && !BinaryRatingsMigration.isDone(in: dump)
    let migration = try DumpMigration(
      plan.changes, of: dump, record, listsChanges: listsChanges
    ) { copy throws(DefaultsDumpError) in try plan.isCarriedOut(in: copy) }
    outcomes.append(
      (
        migration.changes,
        SavedDump(plan, in: dump, record, isFivePoint, showsJokes: showsJokes)
      ))
    return migration.edits
  }
}

/// The migrated jokes of one dump.
struct SavedDump: Sendable {
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
