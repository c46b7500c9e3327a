import Scan
import Testing

struct SpanWordsTests {
  private let bytes = [UInt8](1...20)

  @Test func `a byte is there from the first to the last, and nowhere else`() {
    for offset in -2...22 {
      #expect(bytes.span.byte(at: offset) == (bytes.indices.contains(offset) ? bytes[offset] : nil))
    }
    #expect(bytes.span.byte(at: .min) == nil)
    #expect(bytes.span.byte(at: .max) == nil)
  }

  @Test func `a word is eight bytes, the first lowest`() {
    for offset in 0...12 {
      let expected = (0..<8).reduce(UInt64(0)) { $0 | UInt64(bytes[offset + $1]) << (8 * $1) }
      #expect(bytes.span.word(at: offset) == expected)
    }
  }

  @Test func `a word that is not there whole traps`() async {
    await #expect(processExitsWith: .failure) { _ = [UInt8](1...20).span.word(at: 13) }
    await #expect(processExitsWith: .failure) { _ = [UInt8](1...20).span.word(at: -1) }
    await #expect(processExitsWith: .failure) { _ = [UInt8](1...7).span.word(at: 0) }
  }

  @Test func `names of every length are found where they stand, and nowhere else`() {
    let names: [StaticString] = [
      "a", "ab", "abc", "abcd", "abcde", "abcdef", "abcdefg", "abcdefgh", "abcdefghi",
      "abcdefghijklmnop", "abcdefghijklmnopq",
    ]
    for name in names {
      let wanted = Array("\(name)".utf8)
      for offset in 0...3 {
        let text = [UInt8](repeating: 0x2E, count: offset) + wanted
        for place in -1...text.count + 1 {
          #expect(text.span.holds(name, at: place) == (place == offset), "\(name) at \(place)")
        }
        #expect(text.span.extracting(0..<text.count - 1).holds(name, at: offset) == false)
        for index in wanted.indices {
          var other = text
          other[offset + index] ^= 0x20
          #expect(other.span.holds(name, at: offset) == false, "\(name) with byte \(index) changed")
        }
      }
    }
    #expect(bytes.span.holds("a", at: .min) == false)
    #expect(bytes.span.holds("a", at: .max) == false)
  }

  @Test func `a range of another text is found where it stands, and nowhere else`() {
    let other = Array("abcdefghijklmnopqrstuvwxyz".utf8)
    for length in 1...20 {
      let text = Array(repeating: 0x2E, count: 3) + other[2..<2 + length]
      for place in -1...text.count + 1 {
        let isThere = text.span.holds(2..<2 + length, of: other.span, at: place)
        #expect(isThere == (place == 3), "\(length) bytes at \(place)")
      }
      for index in 0..<length {
        var changed = text
        changed[3 + index] ^= 0x20
        let isThere = changed.span.holds(2..<2 + length, of: other.span, at: 3)
        #expect(!isThere, "\(length) bytes, byte \(index) changed")
      }
    }
  }

  @Test func `white space ends where a plain loop says`() {
    let text: [UInt8] = [0x20, 0x0A, 0x0D, 0x09, 0x21, 0x20, 0x00, 0x0B, 0x09]
    for start in 0...text.count {
      let expected = text[start...].firstIndex { ![0x20, 0x0A, 0x0D, 0x09].contains($0) }
      #expect(text.span.endOfWhitespace(from: start) == expected ?? text.count)
    }
  }
}
