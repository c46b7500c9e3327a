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
    var ordinaryCount = 0
    for keeps in [false, true] {
      let rule = RatedToSavedRule(now: 1_767_600_004.5, keepsSavedTimestamps: keeps)
      var work = OrdinaryWork(OrdinarySaving(rule))
      for _ in 0..<150 {
        let text = Array(texts.text().utf8)
        guard let outcome = outcome(of: text, &work) else { continue }
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
    var work = OrdinaryWork(OrdinaryBinaryRatings(BinaryRatingRule()))
    var ordinaryCount = 0
    for _ in 0..<300 {
      let text = Array(texts.text().utf8)
      guard let outcome = outcome(of: text, &work) else { continue }
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
    var work = OrdinaryWork(OrdinaryBinaryRatings(BinaryRatingRule()))
    let found = outcome(of: bytes, &work)
    #expect(found == nil)
  }

  @Test func `more names than are kept from one dump to the next are found all the same`() throws {
    let rule = RatedToSavedRule(now: 1_767_600_004.5)
    var work = OrdinaryWork(OrdinarySaving(rule))
    let filler = String(repeating: "-", count: 60)
    for count in [3, 3000, 2, 2999, 10, 3000] {
      let jokes = (0..<count).map { "\"joke\(filler)\($0)\"" }
      let others = (0..<count).map { "\"other\(filler)\($0)\":0," }
      let text = Array(
        """
        {\(others.joined())"savedJokeIds":[\(jokes.prefix(2).joined(separator: ","))],\
        "jokeRatings":{\(jokes.map { $0 + ":5" }.joined(separator: ","))},\
        "jokeRatingTimestamps":{\(jokes.map { $0 + ":1767600000.5" }.joined(separator: ","))}}
        """.utf8)
      let outcome = try #require(outcome(of: text, &work))
      let dump = try DefaultsDump(reading: text, as: .json)
      let plan = try SavedJokesMigration(of: dump, rule: rule)
      #expect(
        text.replacing(outcome.range, with: outcome.bytes) == (try dump.applying(plan.edits)))
    }
  }

  private func outcome(
    of text: [UInt8], _ work: inout OrdinaryWork
  ) -> (outcome: OrdinaryOutcome, bytes: [UInt8], range: Range<Int>)? {
    let start = text.firstIndex { !isSpace($0) } ?? text.count
    // What was there before stays, and so does nothing of a dump that is not ordinary.
    let before = Array("before".utf8)
    var output = before
    let migrated = work.migrate(text.span, at: start, into: &output)
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
