import Scan
import SystemIO
import Testing

@testable import Formats

private let writer = TypedValueWriter(conventions: ValueConventions(.untagged))

private func typed(_ json: String, named name: String? = nil) throws -> String {
  let bytes = Array(json.utf8)
  return try writer.value(bytes.span, 0..<bytes.count, of: name).text
}

private func fields(_ json: String, leavingOut field: String? = nil) throws -> String {
  let bytes = Array(json.utf8)
  return try writer.fields(bytes.span, at: 0, leavingOut: field).text
}

extension [UInt8] {
  fileprivate var text: String { String(decoding: self, as: UTF8.self) }
}

struct TypedValueWriterTests {
  @Test(arguments: [
    ("null", #"{"nullValue":null}"#), ("true", #"{"booleanValue":true}"#),
    ("false", #"{"booleanValue":false}"#), ("5", #"{"integerValue":"5"}"#),
    ("-9223372036854775808", #"{"integerValue":"-9223372036854775808"}"#),
    ("9223372036854775808", #"{"doubleValue":9223372036854775808}"#),
    ("4.0", #"{"doubleValue":4.0}"#), ("4e0", #"{"doubleValue":4e0}"#),
    (#""é\n\u0041""#, #"{"stringValue":"é\nA"}"#), ("[]", #"{"arrayValue":{}}"#),
    ("{}", #"{"mapValue":{}}"#),
    ("[ 1 , {} ]", #"{"arrayValue":{"values":[{"integerValue":"1"},{"mapValue":{}}]}}"#),
    (
      #"{ "a" : [null] }"#,
      #"{"mapValue":{"fields":{"a":{"arrayValue":{"values":[{"nullValue":null}]}}}}}"#
    ),
  ])
  func `a plain value gets its type back`(json: String, value: String) throws {
    #expect(try typed(json) == value)
  }

  @Test(arguments: [
    (#"{"_seconds":1772337906,"_nanoseconds":789000000}"#, "2026-03-01T04:05:06.789Z"),
    (#"{"nanoseconds":0,"seconds":0}"#, "1970-01-01T00:00:00Z"),
    (#"{"_seconds":-1,"_nanoseconds":999999999}"#, "1969-12-31T23:59:59.999999999Z"),
    (#"{"__time__":"2026-03-01T05:05:06+01:00"}"#, "2026-03-01T04:05:06Z"),
  ])
  func `an exporter's timestamp is one, in any field`(json: String, moment: String) throws {
    #expect(try typed(json) == #"{"timestampValue":"\#(moment)"}"#)
    #expect(try typed(json, named: "x") == #"{"timestampValue":"\#(moment)"}"#)
  }

  @Test(arguments: [
    #"{"_seconds":1}"#, #"{"_seconds":1,"nanoseconds":2}"#, #"{"_seconds":1,"_nanoseconds":-1}"#,
    #"{"_seconds":1,"_nanoseconds":1000000000}"#, #"{"_seconds":1.5,"_nanoseconds":1}"#,
    #"{"_seconds":1,"_nanoseconds":1,"x":1}"#, #"{"_seconds":999999999999,"_nanoseconds":1}"#,
    #"{"__time__":"noon"}"#, #"{"__time__":"2026-03-01T05:05:06Z","x":1}"#, #"{"__time__":5}"#,
    #"{"seconds":"1","nanoseconds":"1"}"#,
  ])
  func `an object that only resembles a timestamp is a map`(json: String) throws {
    #expect(try typed(json, named: "timestamp").hasPrefix(#"{"mapValue":{"fields":{"#))
  }

  @Test(arguments: [
    (#""2026-03-01T04:05:06Z""#, "2026-03-01T04:05:06Z"), ("1772337906", "2026-03-01T04:05:06Z"),
    ("1772337906.5", "2026-03-01T04:05:06.500Z"), ("1772337906789", "2026-03-01T04:05:06.789Z"),
    ("1772337906789012", "2026-03-01T04:05:06.789012Z"), ("0", "1970-01-01T00:00:00Z"),
    ("1.772337906e9", "2026-03-01T04:05:06Z"), ("0.9999999", "1970-01-01T00:00:01Z"),
  ])
  func `the field timestamp is one in every spelling`(json: String, moment: String) throws {
    #expect(try typed(json, named: "timestamp") == #"{"timestampValue":"\#(moment)"}"#)
    #expect(try !typed(json, named: "other").contains("timestampValue"))
    #expect(try !fields(#"{"a":{"timestamp":\#(json)}}"#).contains("timestampValue"))
  }

  @Test(arguments: [
    ("-5", "integerValue"), (#""yesterday""#, "stringValue"), ("1e300", "doubleValue"),
    ("null", "nullValue"),
  ])
  func `a field timestamp that is no moment stays what it is`(json: String, type: String) throws {
    #expect(try typed(json, named: "timestamp").hasPrefix(#"{"\#(type)":"#))
  }

  @Test(arguments: [
    (
      #"{"_latitude":52.5,"_longitude":-0}"#, #"{"geoPointValue":{"latitude":52.5,"longitude":-0}}"#
    ),
    (
      #""{\"type\":\"timestamp\",\"data\":\"2026-03-01T04:05:06Z\"}""#,
      #"{"timestampValue":"2026-03-01T04:05:06Z"}"#
    ),
  ])
  func `an exporter's place, and a timestamp in text, are taken for it`(
    json: String, value: String
  ) throws {
    #expect(try typed(json, named: "x") == value)
  }

  @Test(arguments: [
    #"{"_latitude":52.5}"#, #"{"_latitude":"5","_longitude":5}"#,
    #"{"_latitude":1,"_longitude":5,"x":1}"#,
  ])
  func `an object that only resembles a place is a map`(json: String) throws {
    #expect(try typed(json).hasPrefix(#"{"mapValue":{"fields":{"#))
  }

  @Test func `the field that the exporter added is left out`() throws {
    #expect(
      try fields(#"{"id":"x","a":{"id":"y"}}"#, leavingOut: "id")
        == #"{"a":{"mapValue":{"fields":{"id":{"stringValue":"y"}}}}}"#)
    #expect(try fields(#"{"id":7}"#, leavingOut: "id") == #"{"id":{"integerValue":"7"}}"#)
    #expect(try fields("{}") == "{}")
  }

  @Test(arguments: [
    (#"{"a":1,"a":2}"#, "the field 'a' occurs twice"),
    (#"{"x":{"a":1,"\u0061":2}}"#, "the field 'a' occurs twice"),
    (#"{"a":[[1]]}"#, "an array directly inside an array"),
    (#"{"a":1e400}"#, "the number 1e400 is larger than any double"),
  ])
  func `a value that Firestore cannot hold has a reason`(json: String, reason: String) throws {
    var found: String?
    do { _ = try fields(json) } catch let error as Unrepresentable {
      found = error.reason
    }
    #expect(found == reason)
  }

  @Test func `twenty levels are held, one more is not`() throws {
    func maps(_ depth: Int) -> String {
      #"{"f":"# + String(repeating: #"{"a":"#, count: depth) + "1"
        + String(repeating: "}", count: depth)
        + "}"
    }
    func mixed(_ depth: Int) -> String {
      #"{"f":"# + String(repeating: #"[{"a":"#, count: depth / 2) + "[]"
        + String(repeating: "}]", count: depth / 2) + "}"
    }
    _ = try fields(maps(20))
    #expect(throws: Unrepresentable.self) { try fields(maps(21)) }
    _ = try fields(mixed(18))
    #expect(throws: Unrepresentable.self) { try fields(mixed(20)) }
  }
}
