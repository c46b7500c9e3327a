import ByteIO
import TestSupport
import Testing

struct SpanSearchTests {
  @Test func `searches find what a plain loop finds, at every length`() {
    var generator = SeededGenerator(seed: 3)
    for length in 0...70 {
      let bytes = (0..<length).map { _ in UInt8.random(in: 0...3, using: &generator) }
      for wanted in [UInt8](0...4) {
        #expect(bytes.span.occurrences(of: wanted) == bytes.count { $0 == wanted })
        for start in 0...length {
          #expect(
            bytes.span.firstOffset(of: wanted, from: start)
              == bytes[start...].firstIndex(of: wanted))
          #expect(
            bytes.span.lastOffset(of: wanted, before: start)
              == bytes[..<start].lastIndex(of: wanted))
        }
      }
    }
  }

  @Test func `nothing is in an empty span`() {
    let none: [UInt8] = []
    #expect(none.span.firstOffset(of: 0) == nil)
    #expect(none.span.lastOffset(of: 0, before: 0) == nil)
    #expect(none.span.occurrences(of: 0) == 0)
    #expect(none.span.copied == [])
    #expect(none.span.text == "")
  }

  @Test func `a part of a span is copied and shown alone`() {
    let bytes = Array("größer".utf8)
    #expect(bytes.span.extracting(0..<2).copied == [UInt8](bytes[0..<2]))
    #expect(bytes.span.text == "größer")
    #expect(bytes.span.extracting(0..<3).text == "gr\u{FFFD}")
  }
}
