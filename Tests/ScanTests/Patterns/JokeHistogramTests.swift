import Scan
import TestSupport
import Testing

struct JokeHistogramTests {
  private typealias Counts = JokeHistogram.Counts

  /// Records of one shape: something, a key, something, a digit, something.
  private struct Shape {
    let key: Range<Int>
    let digit: Int
    let byteCount: Int

    init(keyByteCount: Int, using generator: inout SeededGenerator) {
      let start = Int.random(in: 0...3, using: &generator)
      key = start..<start + keyByteCount
      digit = key.upperBound + Int.random(in: 0...3, using: &generator)
      byteCount = digit + 1 + Int.random(in: 0...3, using: &generator)
    }

    func record(_ key: [UInt8], _ digit: Int) -> [UInt8] {
      var bytes = [UInt8](repeating: UInt8(ascii: "."), count: byteCount)
      bytes.replaceSubrange(self.key, with: key)
      bytes[self.digit] = UInt8(ascii: "0") + UInt8(digit)
      return bytes
    }

    func records(from start: Int, count: Int) -> JokeHistogram.Records {
      JokeHistogram.Records(
        start: start, count: count,
        JokeHistogram.Layout(byteCount: byteCount, key: key, digit: digit))
    }
  }

  @Test(arguments: SeededGenerator.seeds(60))
  func `every key is counted with every digit, however long it is`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var counts = JokeHistogram()
    var (sums, expected) = (Counts(repeating: 0), [[UInt8]: Counts]())
    // Some are so many that the slots grow, some alike in all but a byte.
    let letters = generator.pick([1 as UInt8, 2, 26])
    for _ in 0..<Int.random(in: 1...20, using: &generator) {
      let shape = Shape(
        keyByteCount: Int.random(in: 0...40, using: &generator), using: &generator)
      let start = Int.random(in: 0...10, using: &generator)
      var bytes = [UInt8](repeating: UInt8(ascii: "-"), count: start)
      let count = Int.random(in: 0...200, using: &generator)
      var alone = Counts(repeating: 0)
      for _ in 0..<count {
        let key = shape.key.map { _ in
          UInt8(ascii: "a") + UInt8.random(in: 0..<letters, using: &generator)
        }
        let digit = Int.random(in: 0...7, using: &generator)
        expected[key, default: Counts(repeating: 0)][digit] += 1
        alone[digit] += 1
        bytes += shape.record(key, digit)
      }
      let records = shape.records(from: start, count: count)
      #expect(records.digitCounts(in: bytes.span) == alone, "seed \(seed)")
      counts.add([records], in: bytes.span, to: &sums)
    }
    var found: [[UInt8]: Counts] = [:]
    counts.forEach { key, counts in
      let key = (0..<key.count).map { key[$0] }
      #expect(found[key] == nil, "seed \(seed)")
      found[key] = counts
    }
    #expect(found == expected, "seed \(seed)")
    #expect(sums == expected.values.reduce(Counts(repeating: 0), &+), "seed \(seed)")
  }

  @Test func `the count of a digit does not overflow into the next digit's`() {
    let bytes = [UInt8](repeating: UInt8(ascii: "5"), count: 1000)
    let records = JokeHistogram.Records(
      start: 0, count: 1000,
      JokeHistogram.Layout(byteCount: 1, key: 0..<0, digit: 0))
    #expect(records.digitCounts(in: bytes.span) == Counts(0, 0, 0, 0, 0, 1000, 0, 0))
  }
}
