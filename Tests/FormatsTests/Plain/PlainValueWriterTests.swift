@testable import Formats
import Testing

struct PlainValueWriterTests {
  private func plain(_ value: String) throws -> String {
    let document = try PlainValueWriter.document(Array("{\"f\":\(value)}".utf8), named: nil)
    return String(decoding: document.dropFirst(5).dropLast(), as: UTF8.self)
  }

  @Test(arguments: [
    (#"{"integerValue":"5"}"#, "5"), (#"{"integerValue":5}"#, "5"),
    (#"{"integerValue":"-9223372036854775808"}"#, "-9223372036854775808"),
    (#"{"integerValue":"5.0"}"#, "5"), (#"{"integerValue":"1e2"}"#, "100"),
    (#"{"doubleValue":4}"#, "4.0"), (#"{"doubleValue":-0}"#, "-0.0"),
    (#"{"doubleValue":1e+21}"#, "1e+21"), (#"{"doubleValue":"NaN"}"#, #""NaN""#),
    (#"{"doubleValue":"-Infinity"}"#, #""-Infinity""#), (#"{"doubleValue":"1.5"}"#, "1.5"),
    (#"{"nullValue":null}"#, "null"), (#"{"nullValue":"NULL_VALUE"}"#, "null"),
    (#"{ "booleanValue" : true }"#, "true"), (#"{"stringValue":"\u00e9\/\n"}"#, #""é/\n""#),
    (#"{"timestampValue":"2026-01-01T00:00:00Z"}"#, #""2026-01-01T00:00:00Z""#),
    (#"{"bytesValue":"AP/+"}"#, #""AP/+""#),
    (#"{"referenceValue":"projects/p/databases/d/documents/a/b"}"#, #""a/b""#),
    (#"{"geoPointValue":{}}"#, #"{"latitude":0.0,"longitude":0.0}"#),
    (#"{"geoPointValue":{"longitude":1.5,"latitude":-2}}"#, #"{"latitude":-2.0,"longitude":1.5}"#),
    (#"{"arrayValue":{}}"#, "[]"), (#"{"mapValue":{}}"#, "{}"),
    (#"{"arrayValue":{"values":[{"integerValue":"1"},{"mapValue":{"fields":{}}}]}}"#, "[1,{}]"),
    (#"{"mapValue":{"fields":{"a":{"mapValue":{}},"b":{"mapValue":{}}}}}"#, #"{"a":{},"b":{}}"#),
  ])
  func `each type has its plain spelling`(typed: String, expected: String) throws {
    #expect(try plain(typed) == expected)
  }

  @Test func `the name comes first`() throws {
    let fields = Array(#"{"a":{"integerValue":"1"}}"#.utf8)
    let document = try PlainValueWriter.document(fields, named: "c/\"x\"")
    #expect(String(decoding: document, as: UTF8.self) == #"{"__name__":"c/\"x\"","a":1}"#)
    let empty = try PlainValueWriter.document(Array("{}".utf8), named: "c/x")
    #expect(String(decoding: empty, as: UTF8.self) == #"{"__name__":"c/x"}"#)
  }
}
