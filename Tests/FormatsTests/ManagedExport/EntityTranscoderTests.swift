import TestSupport
import Testing

@testable import Formats

struct EntityTranscoderTests {
  private func json(_ entity: [UInt8]) -> String {
    do throws(MalformedMessage) {
      return String(
        decoding: try restDocument(of: try Entity(entity.span)), as: UTF8.self)
    } catch {
      return error.reason
    }
  }

  private func value(_ value: EntityWriter.Value) -> String {
    let text = json(EntityWriter.entity(["c", "d"], [EntityWriter.field("f", value)]))
    let start = #"{"name":"projects/project/databases/(default)/documents/c/d","fields":{"f":"#
    return text.hasPrefix(start) ? String(text.dropFirst(start.count).dropLast(2)) : text
  }

  @Test(
    arguments: [
      (.integer(-1), #"{"integerValue":"-1"}"#),
      (.integer(.min), #"{"integerValue":"-9223372036854775808"}"#),
      (.boolean(true), #"{"booleanValue":true}"#), (.null, #"{"nullValue":null}"#),
      (.text("é\"\n"), #"{"stringValue":"é\"\n"}"#), (.double(4), #"{"doubleValue":4.0}"#),
      (.double(-0.0), #"{"doubleValue":-0.0}"#), (.double(.nan), #"{"doubleValue":"NaN"}"#),
      (.double(-.infinity), #"{"doubleValue":"-Infinity"}"#),
      (.moment(0), #"{"timestampValue":"1970-01-01T00:00:00Z"}"#),
      (.moment(-1), #"{"timestampValue":"1969-12-31T23:59:59.999999Z"}"#),
      (.moment(-1_000_000), #"{"timestampValue":"1969-12-31T23:59:59Z"}"#),
      (.moment(1_500_000), #"{"timestampValue":"1970-01-01T00:00:01.500Z"}"#),
      (.string([0xFF, 0], meaning: 14), #"{"bytesValue":"/wA="}"#),
      (.string([1, 2, 3], meaning: 16), #"{"bytesValue":"AQID"}"#),
      (.string([], meaning: 14), #"{"bytesValue":""}"#),
      (.string([0x78], meaning: 15), #"{"stringValue":"x"}"#),
      (.string([], meaning: 19), #"{"mapValue":{"fields":{}}}"#),
      (.emptyArray, #"{"arrayValue":{}}"#),
    ] as [(EntityWriter.Value, String)])
  func `each type is spelled as the REST API does`(value: EntityWriter.Value, json: String) {
    #expect(self.value(value) == json)
  }

  @Test(arguments: [
    EntityWriter.Value(bytes: [0x08, 1], meaning: 9), .init(bytes: [], meaning: 7),
    .init(bytes: [0x10, 1], meaning: 7), .string([], meaning: 20),
    .init(bytes: EntityWriter.field(9, [1])), .init(bytes: [0x43, 0x44]),
    .init(bytes: [0x2B, 0x2C]),
  ])
  func `a type that is not known fails its document`(value: EntityWriter.Value) {
    #expect(self.value(value).hasPrefix("a field's value has an unknown type"))
  }

  @Test func `a value must be single, valid UTF-8 and within the calendar`() {
    #expect(value(.init(bytes: [0x08, 1, 0x08, 2])) == "a field has two values")
    #expect(value(.string([0xFF])) == "a text is not UTF-8")
    #expect(value(.moment(.max)).hasPrefix("a timestamp lies outside"))
    #expect(value(.init(bytes: [0x62, 0])).contains("unknown type"))
    #expect(value(.init(bytes: [0x63, 0x64])) == "a reference has no path")
  }

  @Test func `an array is told by its mark, not by how many elements it has`() {
    let fields = [
      EntityWriter.array("a", .integer(1)), EntityWriter.array("b", .null, .text("x")),
      EntityWriter.field("c", .integer(2)),
    ]
    #expect(
      json(EntityWriter.entity(["c", "d"], fields)).contains(
        #"{"a":{"arrayValue":{"values":[{"integerValue":"1"}]}},"#
          + #""b":{"arrayValue":{"values":[{"nullValue":null},{"stringValue":"x"}]}},"#
          + #""c":{"integerValue":"2"}}"#))
  }

  @Test func `a field that occurs twice fails its document`() {
    let twice = [EntityWriter.field("a", .null), EntityWriter.field("a", .null)]
    #expect(json(EntityWriter.entity(["c", "d"], twice)) == "a field occurs twice")
    let split = [
      EntityWriter.array("a", .null), EntityWriter.field("b", .null),
      EntityWriter.array("a", .null),
    ]
    #expect(json(EntityWriter.entity(["c", "d"], split)) == "a field occurs twice")
  }

  @Test func `a key, a name or a value that comes twice fails its document`() {
    let key = EntityWriter.key(["c", "d"])
    #expect(json(key + key) == "it has two keys")
    let name = EntityWriter.field(3, [0x61])
    let value = EntityWriter.field(5, [])
    for twice in [name + value + value, name + name + value] {
      #expect(json(key + EntityWriter.field(15, twice)) == "a field has two names or values")
    }
    #expect(json(key + EntityWriter.field(15, name)) == "a field has no value")
    #expect(json(key + EntityWriter.field(14, value)) == "a field has no name")
  }

  @Test func `names that are equal as text and not as bytes are two fields`() {
    let both = [EntityWriter.field("e\u{301}", .null), EntityWriter.field("\u{E9}", .null)]
    #expect(json(EntityWriter.entity(["c", "d"], both)).hasPrefix("{"))
  }

  @Test func `a name says project, database, and every collection`() {
    let key = EntityWriter.key(
      ["users", "u", "rating_events", "e"], app: "s~google.com:proj", database: "other")
    #expect(
      json(key)
        == #"{"name":"projects/google.com:proj/databases/other/documents/users/u/rating_events/e","#
        + #""fields":{}}"#)
    #expect(json([]) == "it has no key")
    #expect(json(EntityWriter.key([String]())) == "its key's path is empty")
  }

  @Test func `maps nest as deep as protocol buffers allow, and no deeper`() {
    func nested(_ depth: Int) -> EntityWriter.Value {
      (0..<depth).reduce(.integer(1)) { inner, _ in
        .string(
          Array(EntityWriter.entity(["c", "d"], [EntityWriter.field("m", inner)])), meaning: 19)
      }
    }
    #expect(value(nested(20)).hasPrefix("{"))
    #expect(value(nested(100)).hasPrefix("{"))
    #expect(value(nested(101)).hasPrefix("maps are nested"))
  }
}
