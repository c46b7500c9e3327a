import Scan
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

  @Test func `plain text ends where a plain loop says, at every length and place`() {
    var generator = SeededGenerator(seed: 5)
    let special: [UInt8] = [0, 0x01, 0x1F, 0x21, 0x22, 0x23, 0x5B, 0x5C, 0x5D, 0x7F, 0x80, 0xFF]
    for length in 0...40 {
      for _ in 0..<50 {
        var bytes = [UInt8](
          repeating: UInt8.random(in: 0x30...0x50, using: &generator), count: length)
        for _ in 0..<Int.random(in: 0...3, using: &generator) where length > 0 {
          bytes[Int.random(in: 0..<length, using: &generator)] = generator.pick(special)
        }
        for start in 0...length {
          let expected = bytes[start...].firstIndex { byte in
            byte == 0x22 || byte == 0x5C || byte < 0x20 || byte >= 0x80
          }
          #expect(bytes.span.endOfPlainText(from: start) == expected ?? length, "\(bytes)")
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
    #expect(none.span.endOfPlainText(from: 0) == 0)
  }

  @Test func `a part of a span is copied and shown alone`() {
    let bytes = Array("größer".utf8)
    #expect(bytes.span.extracting(0..<2).copied == [UInt8](bytes[0..<2]))
    #expect(bytes.span.text == "größer")
    #expect(bytes.span.extracting(0..<3).text == "gr\u{FFFD}")
  }
}
