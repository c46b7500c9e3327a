import ByteIO
import TestSupport
import Testing

@testable import Formats

struct RejectTests {
  private func line(_ record: RejectedRecord?) -> String {
    let reject = Reject(kind: "k", reason: "r", documentID: nil, place: nil, record: record)
    return String(decoding: reject.line, as: UTF8.self)
  }

  private func members(_ record: RejectedRecord?) -> String {
    String(
      line(record).dropFirst(#"{"schema_version":1,"kind":"k","reason":"r""#.count).dropLast(2))
  }

  @Test func `a line has the reason, the document and the place`() {
    let reject = Reject(
      kind: "unusable", reason: "'rating' occurs \"twice\"", documentID: "d_é_w",
      place: Place(file: "f\n", line: 2, column: 3, byte: 17))
    #expect(
      String(decoding: reject.line, as: UTF8.self)
        == #"{"schema_version":1,"kind":"unusable","reason":"'rating' occurs \"twice\"","#
        + #""document":"d_é_w","file":"f\n","line":2,"column":3,"byte":17}"# + "\n")
    #expect(line(nil) == #"{"schema_version":1,"kind":"k","reason":"r"}"# + "\n")
  }

  @Test func `a record keeps its bytes, but for line ends, and is on one line`() {
    let json = "{\"a\\n\":\r\n 1.50e0,\n\t\"é\":[]}"
    let record = RejectedRecord("ndjson", json: Array(json.utf8))
    #expect(
      members(record) == ",\"format\":\"ndjson\",\"record\":{\"a\\n\":   1.50e0, \t\"é\":[]}")
  }

  @Test func `what is around a record goes with it`() {
    var record = RejectedRecord(
      "json-object", json: Array("{}".utf8), path: ["users", "ü\""], key: "a\u{0}")
    record.isAlone = true
    #expect(
      members(record)
        == #","format":"json-object","path":["users","ü\""],"key":"a\u0000","alone":true,"#
        + #""record":{}"#)
  }

  @Test func `what is no JSON is text, and what is no UTF-8 is base64`() {
    #expect(
      members(RejectedRecord("ndjson", raw: Array("{\"a\"\t}".utf8)))
        == #","format":"ndjson","text":"{\"a\"\t}""#)
    #expect(
      members(RejectedRecord("ndjson", raw: [0xFF, 0x00])) == #","format":"ndjson","base64":"/wA=""#
    )
  }

  @Test func `a record of the greatest size is kept, and a larger one is not`() {
    let most = [UInt8](repeating: 0x20, count: 16 << 20)
    #expect(members(RejectedRecord("ndjson", json: most)).utf8.count > 16 << 20)
    let base64 = line(RejectedRecord("binary-plist", raw: most))
    #expect(base64.utf8.count <= RejectedRecord.lineLimit)
    #expect(
      members(RejectedRecord("ndjson", json: most + [0x20]))
        == #","format":"ndjson","record_left_out":"too large""#)
  }

  @Test func `a redacted record is left out, with the names around it`() {
    let record = RejectedRecord("json-object", json: [], path: ["device"], key: "device")
    #expect(
      members(record.redacted) == #","format":"json-object","record_left_out":"redacted""#)
  }
}
