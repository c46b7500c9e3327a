import Jokes
import Scan
import SystemIO
import Testing

@testable import Formats

/// Rows of a table that BigQuery loaded from an export. The fixtures hold the printed documents.
struct ColumnSpellingTests {
  @Test(arguments: [
    (#""rating_events", "a""#, "rating_events/a"),
    (#""users", "u", "rating_events", "x y""#, "users/u/rating_events/x y"),
    (#""a", 42"#, "a/__id42__"), (#""a", -7, "b", "c""#, "a/__id-7__/b/c"),
    (#""a", "b, "c" d""#, #"a/b, "c" d"#), (#""a", "b"c""#, #"a/b"c"#),
    // A modifier joins the quote before it into one character.
    ("\"a\", \"\u{1F3FD}\"", "a/\u{1F3FD}"),
  ])
  func `a path is spelled in steps`(text: String, path: String) {
    #expect(KeyPath(text)?.description == path)
  }

  @Test(arguments: [
    "", "a", "a/b", #""a", "#, #""a", b"#, "\"\"", #""a", """#,
    #""a/b", "c""#,
    #""a", 9223372036854775808"#, #""a", 4.5"#, #""a", "b"#, #"x"a", "b""#,
  ])
  func `other spellings are not a key's path`(text: String) {
    #expect(KeyPath(text) == nil)
  }

  @Test(arguments: [
    #""4""#, "4", "4.0", #""4.0""#, #"{"provided":"integer","integer":"4","string":null}"#,
    #"{"string":"x","integer":4,"provided":"integer"}"#, #"{"provided":"float","float":4.0}"#,
  ])
  func `an integer may stand in a string, or among other types`(text: String) throws {
    #expect(try rating(text) == "4")
  }

  @Test(arguments: [
    #""+4""#, #""-0""#, #""04""#, #""4.5""#, #""four""#, #""\u0034""#, "true", "null", "[4]", "{}",
    #"{"provided":"string","string":"4"}"#, #"{"provided":"integer"}"#, #"{"integer":"4"}"#,
    #"{"provided":"boolean","boolean":true}"#,
  ])
  func `a column that is not a rating is an unexpected rating`(text: String) throws {
    #expect(try rating(text) == "unexpected")
  }

  private func rating(_ text: String) throws -> String? {
    let row = #"{"__key__":{"path":"\"rating_events\", \"a\""},"joke_id":"7","rating":\#(text)}"#
    return try ofEvent(row, as: .bigQueryTable[1]) { event -> String in
      if case .rating(let rating) = event.reading { return "\(rating.rawValue)" }
      return "unexpected"
    }
  }

  @Test func `a key without a path names the document alone`() throws {
    let row = #"{"__key__":{"name":"a"},"rating":"4"}"#
    #expect(try ofEvent(row, as: .bigQueryTable[1]) { $0.identity?.id } == "a")
  }
}
