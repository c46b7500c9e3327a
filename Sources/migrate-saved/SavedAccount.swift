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
  private let allowsFivePoint: Bool
  /// The dumps with ratings of 2, 3 or 4 that no flag calls binary: how many, and the first of them.
  private var fivePoint: (dumpCount: Int, first: Place)?

  init(
    _ arguments: Arguments, now: Timestamp, _ ledger: Ledger, _ progress: RunProgress
  ) {
    self.ledger = ledger
    self.progress = progress
    dumps = DumpBook(ledger, progress)
    isVerbose = arguments[.verbose]
    allowsFivePoint = arguments[.allowFivePoint]
    rule = RatedToSavedRule(
      now: now.secondsSince1970, keepsSavedTimestamps: arguments[.keepSavedTimestamps])
  }

  func visit(_ dump: DefaultsDump, _ record: Record) throws -> [Edit]? {
    let (rule, allowsFivePoint) = (rule, allowsFivePoint)
    var isFivePoint = false
    let migrated = try dumps.migrate(dump, record) { dump throws(DefaultsDumpError) in
      let migration = try SavedJokesMigration(of: dump, rule: rule)
      if !allowsFivePoint, migration.fivePointRatingCount > 0 {
        isFivePoint = try !BinaryRatingsMigration.isDone(in: dump)
      }
      return (migration, migration.edits)
    }
    guard let (migration, edits, bytes) = migrated else { return nil }
    if migration.isAlreadyDone {
      dumps.enterUnchanged()
      return nil
    }
    let place = record.place(ofDumpByte: 0, dump.kind)
    if isFivePoint { fivePoint = ((fivePoint?.dumpCount ?? 0) + 1, fivePoint?.first ?? place) }
    warn(of: migration, isFivePoint: isFivePoint, at: place, in: record)
    try ledger.verify(bytes, dump.kind) { dump throws(DefaultsDumpError) in
      let saved = (try dump.strings(of: DefaultsKey.savedJokes) ?? []).map { JokeID($0) }
      let timed = (try dump.entries(of: DefaultsKey.savedTimestamps) ?? []).map(\.key)
      return try dump.boolean(DefaultsKey.savedMigrationDone) == true
        && Self.hold(saved, migration.jokes) && Self.hold(timed, migration.jokes)
    }
    enter(migration, record)
    return edits
  }

  /// Whether all the jokes are among the ids.
  private static func hold(_ ids: [JokeID], _ jokes: [RatedToSavedRule.SavedJoke]) -> Bool {
    var missing = JokeIndex(minimumCapacity: jokes.count)
    for joke in jokes { missing.insert(joke.id) }
    var isFound = [Bool](repeating: false, count: missing.count)
    for id in ids { if let place = missing.place(of: id) { isFound[place] = true } }
    return !isFound.contains(false)
  }

  private func warn(
    ofOtherRatings count: Int, at place: @autoclosure () -> Place, name: String? = nil
  ) {
    guard count > 0 else { return }
    ledger.diagnostics.warning(
      "\(Amount.count(count, of: "rating")) in the dump \(count == 1 ? "is" : "are") "
        + "neither 5 nor 1; the jokes are saved all the same",
      kind: "ratings that are not binary", at: place(), documentID: name)
  }

  private func warn(
    of migration: SavedJokesMigration, isFivePoint: Bool, at place: Place,
    in record: borrowing Record
  ) {
    // The guard says it of all such dumps.
    if !isFivePoint {
      warn(ofOtherRatings: migration.otherRatingCount, at: place, name: record.name)
    }
    for id in migration.oddTimestamps {
      ledger.diagnostics.warning(
        "the time at which it was rated is no number; it counts as saved now",
        kind: "odd timestamp", at: place, documentID: record.label(of: id))
    }
  }

  private func enter(_ migration: SavedJokesMigration, _ record: borrowing Record) {
    dumps.enterChanged()
    counts += migration.counts
    guard isVerbose else { return }
    for joke in migration.jokes {
      ledger.diagnostics.detail(
        ledger.redacted(
          "\(record.label(of: joke.id)): \(joke.wasSaved ? "saved already" : "saved")"))
    }
  }

  /// Throws where a dump is to become binary first.
  func checkFivePoint() throws(TrippedGuard) {
    guard let (count, first) = fivePoint else { return }
    let place = ledger.redacted(first, of: nil)
    let dumps = Amount.count(dumps.readCount, of: "dump")
    throw TrippedGuard(
      message:
        "\(Amount.count(count)) of \(dumps) \(count == 1 ? "has" : "have") ratings of 2, 3 or 4, "
        + "and no flag that the ratings are binary (\(count == 1 ? "" : "the first: ")\(place)): jokes rated 3 would be saved for good",
      advice: "run migrate-ratings first, or use --allow-five-point")
  }

  // What is said of each joke needs its id.
  var ordinaryMigration: (any OrdinaryMigration)? {
    isVerbose || ledger.plan != nil ? nil : OrdinarySaving(rule, leavesFivePoint: !allowsFivePoint)
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
