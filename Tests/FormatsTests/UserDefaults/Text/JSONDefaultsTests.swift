import Formats
import Jokes
import Testing

@Suite struct JSONDefaultsTests {
  private static let compact = #"{"jokeRatings":{"a":4,"b":3,"c":5},"x":[1, 2]}"#
  private static let pretty = """
    {
      "jokeRatings" : {
        "a" : 4,
        "b" : 3,
        "c" : 5
      },
      "x" : [1, 2]
    }

    """

  @Test(arguments: [
    (["a"], #""b":3,"c":5"#), (["b"], #""a":4,"c":5"#), (["c"], #""a":4,"b":3"#),
    (["a", "b"], #""c":5"#), (["b", "c"], #""a":4"#), (["a", "c"], #""b":3"#),
    (["a", "b", "c"], ""),
  ])
  func `an entry leaves with its comma`(removed: [String], rest: String) throws {
    let edits = removed.map { DefaultsEdit.removeEntry(in: "jokeRatings", JokeID($0)) }
    let result = try dump(Self.compact).applying(edits)
    #expect(String(decoding: result, as: UTF8.self) == #"{"jokeRatings":{\#(rest)},"x":[1, 2]}"#)
  }

  @Test(arguments: [(["a"], ["b", "c"]), (["b"], ["a", "c"]), (["c"], ["a", "b"])])
  func `an entry leaves with its line`(removed: [String], rest: [String]) throws {
    let values = ["a": 4, "b": 3, "c": 5]
    let lines = rest.map { "    \"\($0)\" : \(values[$0] ?? 0)" }.joined(separator: ",\n")
    let edits = removed.map { DefaultsEdit.removeEntry(in: "jokeRatings", JokeID($0)) }
    let result = try dump(Self.pretty).applying(edits)
    #expect(
      String(decoding: result, as: UTF8.self)
        == "{\n  \"jokeRatings\" : {\n\(lines)\n  },\n  \"x\" : [1, 2]\n}\n")
  }

  @Test func `the last entry of all leaves empty braces`() throws {
    let text = "{\n\t\"jokeRatings\": {\n\t\t\"a\": 3\n\t}\n}"
    #expect(
      try edited(text, .json, .removeEntry(in: "jokeRatings", JokeID("a")))
        == "{\n\t\"jokeRatings\": {}\n}")
  }

