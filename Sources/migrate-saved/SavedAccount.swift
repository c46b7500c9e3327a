import ByteIO
import Console
import Formats
import Jokes
import Wiring

/// Decides about every dump of a run, and keeps the books.
///
/// A class, because the reader calls it and the run reads its books.
final class SavedAccount: DefaultsDumpVisitor {
  /// What became of the jokes in the dumps.
  struct Counts {
    var newlySaved = 0
    var alreadySaved = 0
    /// Saved timestamps by where they come from.
    var fromRating = 0
    var filledWithNow = 0
    var kept = 0
    /// Saved timestamps that were there and are others now.
    var replaced = 0
  }

  private(set) var counts = Counts()
  private(set) var dumps: DumpBook
  let ledger: Ledger
  private let progress: RunProgress
  private let rule: RatedToSavedRule
  private let isVerbose: Bool

  init(
    _ options: MigrateSaved.Options, now: Timestamp, _ ledger: Ledger, _ progress: RunProgress
  ) {
    self.ledger = ledger
    self.progress = progress
    dumps = DumpBook(ledger, progress)
    isVerbose = options.shared.verbose
    rule = RatedToSavedRule(
      now: now.secondsSince1970, keepsSavedTimestamps: options.keepsSavedTimestamps)
  }

  func visit(_ dump: DefaultsDump, _ record: Record) throws -> [UInt8]? {
    let rule = rule
    let migrated = try dumps.migrate(dump, record) { dump throws(DefaultsDumpError) in
      let migration = try SavedJokesMigration(of: dump, rule: rule)
      return (migration, migration.edits)
    }
    guard let (migration, bytes) = migrated else { return nil }
    if migration.isAlreadyDone {
      dumps.enterUnchanged()
      return nil
    }
    warn(of: migration, at: record.place(ofDumpByte: 0, dump.kind))
    try ledger.verify(bytes, dump.kind) { dump throws(DefaultsDumpError) in
      let saved = (try dump.strings(of: DefaultsKey.savedJokes) ?? []).map { JokeID($0) }
      let timed = (try dump.entries(of: DefaultsKey.savedTimestamps) ?? []).map(\.key)
      return try dump.boolean(DefaultsKey.savedMigrationDone) == true
        && Self.hold(saved, migration.jokes) && Self.hold(timed, migration.jokes)
    }
    enter(migration)
    return bytes
  }

  /// Whether all the jokes are among the ids.
  private static func hold(_ ids: [JokeID], _ jokes: [RatedToSavedRule.SavedJoke]) -> Bool {
    var missing = JokeIndex(minimumCapacity: jokes.count)
    for joke in jokes { missing.insert(joke.id) }
    var isFound = [Bool](repeating: false, count: missing.count)
    for id in ids { if let place = missing.place(of: id) { isFound[place] = true } }
    return !isFound.contains(false)
  }

  private func warn(of migration: SavedJokesMigration, at place: Place) {
    if migration.otherRatingCount > 0 {
      ledger.diagnostics.warning(
        "\(Amount.count(migration.otherRatingCount, of: "rating")) in the dump "
          + "\(migration.otherRatingCount == 1 ? "is" : "are") neither 5 nor 1; "
          + "run migrate-ratings first",
        kind: "ratings not migrated", at: place)
    }
    for id in migration.oddTimestamps {
      ledger.diagnostics.warning(
        "the time at which it was rated is no number; it counts as saved now",
        kind: "odd timestamp", at: place, documentID: id.text)
    }
  }

  private func enter(_ migration: SavedJokesMigration) {
    dumps.enterChanged()
    counts.newlySaved += migration.newCount
    counts.alreadySaved += migration.alreadySavedCount
    counts.fromRating += migration.timestampCount(from: .rating)
    counts.filledWithNow += migration.timestampCount(from: .now)
    counts.kept += migration.timestampCount(from: .kept)
    counts.replaced += migration.replacedTimestampCount
    guard isVerbose else { return }
    for joke in migration.jokes {
      ledger.diagnostics.detail(
        ledger.redacted("\(joke.id): \(joke.wasSaved ? "saved already" : "saved")"))
    }
  }

  func reject(_ problem: RecordProblem) throws { try dumps.reject(problem) }

  func advance(to byte: Int) { progress.advance(to: byte) }
}
