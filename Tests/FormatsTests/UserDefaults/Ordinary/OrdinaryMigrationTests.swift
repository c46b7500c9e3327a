import Formats
import Jokes
import Testing

/// The fast way against the slow one: what it makes of a dump is, byte for byte, what the plain
/// statement of the migration makes of it.
struct OrdinaryMigrationTests {
  private static let seeds: [UInt64] = Array(1...40)

  @Test(arguments: seeds)
  func `what is saved at once is what the migration says`(seed: UInt64) throws {
    var texts = OrdinaryDumpText(seed: seed)
    var work = OrdinaryWork()
    var ordinaryCount = 0
    for keeps in [false, true] {
      let rule = RatedToSavedRule(now: 1_767_600_004.5, keepsSavedTimestamps: keeps)
      let migration = OrdinarySaving(rule)
      for _ in 0..<150 {
        let text = Array(texts.text().utf8)
        guard let outcome = outcome(of: migration, text, &work) else { continue }
        ordinaryCount += 1
        let dump = try DefaultsDump(reading: text, as: .json)
        let plan = try SavedJokesMigration(of: dump, rule: rule)
        switch outcome.outcome {
        case .alreadyDone: #expect(plan.isAlreadyDone, "\(text.shown)")
        case .saved(let counts):
          #expect(counts == plan.counts, "\(text.shown)")
          #expect(
            text.replacing(outcome.range, with: outcome.bytes).shown
              == (try dump.applying(plan.edits)).shown, "\(text.shown)")
        case .binary: Issue.record("another migration")
        }
      }
    }
    #expect(ordinaryCount > 0)
  }

  @Test(arguments: seeds)
  func `ratings made binary at once are those of the migration`(seed: UInt64) throws {
    var texts = OrdinaryDumpText(seed: seed)
    let migration = OrdinaryBinaryRatings(BinaryRatingRule())
    var work = OrdinaryWork()
    var ordinaryCount = 0
    for _ in 0..<300 {
      let text = Array(texts.text().utf8)
      guard let outcome = outcome(of: migration, text, &work) else { continue }
      ordinaryCount += 1
      let dump = try DefaultsDump(reading: text, as: .json)
      let plan = try BinaryRatingsMigration(of: dump)
      switch outcome.outcome {
      case .alreadyDone: #expect(plan.isAlreadyDone, "\(text.shown)")
      case .binary(let counts):
        for rating in Rating.allCases {
          #expect(counts[rating] == plan.steps.count { $0.reading == .rating(rating) })
        }
        #expect(
          text.replacing(outcome.range, with: outcome.bytes).shown
            == (try dump.applying(plan.edits)).shown, "\(text.shown)")
      case .saved: Issue.record("another migration")
      }
    }
    #expect(ordinaryCount > 0)
  }

  @Test(arguments: [
    #"{"jokeRatings":{"a":5,"a":1}}"#, #"{"jokeRatings":{"a":6}}"#, #"{"jokeRatings":{"a":05}}"#,
    #"{"jokeRatings":{"a":5.0}}"#, #"{"jokeRatings":{"a":5}} x"#, #"{"jokeRatings":{"a":5},}"#,
    #"{"jokeRatings":{"a":5,}}"#, #"{"jokeRatings":{"\u0061":5}}"#, #"{"jokeRatings":{"é":5}}"#,
    #"{"jokeRatings":{},"jokeRatings":{}}"#, #"{"jokeRatings":[]}"#, #"{"a":5,"b":}"#, "{}", "",
    #"{"jokeRatings":{"a":5},"jokeRatingTimestamps":{"a":-1}}"#, "[]",
    "{\"jokeRatings\":{\"a\":5},\n\"x\":1}", #"{"jokeRatings":{"a":5}"#,
    #"{"hasMigratedRatingsToBinary":1}"#, #"{"x":nul}"#, #"{"x":"\ud800"}"#,
  ])
  func `what is odd is left to the strict way`(text: String) {
    let bytes = Array(text.utf8)
    var work = OrdinaryWork()
    let found = outcome(of: OrdinaryBinaryRatings(BinaryRatingRule()), bytes, &work)
    #expect(found == nil)
  }

  private func outcome(
    of migration: some OrdinaryMigration, _ text: [UInt8], _ work: inout OrdinaryWork
  ) -> (outcome: OrdinaryOutcome, bytes: [UInt8], range: Range<Int>)? {
    let start = text.firstIndex { !isSpace($0) } ?? text.count
    // What was there before stays, and so does nothing of a dump that is not ordinary.
    let before = Array("before".utf8)
    var output = before
    let migrated = migration.migrate(text.span, at: start, &work, into: &output)
    #expect(output.starts(with: before))
    guard let (outcome, end) = migrated else {
      #expect(output == before)
      return nil
    }
    // What follows a record is for its stream to look at.
    guard text[end...].allSatisfy(isSpace) else { return nil }
    return (outcome, Array(output.dropFirst(before.count)), start..<end)
  }
}

private func isSpace(_ byte: UInt8) -> Bool { [0x20, 0x09, 0x0A, 0x0D].contains(byte) }

extension [UInt8] {
  fileprivate var shown: String { String(decoding: self, as: UTF8.self) }

  fileprivate func replacing(_ range: Range<Int>, with bytes: [UInt8]) -> [UInt8] {
    Array(self[..<range.lowerBound]) + bytes + self[range.upperBound...]
  }
}
