import Formats
import Jokes
import Scan
import SystemIO
import Testing

/// Documents as firestore-backfire has them.
struct BackfireTests {
  private static func migrate(_ event: borrowing RatingEventDocument) -> Decision {
    BinaryRatingRule().decide(event.reading)
  }

  private static func line(_ path: String, _ rating: Int) -> String {
    #"{"path":"\#(path)","data":{"rating":\#(rating)},"timestamps":[]}"# + "\n"
  }

  @Test func `a line holds a document, of the wanted collection or another`() throws {
    let (mine, other) = ("rating_events/a", "users/u/rating_events/a")
    let outcome = try readEvents(
      Self.line(mine, 4) + Self.line(other, 4) + Self.line(mine, 3), as: .backfire[1],
      Self.migrate)
    #expect(outcome.text == Self.line(mine, 5) + Self.line(other, 4))
    #expect(outcome.visitor.passedOver == 1)
    let inner = try readEvents(
      outcome.text, as: .backfire[1], in: "users/u/rating_events", Self.migrate)
    #expect(inner.text == Self.line(mine, 5) + Self.line(other, 5))
  }

  @Test func `the path gives the id`() throws {
    let identity = try ofEvent(Self.line("rating_events/a_b", 4), as: .backfire[1]) { $0.identity }
    #expect(identity??.id == "a_b")
    #expect(identity??.collection == "rating_events")
    #expect(identity??.name == nil)
  }

  @Test func `a document without data has no rating`() throws {
    let reading = try ofEvent(#"{"path":"rating_events/a"}"#, as: .backfire[2]) { $0.reading }
    #expect(reading == .unexpected("missing"))
  }

  @Test func `the lists beside the data give values their types back`() throws {
    let moment = #"{"_seconds":1772337906,"_nanoseconds":0}"#
    let document =
      #"{"path":"rating_events/a","data":{"t":\#(moment),"u":\#(moment),"a":[1,{"b":\#(moment)}],"#
      + #""g":{"_latitude":1,"_longitude":2},"r":{"_firestore":{"x":1},"_path":{"segments":["jokes","j"]}}},"#
      + #""timestamps":["t","a.1.b"],"geopoints":["g"],"documents":["r"]}"#
    let fields = try ofEvent(document, as: .backfire[2]) { try $0.typedFields() }
    #expect(
      String(decoding: try #require(fields), as: UTF8.self)
        == #"{"t":{"timestampValue":"2026-03-01T04:05:06Z"},"u":{"mapValue":{"fields":{"#
        + #""_seconds":{"integerValue":"1772337906"},"_nanoseconds":{"integerValue":"0"}}}},"#
        + #""a":{"arrayValue":{"values":[{"integerValue":"1"},{"mapValue":{"fields":{"b":"#
        + #"{"timestampValue":"2026-03-01T04:05:06Z"}}}}]}},"#
        + #""g":{"geoPointValue":{"latitude":1,"longitude":2}},"#
        + #""r":{"referenceValue":"projects/p/databases/d/documents/jokes/j"}}"#)
  }

  @Test func `a list names fields by their bytes`() throws {
    let (composed, decomposed) = ("\u{E9}", "e\u{301}")
    let moment = #"{"_seconds":1772337906,"_nanoseconds":0}"#
    let document =
      #"{"path":"rating_events/a","data":{"\#(composed)":{"x":1},"\#(decomposed)":\#(moment)},"#
      + #""timestamps":["\#(decomposed)"]}"#
    let fields = try ofEvent(document, as: .backfire[2]) { try $0.typedFields() }
    #expect(
      try #require(fields)
        == Array(
          (#"{"\#(composed)":{"mapValue":{"fields":{"x":{"integerValue":"1"}}}},"#
            + #""\#(decomposed)":{"timestampValue":"2026-03-01T04:05:06Z"}}"#).utf8))
  }
}
