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

  @Test func `a prefix is of eight bytes, or of fewer and zeros`() {
    let bytes = Array("0123456789".utf8)
    for start in 0...bytes.count {
      for end in start...bytes.count {
        let eight = Array(bytes[start..<end].prefix(8))
        let wanted = eight.reversed().reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
        let prefix = bytes.span.prefix(of: start..<end)
        #expect(prefix == wanted)
      }
    }
  }

  @Test func `a plain number is what the standard library makes of it`() throws {
    let numbers = [
      "0", "5", "0.5", "12.25", "1767646800.75", "123456789012345", "0.00000000000001", "10.10",
    ]
    for number in numbers {
      for end in ["", ",", "}", " ", "x"] {
        let bytes = Array(("{" + number + end).utf8)
        let found = bytes.span.plainNumber(from: 1)
        let (digits, fractionCount, last) = try #require(found)
        #expect(String(digits) == String(Int(number.filter { $0 != "." }) ?? -1))
        #expect(fractionCount == number.split(separator: ".").dropFirst().first?.count ?? 0)
        #expect(last == 1 + number.utf8.count)
      }
    }
  }

  @Test(arguments: [
    "", "-1", "+1", "01", "00", ".5", "5.", "5.x", "x", "1234567890123456", "1.234567890123456",
    "12345678901234567890123", "0.00000000000000000000001",
  ])
  func `what is no plain number is none`(text: String) {
    let bytes = Array(text.utf8)
    let found = bytes.span.plainNumber(from: 0)
    #expect(found == nil)
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `a plain number ends where a plain loop says`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let odd: [UInt8] = [0, 0x29, 0x2E, 0x2F, 0x3A, 0x3F, 0x7F, 0x80, 0xB0, 0xB9, 0xFF]
    for _ in 0..<500 {
      var bytes = (0..<20).map { _ in UInt8.random(in: 0x30...0x39, using: &generator) }
      bytes[0] = 0x31
      for _ in 0..<Int.random(in: 1...2, using: &generator) {
        bytes[Int.random(in: 1..<20, using: &generator)] = generator.pick(odd)
      }
      let whole = bytes.prefix { $0 >= 0x30 && $0 <= 0x39 }
      let rest = bytes[whole.endIndex...]
      let hasPoint = rest.first == UInt8(ascii: ".")
      let fraction = rest.dropFirst().prefix { hasPoint && $0 >= 0x30 && $0 <= 0x39 }
      let isPlain = whole.count + fraction.count <= 15 && hasPoint == !fraction.isEmpty
      let digits = UInt64(String(decoding: whole + fraction, as: UTF8.self))
      let found = bytes.span.plainNumber(from: 0)
      #expect(found?.digits == (isPlain ? digits : nil), "seed \(seed): \(bytes)")
      #expect(found == nil || found?.fractionCount == fraction.count, "seed \(seed): \(bytes)")
    }
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
