import Scan
import SystemIO
import TestSupport
import Testing

@testable import Formats

struct LogReaderTests {
  /// Bytes of a length that can be told from those of another.
  private func payload(_ byteCount: Int, _ seed: Int = 0) -> [UInt8] {
    (0..<byteCount).map { UInt8(truncatingIfNeeded: ($0 + seed) &* 31 &+ byteCount) }
  }

  private static let block = LogFrames.blockByteCount

  @Test(arguments: 0...16)
  func `a record leaves any number of bytes of its block`(left: Int) throws {
    let first = payload(Self.block - 7 - left)
    for second in [[], payload(1), payload(40), payload(Self.block * 2)] {
      let file = LogWriter.file(of: [first, second, payload(3)])
      let outcome = try readLog(file)
      #expect(outcome.payloads == [first, second, payload(3)])
      #expect(outcome.output == file)
      #expect(outcome.damage == nil)
    }
  }

  @Test func `random records come back, whatever is dropped, replaced or changed`() throws {
    for seed in UInt64(1)...30 {
      var generator = SeededGenerator(seed: seed)
      let payloads = (0..<Int.random(in: 0...60, using: &generator)).map { index in
        payload(Int.random(in: 0...(index % 9 == 0 ? 90_000 : 900), using: &generator), index)
      }
      let isPadded = Bool.random(using: &generator)
      let fates = payloads.map { _ in Int.random(in: 0..<8, using: &generator) }
      let doesDrop = Bool.random(using: &generator)
      let file = LogWriter.file(of: payloads, isPadded: isPadded)
      var index = -1
      let outcome = try readLog(file) { bytes in
        index += 1
        switch fates[index] {
        case 0 where doesDrop: return .drop
        case 1 where doesDrop: return .edit([Edit(0..<bytes.count, [1, 2, 3])])
        case 2 where bytes.count > 8:
          return .edit([Edit(bytes.count - 8..<bytes.count, [8, 7, 6, 5, 4, 3, 2, 1])])
        default: return .keep
        }
      }
      var expected: [[UInt8]] = []
      for (fate, bytes) in zip(fates, payloads) {
        switch fate {
        case 0 where doesDrop: continue
        case 1 where doesDrop: expected.append([1, 2, 3])
        case 2 where bytes.count > 8:
          expected.append(bytes.dropLast(8) + [8, 7, 6, 5, 4, 3, 2, 1])
        default: expected.append(bytes)
        }
      }
      #expect(outcome.payloads == payloads, "seed \(seed)")
      #expect(
        outcome.output
          == LogWriter.file(
            of: expected, isPadded: isPadded || file.count % Self.block == 0 && !file.isEmpty),
        "seed \(seed)")
    }
  }

  @Test func `a change may lie across fragments`() throws {
    let long = payload(Self.block + 100)
    let border = Self.block - 7
    for offset in border - 9...border + 1 {
      let outcome = try readLog(LogWriter.file(of: [long])) { _ in
        .edit([Edit(offset..<offset + 8, [8, 7, 6, 5, 4, 3, 2, 1])])
      }
      var changed = long
      changed.replaceSubrange(offset..<offset + 8, with: [8, 7, 6, 5, 4, 3, 2, 1])
      #expect(outcome.output == LogWriter.file(of: [changed]), "offset \(offset)")
    }
  }

  @Test func `zeros between blocks stay while every record does, and go after that`() throws {
    let first = LogWriter.file(of: [payload(10)], isPadded: true)
    let zeros = [UInt8](repeating: 0, count: Self.block)
    let file = first + zeros + LogWriter.file(of: [payload(20), payload(30)], isPadded: true)
    #expect(try readLog(file).output == file)
    let outcome = try readLog(file) { $0.count == 20 ? .drop : .keep }
    #expect(outcome.output == LogWriter.file(of: [payload(10), payload(30)], isPadded: true))
    #expect(outcome.places.map(\.byte) == [0, 2 * Self.block, 2 * Self.block + 27])
  }

  @Test func `a file without its records is empty`() throws {
    let file = LogWriter.file(of: [payload(10), payload(20)], isPadded: true)
    #expect(try readLog(file) { _ in .drop }.output.isEmpty)
  }

  @Test func `every flipped bit of a shard is found`() throws {
    let file = LogWriter.file(of: [payload(30), payload(5), payload(0), payload(12)])
    let starts = [0, 37, 49, 56]
    for bit in 0..<file.count * 8 {
      var flipped = file
      flipped[bit / 8] ^= 1 << UInt8(bit % 8)
      let damage = try readLog(flipped).damage
      let record = (starts.lastIndex { $0 <= bit / 8 } ?? 0) + 1
      let reason = try #require(damage?.reason, "bit \(bit)")
      #expect(reason.hasPrefix("record \(record): "), "bit \(bit): \(reason)")
      #expect(damage?.place?.byte == starts[record - 1])
    }
  }

  @Test func `a flipped bit of what fills a block up is found`() throws {
    let file = LogWriter.file(of: [payload(30)], isPadded: true)
    for byte in [37, 38, 41, 42, 43, 44, 45, 1000, file.count - 1] {
      var flipped = file
      flipped[byte] ^= 4
      #expect(try readLog(flipped, byteCount: 40_000).damage != nil, "byte \(byte)")
    }
    let short = LogWriter.file(of: [payload(Self.block - 10), payload(1)])
    for byte in Self.block - 3..<Self.block {
      var flipped = short
      flipped[byte] ^= 4
      #expect(try readLog(flipped, byteCount: 40_000).damage != nil, "byte \(byte)")
    }
  }

  @Test func `a file cut within a record or its padding is damaged`() throws {
    let payloads = [payload(30), payload(5), payload(12)]
    let file = LogWriter.file(of: payloads, isPadded: true)
    let ends = [0, 37, 49, 68]
    for count in (0..<200).map({ $0 }) + [1000, file.count - 1] {
      let outcome = try readLog(Array(file.prefix(count)))
      #expect((outcome.damage == nil) == ends.contains(count), "\(count) bytes")
    }
  }

  @Test func `a record that its handler rejects stays and counts for nothing`() throws {
    let file = LogWriter.file(of: [payload(9), payload(8), payload(7)])
    let outcome = try readLog(file) { $0.count == 8 ? nil : $0.count == 9 ? .drop : .keep }
    #expect(outcome.counts.kept == 1)
    #expect(outcome.counts.dropped == 1)
    #expect(outcome.output == LogWriter.file(of: [payload(8), payload(7)]))
  }

  // MARK: Salvage

  @Test func `salvage goes on in the next block, and leaves the damage where it is`() throws {
    var file = LogWriter.file(of: (0..<10).map { payload(10_000 + $0) })
    file[10_100] ^= 1
    let outcome = try readLog(file, isSalvaging: true)
    // The first block's records 2 and 3 and the beginning of 4 are lost with it.
    #expect(outcome.payloads.map(\.count) == [10_000] + (10_004...10_009).map { $0 })
    #expect(outcome.problems.count == 1)
    #expect(outcome.output == file)
  }

  @Test func `salvage leaves damage out where records are framed anew`() throws {
    var file = LogWriter.file(of: (0..<10).map { payload(10_000 + $0) })
    file[10_100] ^= 1
    let outcome = try readLog(file, isSalvaging: true) { $0.count == 10_000 ? .drop : .keep }
    #expect(outcome.output == LogWriter.file(of: (4...9).map { payload(10_000 + $0) }))
    guard case .damaged(let damage) = outcome.problems.first else {
      Issue.record("nothing was said")
      return
    }
    #expect(damage.reason.contains("22761 bytes") || damage.reason.contains("22,761 bytes"))
    #expect(damage.reason.hasSuffix("are left out, and so is any rest of the record"))
  }

  @Test func `salvage goes on right where a record begins in another's midst`() throws {
    let long = LogWriter.file(of: [payload(Self.block)])
    let whole = LogWriter.file(of: [payload(5)])
    let file = Array(long.prefix(Self.block)) + whole
    #expect(try readLog(file).damage?.reason == "record 1: its LAST fragment is missing")
    let outcome = try readLog(file, isSalvaging: true)
    #expect(outcome.payloads == [payload(5)])
    #expect(outcome.problems.count == 1)
    #expect(outcome.output == file)
  }

  @Test func `salvage ends on any damage, and finds all records without damage`() throws {
    let file = LogWriter.file(of: (0..<40).map { payload($0 * 97, $0) }, isPadded: true)
    var generator = SeededGenerator(seed: 3)
    for _ in 0..<60 {
      var damaged = file
      for _ in 0..<Int.random(in: 1...4, using: &generator) {
        damaged[Int.random(in: 0..<damaged.count, using: &generator)] = UInt8.random(
          in: 0...255, using: &generator)
      }
      damaged.removeLast(Int.random(in: 0...40, using: &generator))
      let outcome = try readLog(damaged, isSalvaging: true)
      #expect(outcome.output == damaged)
      #expect(!outcome.problems.isEmpty || damaged.count == file.count)
    }
  }
}
