import Scan
import Testing

@testable import Formats

struct ObjectMembersTests {
  private func members(of json: String, at start: Int = 0) -> [String] {
    let bytes = Array(json.utf8)
    var members = ObjectMembers(of: bytes.span, at: start)
    var found: [String] = []
    while let (key, value) = members.next() {
      found.append(key.string(in: bytes.span) + "=" + bytes.span.extracting(value).text)
    }
    return found
  }

  @Test func `members come in order, duplicates too`() {
    #expect(
      members(of: #" {"a" : 1, "\u0062":{"c":[]} ,"a":"{"}"#, at: 1)
        == ["a=1", #"b={"c":[]}"#, #"a="{""#])
  }

  @Test(arguments: ["{}", "[]", "1", "", #""a""#])
  func `without members there are none`(json: String) {
    #expect(members(of: json).isEmpty)
  }

  @Test(arguments: [#"{"a":1,"b":"#, #"{"a":1,"b"}"#, #"{"a":1,}"#, #"{"a":1"b":2}"#])
  func `the members before a fault are found`(json: String) {
    #expect(members(of: json) == ["a=1"])
  }
}
