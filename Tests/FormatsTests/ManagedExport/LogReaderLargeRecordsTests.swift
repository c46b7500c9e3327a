import Scan
import SystemIO
import TestSupport
import Testing

@testable import Formats

/// Records of a log that are larger than any document.
struct LogReaderLargeRecordsTests {
  private static let block = LogFrames.blockByteCount
  private static let limit = LogAsker.recordLimit

  /// Bytes of a length that can be told from those of another.
  private func payload(_ byteCount: Int) -> [UInt8] {
    // Repeated, because a debug build computes each byte slowly.
    var bytes = (0..<min(byteCount, 4093)).map {
      UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 9 &+ byteCount)
    }
    while bytes.count < byteCount { bytes += bytes.prefix(byteCount - bytes.count) }
    return bytes
  }

  private func largePlaces(_ problems: [RecordProblem]) -> [Int?] {
    problems.map { problem in
      if case .tooLarge(let place, Self.limit, _) = problem { place.byte } else { -1 }
    }
  }

  @Test(arguments: [64, 40_000, 200_000, 2 << 20])
  func `a record that is too large is rejected and copied unchanged`(window: Int) throws {
    let payloads = [payload(9), payload(Self.limit + 1), payload(8), payload(3 * Self.limit)]
    let file = LogWriter.file(of: payloads + [payload(7)], isPadded: true)
    let outcome = try readLog(file, byteCount: window)
    #expect(outcome.payloads == [payload(9), payload(8), payload(7)])
    #expect(outcome.counts.kept == 3)
    let places = largePlaces(outcome.problems)
    #expect(places.count == 2)
    #expect(places.first == 9 + LogFrames.headerByteCount)
    #expect(outcome.damage == nil)
    #expect(outcome.output == file)
  }

  @Test func `a record of exactly the limit is read`() throws {
    let file = LogWriter.file(of: [payload(Self.limit)])
    #expect(try readLog(file).payloads == [payload(Self.limit)])
  }

  @Test(arguments: 0...9)
  func `a large record that moves is framed as in a new file`(shift: Int) throws {
    let dropped = payload(Self.block - 20 + shift)
    let left = [payload(Self.limit + 1), payload(8), payload(2 * Self.limit), payload(7)]
    for isPadded in [false, true] {
      let file = LogWriter.file(of: [dropped] + left, isPadded: isPadded)
      let outcome = try readLog(file) { $0 == dropped ? .drop : .keep }
      #expect(outcome.output == LogWriter.file(of: left, isPadded: isPadded))
      #expect(outcome.problems.count == 2)
    }
  }

  @Test func `a record in pieces has the fragments that it has as a whole`() throws {
    for seed in UInt64(1)...20 {
      var generator = SeededGenerator(seed: seed)
      let whole = payload(Int.random(in: 0...4 * Self.block, using: &generator))
      let start = Int.random(in: Self.block - 12...Self.block + 12, using: &generator)
      var bytes: [UInt8] = []
      var writer = LogWriter(at: start)
      var place = 0
      while place < whole.count {
        let end = min(
          whole.count, place + Int.random(in: 0...Self.block * 2, using: &generator))
        writer.append(piece: whole[place..<end].span, isLast: false, to: &bytes)
        place = end
      }
      writer.append(piece: [UInt8]().span, isLast: true, to: &bytes)
      var expected: [UInt8] = []
      var plain = LogWriter(at: start)
      plain.append(whole.span, to: &expected)
      #expect(bytes == expected, "seed \(seed)")
      #expect(writer.offset == plain.offset, "seed \(seed)")
    }
  }

  // MARK: Damage

  /// A file whose second record is too large, and where in the file some of its fragments begin.
  private func damaged(_ block: Int, _ offset: Int) -> [UInt8] {
    var file = LogWriter.file(of: [payload(9), payload(Self.limit * 3), payload(8)])
    file[block * Self.block + offset] ^= 1
    return file
  }

  @Test(arguments: [1, 4, 8, 11])
  func `a wrong byte in a large record is damage at its fragment`(block: Int) throws {
    for offset in [0, 4, 7] {
      let damage = try #require(try readLog(damaged(block, offset)).damage)
      #expect(damage.reason.hasPrefix("record 2: "), "\(damage.reason)")
      #expect(damage.place?.byte == block * Self.block)
    }
  }

  @Test func `a large record that is cut, or in which another begins, is damage`() throws {
    let file = LogWriter.file(of: [payload(9), payload(Self.limit * 3)])
    let border = 10 * Self.block
    for count in [file.count - 1, file.count - 2 * Self.block, border, border + 3] {
      let damage = try #require(try readLog(Array(file.prefix(count))).damage)
      #expect(damage.reason.hasPrefix("record 2: it"), "\(damage.reason)")
    }
    let broken = Array(file.prefix(10 * Self.block)) + LogWriter.file(of: [payload(5)])
    let damage = try readLog(broken).damage
    #expect(damage?.reason == "record 2: its LAST fragment is missing")
    #expect(damage?.place?.byte == 10 * Self.block)
  }

  @Test(arguments: [64, 2 << 20])
  func `salvage copies a damaged large record and reads on after it`(window: Int) throws {
    let file = damaged(9, 100)
    let outcome = try readLog(file, isSalvaging: true, byteCount: window)
    #expect(outcome.payloads == [payload(9), payload(8)])
    #expect(outcome.output == file)
    guard case .damaged(let damage) = outcome.problems.first, outcome.problems.count == 1 else {
      Issue.record("\(outcome.problems)")
      return
    }
    // From where the record begins to the end of the block with the damage.
    #expect(damage.reason.contains(Amount.count(10 * Self.block - 16, of: "byte")))
    #expect(damage.reason.hasSuffix("stay as they came, unread"))
  }

  @Test func `a damaged large record that moves ends early, and is damaged in the output too`()
    throws
  {
    let file = damaged(9, 100)
    let outcome = try readLog(file, isSalvaging: true) { $0.count == 9 ? .drop : .keep }
    guard case .damaged(let damage) = outcome.problems.first, outcome.problems.count == 1 else {
      Issue.record("\(outcome.problems)")
      return
    }
    #expect(damage.reason.contains("what comes before that stays, a record without an end"))
    #expect(damage.reason.hasSuffix("are left out, and so is any rest of the record"))
    let again = try readLog(outcome.output)
    #expect(again.damage?.reason == "record 1: its LAST fragment is missing")
    #expect(try readLog(outcome.output, isSalvaging: true).payloads == [payload(8)])
  }
}
