import Scan
import Testing

struct VisibleTextTests {
  @Test(arguments: [
    ("plain", "plain"), ("\u{1B}[2J", "\\e[2J"), ("a\nb\r\n", "a\\nb\\r\\n"), ("\t\0", "\\t\\0"),
    ("\u{7}", "\\u{7}"), ("\u{9B}31m", "\\u{9B}31m"), ("\u{202E}abc", "\\u{202E}abc"),
    ("\u{2028}", "\\u{2028}"), ("日本 👩‍👧 é", "日本 👩‍👧 é"), ("\u{7F}", "\\u{7F}"),
  ])
  func `control characters are spelled out`(text: String, spelled: String) {
    #expect(VisibleText.of(text) == spelled)
    #expect(VisibleText.of(spelled) == spelled)
  }

  @Test func `one line holds no line end and no run of spaces`() {
    #expect(
      VisibleText.onOneLine(" Knock\n\nknock.\t Who's\r\nthere? ") == "Knock knock. Who's there?")
    #expect(VisibleText.onOneLine("a \u{1B}c") == "a \\ec")
  }

  @Test(arguments: ["", " ", "a", " a", "a ", "a b", "a  b", "a b ", "é  b", "  "])
  func `a text of one line is that of its words`(text: String) {
    #expect(VisibleText.onOneLine(text) == text.split(separator: " ").joined(separator: " "))
  }
}
