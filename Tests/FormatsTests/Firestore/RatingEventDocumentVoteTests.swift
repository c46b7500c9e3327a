import Formats
import Jokes
import Scan
import SystemIO
import Testing

/// The voter of an event, and its fields as the app's own script reads them.
struct RatingEventDocumentVoteTests {
  private func vote(_ document: String, as format: InputFormat = .ndjson) throws -> Vote? {
    try ofEvent(document, as: format) { $0.vote(.hilarious) }
  }

  @Test func `device, week and time are fields, whatever the document's id says`() throws {
    let document = """
      {"id":"X_j_2026-W09","joke_id":"j","rating":5,"device_id":"d\\u00e9","week_id":"2026-W07",\
      "timestamp":"2026-02-10T08:00:00.123456789Z"}
      """
    #expect(
      try vote(document)
        == Vote(
          .hilarious, device: "dé", week: "2026-W07", microseconds: 1_770_710_400_123_456))
  }

  @Test(arguments: [
    #""2026-02-10T09:00:00+01:00""#, #"{"_seconds":1770710400,"_nanoseconds":0}"#,
    #"{"seconds":1770710400,"nanoseconds":0}"#, "1770710400000", "1770710400",
    #"{"__time__":"2026-02-10T08:00:00Z"}"#,
  ])
  func `a time may be spelled as exporters do`(time: String) throws {
    #expect(
      try vote(#"{"joke_id":"j","rating":5,"timestamp":\#(time)}"#)?.microseconds
        == 1_770_710_400_000_000)
  }

  @Test(arguments: [
    "", #","device_id":null,"week_id":7,"timestamp":"then""#,
    #","device_id":"","week_id":"","timestamp":null"#,
    #","device_id":{"a":1},"week_id":["2026-W07"],"timestamp":1e300"#,
    #","device_id":[[1]],"timestamp":true"#,
  ])
  func `empty and unusable fields count as missing`(fields: String) throws {
    #expect(try vote(#"{"joke_id":"j","rating":5\#(fields)}"#) == Vote(.hilarious))
  }

  @Test func `a typed document has the same vote as a plain one`() throws {
    let document = """
      {"name":"projects/p/databases/d/documents/rating_events/x","fields":{"rating":\
      {"integerValue":"5"},"device_id":{"stringValue":"d"},"joke_id":{"stringValue":"j"},\
      "week_id":{"stringValue":"w"},"timestamp":{"timestampValue":"1970-01-01T00:00:01Z"}}}
      """
    #expect(
      try vote(document, as: .restDocuments)
        == Vote(.hilarious, device: "d", week: "w", microseconds: 1_000_000))
  }

  @Test(
    arguments: [
      ("5", .number(5)), ("4.0", .number(4)), ("4.5", .number(4.5)), ("99", .number(99)),
      ("1e400", .number(.infinity)), ("4.9999999999999999999", .number(5)), ("null", .null),
      ("true", .boolean(true)), (#""4""#, .string("4")), (#""\u0034""#, .string("4")),
      ("[4]", .array([.number(4)])), ("[]", .array([])), (#"{"value":4}"#, .object),
      (#"{"_seconds":5,"_nanoseconds":0}"#, .object),
    ] as [(String, ScriptValue)])
  func `a rating is to the script what it is to Firestore's library`(
    rating: String, value: ScriptValue
  ) throws {
    #expect(try ofEvent(#"{"joke_id":"j","rating":\#(rating)}"#) { $0.scriptRating } == value)
  }

  @Test(
    arguments: [
      (#"{"rating":5}"#, .undefined), (#"{"joke_id":"j\n"}"#, .string("j\n")),
      (#"{"joke_id":""}"#, .string("")), (#"{"joke_id":17}"#, .number(17)),
      (#"{"joke_id":null}"#, .null), (#"{"joke_id":["x"]}"#, .array([.string("x")])),
    ] as [(String, ScriptValue)])
  func `a joke's id is what the script finds under its name`(
    document: String, value: ScriptValue
  ) throws {
    #expect(try ofEvent(document) { $0.scriptJoke } == value)
    #expect(try ofEvent(document) { $0.scriptRating } != .null)
  }
}
