import Scan
import Testing

struct JSONSkimmerTests {
  @Test(arguments: [
    "{}", "[]", #""""#, #"{"a":[1,{"b":"}]\"]"}],"c":"\\"}"#, #"["\\\"",[[[]]],"[",{"]":{}}]"#,
    #""a\"b\\""#, "-1.5e3", "null",
  ])
  func `the end is found, whatever the pieces`(value: String) {
    let bytes = Array((value + #","next":[]"#).utf8)
    for size in 1...bytes.count {
      var skimmer = JSONSkimmer()
      var found: Int?
      for start in stride(from: 0, to: bytes.count, by: size) where found == nil {
        let piece = bytes.span.extracting(start..<min(start + size, bytes.count))
        found = skimmer.end(in: piece, from: 0).map { start + $0 }
      }
      #expect(found == value.utf8.count, "pieces of \(size)")
    }
  }

  @Test func `a value that does not end has no end`() {
    var skimmer = JSONSkimmer()
    let first = skimmer.end(in: Array(#"{"a":"}"#.utf8).span, from: 0)
    let second = skimmer.end(in: Array(#"}"}"#.utf8).span, from: 0)
    #expect(first == nil)
    #expect(second == 3)
  }

  @Test func `looking begins where it is told to`() {
    var skimmer = JSONSkimmer()
    let end = skimmer.end(in: Array("]]}[]".utf8).span, from: 3)
    #expect(end == 5)
  }
}
