import Scan
import Testing

/// Whether the string that a JSON text begins with is this name.
private func isNamed(_ name: String, _ text: String) throws -> Bool {
  try firstString(text).string.equals(Array(name.utf8), in: Array(text.utf8).span)
}

struct JSONStringTests {
  @Test(arguments: [
    (#""""#, ""), (#""plain""#, "plain"), (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{C}\n\r\t"),
    (#""\u0041\u00e9\u20AC""#, "Aé€"), (#""\uD83D\uDE00!""#, "😀!"), (#""a\u0000b""#, "a\0b"),
    (#""\udbff\udfff""#, "\u{10FFFF}"), ("\"é😀\"", "é😀"), (#""\\u0041""#, #"\u0041"#),
  ])
  func `escapes are decoded`(text: String, decoded: String) throws {
    let found = try firstString(text)
    #expect(found.bytes == Array(decoded.utf8))
    #expect(found.text == decoded)
    #expect(found.string.isEscaped == text.contains("\\"))
    #expect(found.string.quotedRange == 0..<text.utf8.count)
  }

  @Test func `a name is found however it is spelled`() throws {
    for text in [#""rating""#, #""r\u0061ting""#, #""\u0072\u0061\u0074\u0069\u006e\u0067""#] {
      #expect(try isNamed("rating", text), "\(text)")
      #expect(try !isNamed("ratinG", text), "\(text)")
      #expect(try !isNamed("rating ", text), "\(text)")
      #expect(try !isNamed("", text), "\(text)")
    }
  }

  @Test func `two spellings of one accented letter are two names`() throws {
    #expect(try isNamed("caf\u{E9}", "\"caf\u{E9}\""))
    #expect(try !isNamed("cafe\u{301}", "\"caf\u{E9}\""))
  }
}
