import Scan
import TestSupport
import Testing

/// The length of the common prefix of two pieces of data, at every place.
struct SpanComparisonTests {
  @Test func `the same bytes are counted to the first that differs`() {
    for length in 0...40 {
      for place in 0...length {
        let one = [UInt8](repeating: 7, count: length)
        var other = one
        if place < length { other[place] = 8 }
        #expect(one.span.sameByteCount(from: 0, as: other.span, from: 0) == place)
        #expect(([1] + one).span.sameByteCount(from: 1, as: other.span, from: 0) == place)
        #expect(one.span.sameByteCount(from: 0, as: other.span, from: 0, limit: 5) == min(place, 5))
      }
    }
  }

  @Test func `the difference leaves out the common prefix and suffix`() {
    let cases: [(String, String, Range<Int>, Range<Int>)] = [
      ("", "", 0..<0, 0..<0), ("abc", "abc", 3..<3, 3..<3), ("abc", "axc", 1..<2, 1..<2),
      ("aba", "a", 1..<3, 1..<1), ("", "ab", 0..<0, 0..<2), ("aa", "aaa", 2..<2, 2..<3),
      ("xbc", "ybc", 0..<1, 0..<1),
    ]
    for (one, other, range, otherRange) in cases {
      let found = Array(one.utf8).span.difference(from: Array(other.utf8).span)
      #expect(found.range == range, "\(one) and \(other)")
      #expect(found.other == otherRange, "\(one) and \(other)")
    }
  }
}