  @Test(arguments: [
    ("4", "5"), ("4.0", "5.0"), ("4e0", "5e0"), ("0.4e1", "0.5e1"), ("400e-2", "500e-2"),
    ("4.000E+00", "5.000E+00"),
  ])
  func `one digit changes, and the spelling stays`(old: String, new: String) throws {
    let rating = DefaultsEdit.setRating(in: "jokeRatings", JokeID("a"), .five)
    #expect(
      try edited(#"{"jokeRatings":{"a":\#(old) }}"#, .json, rating)
        == #"{"jokeRatings":{"a":\#(new) }}"#)
  }

  @Test(arguments: [#""4""#, "40", "-4", "4.5", "null", "[4]", "{}"])
  func `a rating that is not a small whole number is replaced as a whole`(old: String) throws {
    let rating = DefaultsEdit.setRating(in: "jokeRatings", JokeID("a"), .five)
    #expect(
      try edited(#"{"jokeRatings":{"a":\#(old)}}"#, .json, rating) == #"{"jokeRatings":{"a":5}}"#)
  }

  @Test func `keys are found through their escapes`() throws {
    let text = #"{"jok\u0065Ratings":{"\u00e9\n":4}}"#
    #expect(
      try edited(text, .json, .setRating(in: "jokeRatings", JokeID("é\n"), .five))
        == #"{"jok\u0065Ratings":{"\u00e9\n":5}}"#)
  }

  @Test func `a flag is set in its place, or comes last`() throws {
    #expect(
      try edited(#"{"f": false, "x": 1}"#, .json, .setBoolean("f", true))
        == #"{"f": true, "x": 1}"#)
    #expect(
      try edited(#"{"f": "no"}"#, .json, .setBoolean("f", true)) == #"{"f": true}"#)
    #expect(try edited("{}", .json, .setBoolean("f", true)) == #"{"f":true}"#)
    #expect(try edited("{ }\n", .json, .setBoolean("f", true)) == "{\"f\":true}\n")
    #expect(try edited("{\n}\n", .json, .setBoolean("f", true)) == "{\n  \"f\":true\n}\n")
    #expect(
      try edited(#"{"x": 1}"#, .json, .setBoolean("f", true)) == #"{"x": 1, "f": true}"#)
    #expect(
      try edited(#"{"x": 1, "y": 2}"#, .json, .setBoolean("f", true), .setBoolean("g", false))
        == #"{"x": 1, "y": 2, "f": true, "g": false}"#)
    #expect(
      try edited(Self.pretty, .json, .setBoolean("f", true))
        == Self.pretty.replacing("[1, 2]\n", with: "[1, 2],\n  \"f\" : true\n"))
  }

  @Test func `a number is set in its place, or comes last, in its own spelling`() throws {
    let text = #"{"t":{"a":1.50,"b":2e9}}"#
    let number = try #require(try number("b", of: "t", in: text))
    #expect(
      try edited(
        text, .json, .setTimestamp(in: "t", JokeID("a"), number),
        .setTimestamp(in: "t", JokeID("c\""), number),
        .setTimestamp(in: "t", JokeID("d"), DefaultsNumber(seconds: 1_770_000_000)))
        == #"{"t":{"a":2e9,"b":2e9,"c\"":2e9,"d":1770000000.0}}"#)
  }

  private func number(_ id: String, of key: String, in text: String) throws -> DefaultsNumber? {
    let entry = try dump(text).entries(of: DefaultsKey(key))?.first { $0.key == JokeID(id) }
    guard case .number(let number)? = entry?.value else { return nil }
    return number
  }

  @Test(arguments: ["\n", "\r\n"])
  func `new containers take over indentation and line ends`(lineEnd: String) throws {
    let text = ["{", "\t\"s\": [", "\t],", "\t\"x\": 1", "}", ""].joined(separator: lineEnd)
    let new = [
      "{", "\t\"s\": [", "\t\t\"é\",", "\t\t\"b\\\\\"", "\t],", "\t\"x\": 1,", "\t\"t\": {",
      "\t\t\"a\": 1.5,", "\t\t\"b\": 2.0", "\t},", "\t\"u\": [", "\t\t\"c\"", "\t]", "}", "",
    ].joined(separator: lineEnd)
    #expect(
      try edited(
        text, .json, .append(to: "s", ["é", "b\\"]),
        .setTimestamp(in: "t", JokeID("a"), DefaultsNumber(seconds: 1.5)),
        .setTimestamp(in: "t", JokeID("b"), DefaultsNumber(seconds: 2)),
        .append(to: "u", ["c"])) == new)
  }

  @Test func `what shares a line goes on sharing it`() throws {
    #expect(
      try edited(
        #"{"s": ["a"], "n": [ "a" ], "e": []}"#, .json, .append(to: "s", ["b"]),
        .append(to: "n", ["b", "c"]), .append(to: "e", ["d", "e"]), .append(to: "m", ["f", "g"]))
        == #"{"s": ["a", "b"], "n": [ "a", "b", "c" ], "e": ["d", "e"], "m": ["f", "g"]}"#)
    #expect(
      try edited(#"{"s":["a"],"e":[]}"#, .json, .append(to: "s", ["b"]), .append(to: "e", ["d"]))
        == #"{"s":["a","b"],"e":["d"]}"#)
    #expect(
      try edited("{\n  \"s\": [\"a\"]\n}", .json, .append(to: "s", ["b"]))
        == "{\n  \"s\": [\"a\", \"b\"]\n}")
  }

  @Test func `entries leave and come in one go`() throws {
    let remove = ["a", "b", "c"].map { DefaultsEdit.removeEntry(in: "jokeRatings", JokeID($0)) }
    let add = DefaultsEdit.setTimestamp(
      in: "jokeRatings", JokeID("z"), DefaultsNumber(seconds: 9))
    func result(_ text: String, _ edits: [DefaultsEdit]) throws -> String {
      String(decoding: try dump(text).applying(edits), as: UTF8.self)
    }
    #expect(
      try result(Self.compact, remove + [add]) == #"{"jokeRatings":{"z":9.0},"x":[1, 2]}"#)
    #expect(
      try result(Self.compact, Array(remove.dropFirst()) + [add])
        == #"{"jokeRatings":{"a":4,"z":9.0},"x":[1, 2]}"#)
    #expect(
      try result(Self.pretty, remove + [add])
        == "{\n  \"jokeRatings\" : {\n    \"z\" : 9.0\n  },\n  \"x\" : [1, 2]\n}\n")
  }

  @Test func `of two edits of one thing the later counts`() throws {
    let a = JokeID("a")
    #expect(
      try edited(
        Self.compact, .json, .removeEntry(in: "jokeRatings", a),
        .setRating(in: "jokeRatings", a, .one), .setBoolean("f", true), .setBoolean("f", false))
        == #"{"jokeRatings":{"a":1,"b":3,"c":5},"x":[1, 2],"f":false}"#)
  }

  @Test(arguments: [
    (1, #"["a", "b"]"#), (2, #"["b"]"#), (3, "[]"), (4, "[]"), (0, #"["a", "a", "b"]"#),
  ])
  func `the first elements leave an array, each with its comma`(count: Int, rest: String) throws {
    #expect(
      try edited(#"{"s": ["a", "a", "b"], "x": 1}"#, .json, .removeFirst(count, from: "s"))
        == #"{"s": \#(rest), "x": 1}"#)
  }

  @Test func `elements leave the front and come to the end in one go`() throws {
    let text = "{\n  \"s\": [\n    \"a\",\n    \"b\"\n  ]\n}"
    #expect(
      try edited(text, .json, .removeFirst(1, from: "s"), .append(to: "s", ["c"]))
        == text.replacing("\"b\"", with: "\"c\"").replacing("\"a\"", with: "\"b\""))
    #expect(
      try edited(text, .json, .removeFirst(5, from: "s"), .append(to: "s", ["c"]))
        == "{\n  \"s\": [\n    \"c\"\n  ]\n}")
    #expect(try edited("{}", .json, .removeFirst(1, from: "s")) == "{}")
  }
}
