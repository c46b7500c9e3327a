import Scan
import Testing

struct TextWidthTests {
  @Test(arguments: [
    ("", 0), ("joke", 4), ("über", 4), ("u\u{308}ber", 4), ("日本", 4), ("ｱ", 1), ("Ａ", 2),
    ("한국", 4), ("\u{1112}\u{1161}\u{11AB}", 2), ("😂", 2), ("👩‍👩‍👧", 2), ("👍🏽", 2), ("🇩🇪", 2), ("❤️", 2),
    ("❤", 1), ("e\u{301}\u{302}", 1), ("\u{200B}", 0), ("\t\n", 0), ("…", 1), ("▏", 1), ("－", 2),
    ("क्षि", 2), ("〿", 1), ("\r\n", 0), ("★", 1),
  ])
  func `a text takes the columns a terminal gives it`(text: String, columns: Int) {
    #expect(TextWidth.of(text) == columns)
  }

  @Test(arguments: [
    ("hilarious", 9, "hilarious"), ("hilarious", 8, "hilario…"), ("hilarious", 1, "…"),
    ("hilarious", 0, ""), ("hilarious", -3, ""), ("日本語", 6, "日本語"), ("日本語", 5, "日本…"),
    ("日本語", 4, "日…"), ("日本語", 2, "…"), ("e\u{301}e\u{301}e", 2, "e\u{301}…"),
  ])
  func `a text too long ends in an ellipsis and cuts no character`(
    text: String, columns: Int, short: String
  ) {
    #expect(TextWidth.truncated(text, to: columns) == short)
    #expect(TextWidth.of(short) <= max(0, columns))
  }

  @Test func `padding counts columns and not characters`() {
    #expect(TextWidth.padded("日本", to: 6) == "日本  ")
    #expect(TextWidth.padded("7", to: 3, onLeft: true) == "  7")
    #expect(TextWidth.padded("too long", to: 3) == "too long")
  }

  @Test func `a zero width text survives at no columns`() {
    #expect(TextWidth.truncated("\u{200B}", to: 0) == "\u{200B}")
  }
}
