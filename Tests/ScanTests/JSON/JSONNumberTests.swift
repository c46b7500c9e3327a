import Scan
import TestSupport
import Testing

private func number(_ token: String) -> JSONNumber { JSONNumber(Array(token.utf8).span) }

struct JSONNumberTests {
  @Test(arguments: [
    ["4", "4.0", "4e0", "40e-1", "0.4e1", "4.000", "4E+00", "0.00004e5", "400e-2"],
    ["0", "-0", "0.0", "0e5", "-0.000e-99999999999999999999"],
    ["-1.5", "-15e-1", "-0.15e1"], ["1000000000000000000000", "1e21", "0.1e22"],
  ])
  func `spellings of one value are one number`(tokens: [String]) throws {
    let first = try #require(tokens.first)
    for token in tokens {
      #expect(number(token) == number(first), "\(token)")
      #expect(number(token).label == number(first).label, "\(token)")
      #expect(number(token).hashValue == number(first).hashValue, "\(token)")
    }
  }

  @Test(arguments: SeededGenerator.seeds(50))
  func `the nearest double is that of the standard library`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<200 {
      let count = Int.random(in: 1...17, using: &random)
      let digits = (0..<count).map { _ in String(Int.random(in: 0...9, using: &random)) }
      let exponent = Int.random(in: -40...40, using: &random)
      let token = random.pick(["", "-"]) + digits.joined() + "e\(exponent)"
      #expect(number(token).double == Double(token), "\(token)")
    }
  }

  @Test(arguments: SeededGenerator.seeds(20))
  func `a token's nearest double is that of its number`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<500 {
      var digits = (0..<Int.random(in: 1...18, using: &random)).map { _ in
        String(Int.random(in: 0...9, using: &random))
      }
      if digits.count > 1, digits[0] == "0" { digits[0] = "1" }
      let point = Int.random(in: 1...digits.count, using: &random)
      var token = random.pick(["", "", "-"]) + digits[..<point].joined()
      if point < digits.count { token += "." + digits[point...].joined() }
      token += random.pick(["", "", "", "e5", "E-7"])
      for end in ["", "}", ",\"joke\":1234567890123"] {
        let text = Array((token + end).utf8)
        let double = JSONNumber.double(of: 0..<token.utf8.count, in: text.span)
        #expect(double == number(token).double, "\(token)\(end)")
      }
    }
  }

  @Test(arguments: [
    ("4", "4.00000000000000000001"), ("9007199254740993", "9007199254740992"), ("1", "-1"),
    ("1e400", "1e401"), ("0", "1e-400"),
  ])
  func `values that differ anywhere differ`(one: String, other: String) {
    #expect(number(one) != number(other))
  }

  @Test(
    arguments: [
      ("0", 0), ("-0.0", 0), ("5", 5), ("-5.0", -5), ("50e-1", 5), ("1e3", 1000), ("4.5", nil),
      ("999999999999999999", 999_999_999_999_999_999), ("1e18", 1_000_000_000_000_000_000),
      ("9223372036854775807.0", Int.max), ("-9223372036854775808", Int.min),
      ("9223372036854775808", nil), ("-9223372036854775809", nil), ("1e19", nil),
      ("92233720368547758070e-1", Int.max), ("-1e17", -100_000_000_000_000_000),
      ("1e-1", nil), ("1e999999999999999999999", nil), ("-1e-999999999999999999999", nil),
    ] as [(String, Int?)])
  func `a whole number that an integer holds has its value`(token: String, integer: Int?) {
    #expect(number(token).integer == integer)
  }

  @Test(
    arguments: [
      ("0", 0), ("-0", 0), ("0.1", 0.1), ("-2.5e3", -2500), ("1e308", 1e308), ("1e309", nil),
      ("-1e999999999999999999999", nil), ("1e-400", 0), ("4.9e-324", Double.leastNonzeroMagnitude),
      ("123456789012345678901234567890", 123456789012345678901234567890.0),
    ] as [(String, Double?)])
  func `the nearest double is never infinite`(token: String, double: Double?) {
    #expect(number(token).double == double)
  }

  @Test(arguments: [
    ("0", "0"), ("-0", "0"), ("4.0", "4"), ("4.50", "4.5"), ("-4.5", "-4.5"), ("0.001", "0.001"),
    ("1e-7", "1e-7"), ("0.00000012", "1.2e-7"), ("1e20", "100000000000000000000"),
    ("1e21", "1e21"), ("12e30", "1.2e31"), ("100", "100"), ("-1e400", "-1e400"),
    ("12345678901234567890123456789012345", "1.23456789012345678901…e34"),
  ])
  func `a value has one label`(token: String, label: String) {
    #expect(number(token).label == label)
  }

  @Test(arguments: SeededGenerator.seeds(200))
  func `no label is longer than 40 characters`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    func digits(_ count: ClosedRange<Int>) -> String {
      (0..<Int.random(in: count, using: &generator)).map { _ in
        String(Int.random(in: 0...9, using: &generator))
      }.joined()
    }
    let exponent = Bool.random(using: &generator) ? "e-" + digits(1...15) : ""
    let token = "-" + digits(1...50) + "." + digits(1...50) + exponent
    #expect(number(token).label.count <= 40, "\(token)")
  }

  @Test func `a thousand digits are a thousand digits`() {
    let digits = "7" + String(repeating: "3", count: 998) + "1"
    let value = number(digits)
    #expect(value.digits == Array(digits.utf8))
    #expect(value.exponent == 0)
    #expect(value.integer == nil)
    #expect(value.double == nil)
    #expect(value == number("0." + digits + "e1000"))
    #expect(value != number(digits.dropLast() + "2"))
  }

  @Test(
    arguments: [
      ("4", 0), ("-4", 1), ("0.04", 3), ("40e-1", 0), ("0", nil), ("-0.00e7", nil),
      ("0.0000e4", nil), ("-0.5", 3),
    ] as [(String, Int?)])
  func `the first digit that counts is found`(token: String, offset: Int?) {
    let found = JSONNumber.firstDigitOffset(in: Array(token.utf8).span)
    #expect(found == offset)
  }

  @Test func `changing that digit changes the value, whatever the spelling`() throws {
    for token in ["4", "4.0", "4e0", "40e-1", "0.4e1", "0.0004E+4", "400.00e-2"] {
      var bytes = Array(token.utf8)
      let found = JSONNumber.firstDigitOffset(in: bytes.span)
      let digit = try #require(found)
      bytes[digit] = UInt8(ascii: "5")
      #expect(JSONNumber(bytes.span).integer == 5, "\(token)")
    }
  }

  @Test func `property lists' plus signs and leading zeros are read too`() {
    #expect(number("+0042").integer == 42)
  }
}
