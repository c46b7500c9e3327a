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
  /// The outcomes of the current part.
  private(set) var outcomes: [DumpOutcome<SavedDump>] = []

  var outcomeCount: Int { outcomes.count }

  // A sample shows ratings, which this job does not change.
  func begin(showing outcomeCount: Int) {}

  mutating func decide(_ dump: DefaultsDump, _ record: Record) throws -> [Edit]? {
    let plan: SavedJokesMigration
    let migration: DumpMigration
    var isFivePoint = false
    do throws(DefaultsDumpError) {
      plan = try SavedJokesMigration(of: dump, rule: rule)
      if !allowsFivePoint, plan.fivePointRatingCount > 0 {
        isFivePoint = try !BinaryRatingsMigration.isDone(in: dump)
      }
      migration = try DumpMigration(
        plan.changes, of: dump, record, listsChanges: listsChanges)
    } catch {
      outcomes.append(.unusable(DumpReject(error, dump, record)))
      return nil
    }
    if plan.isAlreadyDone {
      outcomes.append(.unchanged(nil))
      return nil
    }
    try migration.verify { dump throws(DefaultsDumpError) in try plan.isCarriedOut(in: dump) }
    outcomes.append(
      .changed(
        SavedDump(plan, in: dump, record, isFivePoint, showsJokes: showsJokes),
        migration.changes))
    return migration.edits
  }
}

/// The migrated jokes of one dump.
struct SavedDump: Sendable, PartLocated {
  let counts: SavedJokesCounts
  /// Whether it has ratings of 2, 3 or 4 and no flag of a completed binary migration.
  let isFivePoint: Bool
  /// The dump's place.
  private(set) var place: Place
  /// The dump's key in an object of dumps.
  let name: String?
  /// The jokes whose rating time is not a number.
  let oddTimestamps: [String]
  /// Every saved joke, and whether it was saved before; empty unless shown.
  let jokes: [(label: JokeLabel, wasSaved: Bool)]

  init(
    _ migration: SavedJokesMigration, in dump: DefaultsDump, _ record: Record,
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

  mutating func shift(by start: PartStart) { place.shift(by: start) }
}
