import Scan
import Testing

private func value(_ text: String) throws -> JSONValue { try JSONValue(Array(text.utf8).span) }

struct JSONValueTests {
  @Test func `members are found by key, the first of two`() throws {
    let document = try value(#" {"a":1,"b":["x",2.0],"a":3,"c":{"d":"y"}} "#)
    #expect(document["a"]?.integer == 1)
    #expect(document["b"]?.elements?.count == 2)
    #expect(document["b"]?.elements?.first?.string == "x")
    #expect(document["b"]?.elements?.last?.integer == 2)
    #expect(document["c"]?["d"]?.string == "y")
    #expect(document["e"] == nil)
  }

  @Test func `a value of another kind has neither members nor text`() throws {
    let text = try value(#""x""#)
    #expect(text["x"] == nil)
    #expect(text.integer == nil)
    #expect(text.elements == nil)
    #expect(try value("1").string == nil)
  }

  @Test func `two spellings of one accented letter are two keys`() throws {
    let document = try value("{\"cafe\u{301}\":1,\"caf\u{E9}\":2}")
    #expect(document["caf\u{E9}"]?.integer == 2)
  }

  @Test func `words are told apart`() throws {
    guard case .array(let words) = try value("[true,false,null]"), words.count == 3 else {
      Issue.record("no array of three")
      return
    }
    if case .boolean(true) = words[0] {} else { Issue.record("not true") }
    if case .boolean(false) = words[1] {} else { Issue.record("not false") }
    if case .null = words[2] {} else { Issue.record("not null") }
  }

  @Test func `64 levels are read, 65 are too many`() throws {
    func nested(_ depth: Int) -> String {
      String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    }
    _ = try value(nested(64))
    #expect(throws: JSONSyntaxError(.tooDeep, at: 64)) { try value(nested(65)) }
  }

  @Test func `text after the value is refused`() {
    #expect(throws: JSONSyntaxError(.trailingText, at: 3)) { try value("{} 1") }
  }
}
