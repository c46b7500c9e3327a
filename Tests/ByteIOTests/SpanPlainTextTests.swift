import ByteIO
import TestSupport
import Testing

struct SpanPlainTextTests {
  @Test func `printable text ends where a plain loop says, and its hash knows its bytes alone`() {
    var generator = SeededGenerator(seed: 11)
    let special: [UInt8] = [0, 0x1F, 0x20, 0x21, 0x22, 0x23, 0x5B, 0x5C, 0x5D, 0x7E, 0x7F, 0x80]
    var texts: [UInt64: [UInt8]] = [:]
    for length in 0...40 {
      for _ in 0..<50 {
        var bytes = (0..<length).map { _ in UInt8.random(in: 0x30...0x50, using: &generator) }
        for _ in 0..<Int.random(in: 0...2, using: &generator) where length > 0 {
          bytes[Int.random(in: 0..<length, using: &generator)] = generator.pick(special)
        }
        for start in 0...length {
          let end =
            bytes[start...].firstIndex { byte in
              byte == 0x22 || byte == 0x5C || byte < 0x20 || byte >= 0x7F
            } ?? length
          let found = bytes.span.endOfPrintableText(from: start)
          #expect(found == end, "\(bytes)")
          let text = Array(bytes[start..<end])
          let hash = bytes.span.hash(of: start..<end, seed: 5)
          #expect(texts[hash] ?? text == text)
          texts[hash] = text
          let alone = text.span.hash(of: 0..<text.count, seed: 5)
          #expect(alone == hash)
        }
      }
    }
  }

  @Test func `a hash is another for another seed`() {
    let text = Array("joke".utf8)
    let hashes = (0..<100).map { text.span.hash(of: 0..<4, seed: $0) }
    #expect(Set(hashes).count == hashes.count)
  }

  @Test func `ranges are equal where their bytes are`() {
    let bytes = Array("abcabcab".utf8)
    for one in 0...8 {
      for other in 0...8 {
        for length in 0...(8 - max(one, other)) {
          let (first, second) = (one..<one + length, other..<other + length)
          let areEqual = bytes.span.holds(bytes.span.extracting(second), at: first)
          #expect(areEqual == (bytes[first] == bytes[second]))
        }
      }
    }
    let areEqual = bytes.span.holds(bytes.span.extracting(0..<3), at: 0..<2)
    #expect(!areEqual)
  }
}
