import Scan
import Testing

struct JSONWhitespaceTests {
  @Test(arguments: [
    ("{ \"a b\" :\t[ 1 ,\r\n2 ] }", "{\"a b\":[1,2]}"),
    ("\"\\\" \\\\\" ", "\"\\\" \\\\\""), ("", ""),
    ("[\"é \u{2028}\", true]", "[\"é \u{2028}\",true]"),
  ])
  func `white space goes, but not out of strings`(text: String, expected: String) {
    #expect(Array(text.utf8).withoutJSONWhitespace == Array(expected.utf8))
  }
}
