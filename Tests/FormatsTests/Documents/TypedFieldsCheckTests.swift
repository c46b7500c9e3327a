import Scan
import SystemIO
import TestSupport
import Testing
@testable import Formats

/// Nothing is printed, and no write is made, of a typed value that Firestore could not hold.
struct TypedFieldsCheckTests {
  private func check(_ value: String, wantsFullNames: Bool = false) throws {
    try TypedFieldsCheck(wantsFullNames: wantsFullNames).check(Array(#"{"v":\#(value)}"#.utf8).span)
  }

  /// The error in the value, and its distance from the first byte.
  private func problem(_ value: String) throws -> (reason: String, offset: Int?)? {
    do {
      try check(value)
      return nil
    } catch let error as Unrepresentable {
      return (error.reason, error.offset.map { $0 - 5 })
    }
  }

  @Test(arguments: [
    #"{"integerValue":"5"}"#, #"{"integerValue":-9223372036854775808}"#, #"{"integerValue":"5.0"}"#,
    #"{"integerValue":"9223372036854775807"}"#, #"{"integerValue":"-0"}"#,
    #"{"integerValue":"1e2"}"#, #"{"integerValue":"9.223372036854775807e18"}"#,
    #"{"doubleValue":"NaN"}"#, #"{"doubleValue":1e300}"#, #"{"doubleValue":"1.5"}"#,
    #"{"doubleValue":-0.0}"#, #"{"nullValue":null}"#, #"{"nullValue":"NULL_VALUE"}"#,
    #"{"booleanValue":false}"#, #"{"stringValue":""}"#, #"{ "stringValue" : "a" }"#,
    #"{"timestampValue":"2026-03-01T04:05:06Z"}"#,
    #"{"timestampValue":"0001-01-01T00:00:00.123456789Z"}"#,
    #"{"timestampValue":"2026-03-01T04:05:06.1+01:00"}"#,
    #"{"bytesValue":""}"#, #"{"bytesValue":"AP/+"}"#, #"{"bytesValue":"AP_-"}"#,
    #"{"bytesValue":"AA=="}"#, #"{"bytesValue":"AA"}"#,
    #"{"referenceValue":"projects/p/databases/d/documents/a/b"}"#, #"{"referenceValue":"a/b"}"#,
    #"{"geoPointValue":{}}"#, #"{"geoPointValue":{"longitude":-180,"latitude":90.0}}"#,
    #"{"arrayValue":{}}"#, #"{"arrayValue":{"values":[]}}"#, #"{"mapValue":{}}"#,
    #"{"mapValue":{"fields":{}}}"#,
    #"{"mapValue":{"fields":{"a":{"arrayValue":{"values":[{"integerValue":"1"}]}}}}}"#,
    #"{"mapValue":{"fields":{"__type__":{"stringValue":"__vector__"},"value":{"arrayValue":{}}}}}"#,
  ])
  func `values that the API accepts are valid`(value: String) throws {
    #expect(try problem(value) == nil)
  }

  @Test(arguments: [
    ("5", "a value without a type"), ("{}", "a value without a type"),
    (#"{"integerValue":"1","stringValue":"a"}"#, "a value of two types"),
    (#"{"fooValue":1}"#, #"a value of the unknown type "fooValue""#),
    (#"{"integerValue":"1e400"}"#, "not a 64-bit integer: 1e400"),
    (#"{"integerValue":"9223372036854775808"}"#, "not a 64-bit integer: 9223372036854775808"),
    (#"{"integerValue":"1.5"}"#, "not a 64-bit integer: 1.5"),
    (#"{"integerValue":"+4"}"#, "a malformed 'integerValue'"),
    (#"{"integerValue":"04"}"#, "a malformed 'integerValue'"),
    (#"{"integerValue":" 4"}"#, "a malformed 'integerValue'"),
    (#"{"integerValue":""}"#, "a malformed 'integerValue'"),
    (#"{"integerValue":true}"#, "a malformed 'integerValue'"),
    (#"{"doubleValue":1e400}"#, "the number 1e400 is larger than any double"),
    (#"{"doubleValue":"1e400"}"#, "the number 1e400 is larger than any double"),
    (#"{"doubleValue":"nan"}"#, "a malformed 'doubleValue'"),
    (#"{"nullValue":"null"}"#, "a malformed 'nullValue'"),
    (#"{"booleanValue":"true"}"#, "a malformed 'booleanValue'"),
    (#"{"stringValue":5}"#, "a malformed 'stringValue'"),
    (#"{"timestampValue":"yesterday"}"#, #"not a timestamp: "yesterday""#),
    (#"{"timestampValue":"2026-03-01T04:05:06"}"#, #"not a timestamp: "2026-03-01T04:05:06""#),
    (#"{"timestampValue":"2026-03-01t04:05:06z"}"#, #"not a timestamp: "2026-03-01t04:05:06z""#),
    (#"{"timestampValue":"2026-02-29T00:00:00Z"}"#, #"not a timestamp: "2026-02-29T00:00:00Z""#),
    (#"{"timestampValue":"0000-01-01T00:00:00Z"}"#, #"not a timestamp: "0000-01-01T00:00:00Z""#),
    (#"{"timestampValue":"2026-03-01T04:05:60Z"}"#, #"not a timestamp: "2026-03-01T04:05:60Z""#),
    (
      #"{"timestampValue":"2026-03-01T04:05:06.1234567890Z"}"#,
      #"not a timestamp: "2026-03-01T04:05:06.1234567890Z""#
    ),
    (#"{"bytesValue":"A"}"#, "bytes that are not base64"),
    (#"{"bytesValue":"AB"}"#, "bytes that are not base64"),
    (#"{"bytesValue":"A-/="}"#, "bytes that are not base64"),
    (#"{"bytesValue":"AAA\n"}"#, "bytes that are not base64"),
    (#"{"referenceValue":""}"#, #"not the name of a document: """#),
    (#"{"referenceValue":"a/b/c"}"#, #"not the name of a document: "a/b/c""#),
    (#"{"referenceValue":"a/.."}"#, #"not the name of a document: "a/..""#),
    (#"{"geoPointValue":{"altitude":1}}"#, "a malformed 'geoPointValue'"),
    (#"{"geoPointValue":{"latitude":"1"}}"#, "a malformed 'geoPointValue'"),
    (#"{"geoPointValue":{"latitude":1,"latitude":1}}"#, "a malformed 'geoPointValue'"),
    (#"{"arrayValue":[]}"#, "a malformed 'arrayValue'"),
    (#"{"arrayValue":{"values":{}}}"#, "a malformed 'arrayValue'"),
    (#"{"arrayValue":{"values":[],"values":[]}}"#, "a malformed 'arrayValue'"),
    (#"{"mapValue":{"values":{}}}"#, "a malformed 'mapValue'"),
    (#"{"mapValue":{"fields":{},"x":1}}"#, "a malformed 'mapValue'"),
  ])
  func `values that the API refuses have a reason`(value: String, reason: String) throws {
    #expect(try problem(value)?.reason == reason)
  }

  @Test(arguments: [
    (#"{"mapValue":{"fields":{"a":{"nullValue":1}}}}"#, "a malformed 'nullValue'", "1}"),
    (
      #"{"mapValue":{"fields":{"a":{"nullValue":null},"\u0061":{"nullValue":null}}}}"#,
      "the field 'a' occurs twice", #""\u0061""#
    ),
    (#"{"mapValue":{"fields":{"":{"nullValue":null}}}}"#, "a field has an empty name", #""""#),
    (
      #"{"arrayValue":{"values":[{"nullValue":null},{"arrayValue":{}}]}}"#,
      "an array directly inside an array", #"{"arrayValue":{}}"#
    ),
    (
      #"{"geoPointValue":{"latitude":90.5,"longitude":0}}"#,
      "not a valid coordinate: 90.5", "90.5"
    ),
  ])
  func `the place is that of what is wrong`(value: String, reason: String, part: String) throws {
    let found = try #require(try problem(value))
    let start = try #require(value.firstRange(of: part)).lowerBound
    #expect(found.reason == reason)
    #expect(found.offset == value.utf8.distance(from: value.startIndex, to: start))
  }

  @Test func `a field has a name of its own, and none that is reserved`() throws {
    func problem(_ fields: String) throws -> String? {
      do {
        try TypedFieldsCheck(wantsFullNames: false).check(Array(fields.utf8).span)
        return nil
      } catch let error as Unrepresentable {
        return error.reason
      }
    }
    let null = #"{"nullValue":null}"#
    #expect(try problem(#"{"a":\#(null),"A":\#(null),"__":\#(null),"__a":\#(null)}"#) == nil)
    #expect(try problem(#"{"a":\#(null),"a":\#(null)}"#) == "the field 'a' occurs twice")
    #expect(
      try problem(#"{"__name__":\#(null)}"#)
        == "the field name '__name__' is reserved by Firestore")
    let long = String(repeating: "é", count: 750)
    #expect(try problem(#"{"\#(long)":\#(null)}"#) == nil)
    #expect(
      try problem(#"{"\#(long)x":\#(null)}"#)?.hasSuffix("longer than Firestore allows") == true)
  }

  @Test func `twenty containers in each other are held, one more is not`() throws {
    func nested(_ depth: Int, in layers: [(String, String)]) -> String {
      (0..<depth).reduce(#"{"nullValue":null}"#) { value, level in
        let layer = layers[level % layers.count]
        return layer.0 + value + layer.1
      }
    }
    let map = (#"{"mapValue":{"fields":{"m":"#, "}}}")
    let array = (#"{"arrayValue":{"values":["#, "]}}")
    for layers in [[map], [map, array], [array, map]] {
      #expect(try problem(nested(20, in: layers)) == nil)
      #expect(try problem(nested(21, in: layers))?.reason == "nested more than 20 deep")
      #expect(try problem(nested(10_000, in: layers))?.reason == "nested more than 20 deep")
    }
  }

  @Test func `a write refers to documents by their full names`() throws {
    try check(#"{"referenceValue":"projects/p/databases/d/documents/a/b"}"#, wantsFullNames: true)
    #expect(throws: Unrepresentable.self) {
      try check(#"{"referenceValue":"a/b"}"#, wantsFullNames: true)
    }
  }

  @Test(arguments: [
    (#"{"integerValue":"1e400"}"#, false), (#"{"integerValue":"5.0"}"#, true),
    (#"{"stringValue":"x"}"#, true), (#"{"doubleValue":1e400}"#, false),
  ])
  func `the typed fields for an undo are refused if a value is invalid`(
    value: String, isSound: Bool
  ) throws {
    let text =
      #"{"name":"projects/p/databases/d/documents/rating_events/a","fields":{"v":\#(value)}}"#
    func fields() throws -> String? {
      try ofEvent(text, as: .restStream) { event in
        _ = try event.typedValue(of: "v")
        return String(decoding: try event.typedFields(), as: UTF8.self)
      }
    }
    if isSound {
      #expect(try fields() == #"{"v":\#(value)}"#)
    } else {
      #expect(throws: Unrepresentable.self) { try fields() }
    }
  }

  @Test(arguments: [
    #"{"integerValue":"+4"}"#, #"{"integerValue":"04"}"#, #"{"integerValue":"4 "}"#,
    #"{"integerValue":"4.0"}"#, #"{"integerValue":"-0"}"#, #"{"integerValue":"4"}"#,
    #"{"doubleValue":"+4"}"#, #"{"doubleValue":"4"}"#,
  ])
  func `a rating is a number where the check takes it for one`(value: String) throws {
    let text = #"{"name":"a","fields":{"rating":\#(value)}}"#
    let reading = try #require(try ofEvent(text, as: .restStream) { $0.reading })
    #expect("\(reading)".contains("a malformed") == (try problem(value) != nil))
  }
}
