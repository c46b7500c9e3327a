import Scan
import TestSupport
import Testing

struct SpanPlainNumberTests {
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
    "12345678901234567890123", "0.00000000000000000000001", "0123456789.25,\"other\"",
    "1234567890.,\"other\"",
  ])
  func `other texts are not plain numbers`(text: String) {
    let bytes = Array(text.utf8)
    let found = bytes.span.plainNumber(from: 0)
    #expect(found == nil)
  }

  @Test(arguments: SeededGenerator.seeds(20))
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
}
