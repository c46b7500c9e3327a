import Formats
import Foundation
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
    ("true", true), ("false", false), ("1", true), ("0", false), ("1.0", true), ("2", true),
    ("-1", true), ("0.5", true), ("-0.0", false), ("0e9", false), ("1e400", true),
    ("null", nil), ("[]", nil), ("{}", nil),
  ])
  func `a flag is a boolean, or a number other than 0`(value: String, flag: Bool?) throws {
    #expect(try dump(#"{"flag":\#(value)}"#).value(of: "flag")?.flag == flag)
  }

  private static let texts: [(String, Bool)] = [
    ("YES", true), ("yes", true), ("true", true), ("True", true), ("y", true), ("t", true),
    ("1", true), ("9", true), ("12", true), ("007", true), ("+1", true), ("-1", true),
    ("  YES", true), ("\t 1", true), ("000y", true), ("0t", true), ("-0T", true), ("+Y", true),
    ("Yesterday", true), ("1 no", true), ("NO", false), ("no", false), ("false", false),
    ("", false), ("0", false), ("00", false), ("0.5", false), ("-", false), ("--1", false),
    ("+-1", false), ("x1", false), ("on", false), ("É", false), ("٣", false), ("ｙ", false),
  ]

  @Test(arguments: texts)
  func `a string is a flag as NSString takes it`(text: String, flag: Bool) throws {
    let escaped = text.replacing("\t", with: #"\t"#)
    #expect(try dump(#"{"flag":"\#(escaped)"}"#).value(of: "flag")?.flag == flag)
    let dictionary = "<dict><key>flag</key><string>\(text)</string></dict>"
    #expect(try dump(propertyList(dictionary), .xmlPropertyList).value(of: "flag")?.flag == flag)
    let binary = try foundationList(["flag": text], .binary)
    #expect(
      try DefaultsDump(reading: binary, as: .binaryPropertyList).value(of: "flag")?.flag == flag)
  }

  @Test(arguments: [
    ("<integer>2</integer>", true), ("<integer>0</integer>", false), ("<real>0.5</real>", true),
    ("<real>-0.0</real>", false), ("<real>inf</real>", true), ("<true/>", true),
    ("<false/>", false),
  ])
  func `a number of a property list is a flag, too`(value: String, flag: Bool) throws {
    let dictionary = "<dict><key>flag</key>\(value)</dict>"
    #expect(try dump(propertyList(dictionary), .xmlPropertyList).value(of: "flag")?.flag == flag)
  }

  private static let flags = [
    "hasCompletedBinaryRatingMigration", "hasMigratedRatingsToBinary", "hasMigratedRatedToSaved",
  ]

  @Test(arguments: flags, ["2", #""YES""#, #""true""#, #"" 1""#])
  func `a flag so set leaves its dump as it is`(flag: String, value: String) throws {
    let text = #"{"jokeRatings":{"a":3},"\#(flag)":\#(value)}"#
    let dump = try dump(text)
    let rule = RatedToSavedRule(now: 0)
    let isDone =
      flag == Self.flags[2]
      ? try SavedJokesMigration(of: dump, rule: rule).isAlreadyDone
      : try BinaryRatingsMigration(of: dump).isAlreadyDone
    #expect(isDone)
  }

  @Test func `a flag that reads as false becomes true`() throws {
    for value in ["\"NO\"", "0", "false", "null", "[]"] {
      let migrated = try edited(#"{"f":\#(value),"x":1}"#, .json, .setBoolean("f", true))
      #expect(migrated == #"{"f":true,"x":1}"#)
    }
    #expect(try edited(#"{"f":"YES"}"#, .json, .setBoolean("f", true)) == #"{"f":"YES"}"#)
  }
}
