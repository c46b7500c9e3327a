import ByteIO
import TestSupport
import Testing

/// How far two pieces of data are the same, and where one stands in the other, at every place.
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

  @Test func `a piece is found at the first place where all of it stands`() {
    let needle = [UInt8](1...24)
    for place in 0..<40 {
      let text =
        [UInt8](repeating: 1, count: place) + [1, 2, 3, 4, 5, 6, 7, 8, 0] + needle + needle
      let found = text.span.firstOffset(
        in: 0..<text.count, of: needle.span, at: 0, byteCount: needle.count)
      #expect(found == place + 9)
      #expect(
        text.span.firstOffset(in: 0..<place + 9, of: needle.span, at: 0, byteCount: 24) == nil)
    }
    #expect(needle.span.firstOffset(in: 0..<24, of: needle.span, at: 1, byteCount: 24) == nil)
  }
}
