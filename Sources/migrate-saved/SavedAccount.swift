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
  private(set) var counts = SavedJokesCounts()
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

  private func warn(ofOtherRatings count: Int, at place: @autoclosure () -> Place) {
    guard count > 0 else { return }
    ledger.diagnostics.warning(
      "\(Amount.count(count, of: "rating")) in the dump \(count == 1 ? "is" : "are") "
        + "neither 5 nor 1; run migrate-ratings first",
      kind: "ratings not migrated", at: place())
  }

  private func warn(of migration: SavedJokesMigration, at place: Place) {
    warn(ofOtherRatings: migration.otherRatingCount, at: place)
    for id in migration.oddTimestamps {
      ledger.diagnostics.warning(
        "the time at which it was rated is no number; it counts as saved now",
        kind: "odd timestamp", at: place, documentID: id.text)
    }
  }

  private func enter(_ migration: SavedJokesMigration) {
    dumps.enterChanged()
    counts += migration.counts
    guard isVerbose else { return }
    for joke in migration.jokes {
      ledger.diagnostics.detail(
        ledger.redacted("\(joke.id): \(joke.wasSaved ? "saved already" : "saved")"))
    }
  }

  // What is said of each joke needs its id.
  var ordinaryMigration: (any OrdinaryMigration)? {
    isVerbose || ledger.plan != nil ? nil : OrdinarySaving(rule)
  }

  func enter(_ outcome: OrdinaryOutcome, at place: @autoclosure () -> Place) {
    dumps.enterRead(isChanged: outcome.isChange)
    switch outcome {
    case .binary: preconditionFailure("that is what another migration does")
    case .alreadyDone: break
    case .saved(let jokes):
      warn(ofOtherRatings: jokes.otherRatings, at: place())
      counts += jokes
    }
  }

  func reject(_ problem: RecordProblem) throws { try dumps.reject(problem) }

  func advance(to byte: Int) { progress.advance(to: byte) }
}
