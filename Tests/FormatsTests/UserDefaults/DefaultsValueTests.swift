import Formats
import Jokes
import Testing

@Suite struct DefaultsValueTests {
  private func reading(_ value: String) throws -> RatingReading? {
    try dump(#"{"jokeRatings":{"a":\#(value)}}"#).entries(of: "jokeRatings")?.first?.value.reading
  }

  @Test(arguments: ["4", "4.0", "4e0", "40e-1", "0.4E+1", "4.000"])
  func `a four is a four however it is spelled`(value: String) throws {
    #expect(try reading(value) == .rating(.four))
  }

  @Test(arguments: [
    ("0", "0"), ("6", "6"), ("-4", "-4"), ("4.50", "4.5"), ("45e-1", "4.5"), ("-0.0", "0"),
    ("4.00000000000000000001", "4.00000000000000000001"), ("1e400", "1e400"),
    ("\"4\"", "\"4\""), (#""a\nb""#, #""a\nb""#), ("true", "true"), ("false", "false"),
    ("null", "null"), ("[4]", "an array"), ("{}", "a dictionary"),
  ])
  func `anything else has a label`(value: String, label: String) throws {
    #expect(try reading(value) == .unexpected(label))
  }

  @Test func `a long label is cut to forty characters`() throws {
    let label = "\"" + String(repeating: "é", count: 37) + "…\""
    #expect(label.count == 40)
    #expect(try reading("\"\(String(repeating: "é", count: 500))\"") == .unexpected(label))
    let whole = "\"" + String(repeating: "x", count: 38) + "\""
    #expect(try reading(whole) == .unexpected(whole))
  }

  @Test(arguments: [
    ("true", true), ("false", false), ("1", true), ("0", false), ("1.0", true), ("2", nil),
    ("\"true\"", nil), ("\"1\"", nil), ("null", nil), ("[]", nil),
  ])
  func `a flag is a boolean, a 1 or a 0`(value: String, flag: Bool?) throws {
    #expect(try dump(#"{"flag":\#(value)}"#).boolean("flag") == flag)
  }
}
