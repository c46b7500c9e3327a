import Foundation
import Scan
import SystemIO
import TestSupport
import Testing

@testable import Formats

struct RejectTests {
  /// A line of a list, without what ends it.
  private func line(_ reject: Reject) throws -> String {
    try TemporaryDirectory.with { directory in
      let text = try String(list(of: [reject], in: directory).dropLast())
      #expect(!text.contains("\n"))
      return String(text.dropLast(#","crc32c":"01234567"}"#.count))
    }
  }

  private func line(_ record: RejectedRecord?) throws -> String {
    try line(Reject(kind: "k", reason: "r", documentID: nil, place: nil, record: record))
  }

  private func members(_ record: RejectedRecord?) throws -> String {
    try String(line(record).dropFirst(#"{"schema_version":1,"kind":"k","reason":"r""#.count))
  }

  @Test func `a line has the reason, the document and the place`() throws {
    let reject = Reject(
      kind: "unusable", reason: "'rating' occurs \"twice\"", documentID: "d_é_w",
      place: Place(file: "f\n", line: 2, column: 3, byte: 17))
    #expect(
      try line(reject)
        == #"{"schema_version":1,"kind":"unusable","reason":"'rating' occurs \"twice\"","#
        + #""document":"d_é_w","file":"f\n","line":2,"column":3,"byte":17"#)
    #expect(try line(nil as RejectedRecord?) == #"{"schema_version":1,"kind":"k","reason":"r""#)
  }

  @Test func `a record keeps its bytes, but for line ends, and is on one line`() throws {
    let json = "{\"a\\n\":\r\n 1.50e0,\n\t\"é\":[]}"
    let record = RejectedRecord("ndjson", json: Array(json.utf8))
    #expect(
      try members(record) == ",\"format\":\"ndjson\",\"record\":{\"a\\n\":   1.50e0, \t\"é\":[]}")
  }

  @Test func `a reject has the path and key of its record`() throws {
    var record = RejectedRecord(
      "json-object", json: Array("{}".utf8), path: ["users", "ü\""], key: "a\u{0}")
    record.isAlone = true
    #expect(
      try members(record)
        == #","format":"json-object","path":["users","ü\""],"key":"a\u0000","alone":true,"#
        + #""record":{}"#)
  }

  @Test func `a record is JSON, else text, else base64`() throws {
    #expect(
      try members(RejectedRecord("ndjson", raw: Array("{\"a\"\t}".utf8)))
        == #","format":"ndjson","text":"{\"a\"\t}""#)
    #expect(
      try members(RejectedRecord("ndjson", raw: [0xFF, 0x00]))
        == #","format":"ndjson","base64":"/wA=""#
    )
  }

  @Test func `a record of the greatest size is kept, and a larger one is not`() throws {
    let most = [UInt8](repeating: 0x20, count: 16 << 20)
    #expect(try members(RejectedRecord("ndjson", json: most)).utf8.count > 16 << 20)
    let base64 = try line(RejectedRecord("binary-plist", raw: most))
    #expect(base64.utf8.count <= RejectedRecord.lineLimit)
    #expect(
      try members(RejectedRecord("ndjson", json: most + [0x20]))
        == #","format":"ndjson","record_left_out":"too large""#)
  }

  @Test func `base64 in pieces is that of the whole`() throws {
    for count in [48 << 10, 48 << 10 + 1, 96 << 10 + 2] {
      let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7 | 0x80) }
      let spelled = Data(bytes).base64EncodedString()
      #expect(
        try members(RejectedRecord("binary-plist", raw: bytes))
          == #","format":"binary-plist","base64":"\#(spelled)""#)
    }
  }

  @Test func `a redacted record is left out, with the names around it`() throws {
    let record = RejectedRecord("json-object", json: [], path: ["device"], key: "device")
    #expect(
      try members(record.redacted) == #","format":"json-object","record_left_out":"redacted""#)
  }
}
