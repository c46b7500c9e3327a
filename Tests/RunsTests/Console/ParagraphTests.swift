import Testing

@testable import Runs

struct ParagraphTests {
  @Test(arguments: [
    ("", 10, [""]), ("a b c", 3, ["a b", "c"]), ("abc", 2, ["ab", "c"]),
    ("one twothree", 5, ["one", "twoth", "ree"]), ("日本 語", 4, ["日本", "語"]),
    ("日本語", 3, ["日", "本", "語"]), ("a  b", 80, ["a b"]), ("日", 0, ["日"]),
  ])
  func `text is broken at spaces, and elsewhere only where it must be`(
    text: String, width: Int, lines: [String]
  ) {
    #expect(Paragraph.lines(text, width: width) == lines)
  }

  @Test func `a smaller margin of the first line leaves it more columns`() {
    #expect(Paragraph.indented("a b c", width: 5, by: 4, first: 0) == ["a b c"])
    #expect(Paragraph.indented("a b c", width: 5, by: 4, first: 2) == ["  a b", "    c"])
  }
}
