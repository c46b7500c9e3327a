/// Makes text from an input safe to print, by escaping what would control a terminal.
///
/// A joke's text or a file's name may contain an escape sequence that clears the screen, a line end
/// that forges a second message, or a mark that reverses the reading direction.
package enum VisibleText {
  /// The text with control characters, line ends and direction marks spelled as `\e`, `\n`,
  /// `\u{202E}`; everything else as it is.
  package static func of(_ text: String) -> String {
    guard !TextWidth.isPlain(text), text.unicodeScalars.contains(where: steersTerminal) else {
      return text
    }
    return text.unicodeScalars.reduce(into: "") { spelled, scalar in
      if steersTerminal(scalar) {
        spelled += spelling(of: scalar)
      } else {
        spelled.unicodeScalars.append(scalar)
      }
    }
  }

  /// The text on one line: each run of white space, line ends included, becomes one space.
  package static func onOneLine(_ text: String) -> String {
    if isOneLine(text) { return text }
    return of(text.split(whereSeparator: \.isWhitespace).joined(separator: " "))
  }

  /// Whether an ASCII text stays as it is; a fast check of the usual case.
  private static func isOneLine(_ text: String) -> Bool {
    guard TextWidth.isPlain(text) else { return false }
    let space = UInt8(ascii: " ")
    var last = space
    for byte in text.utf8 {
      if byte == space, last == space { return false }
      last = byte
    }
    return text.isEmpty || last != space
  }

  /// Whether it is a control character, a line end or a direction mark.
  package static func steersTerminal(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F...0x9F: true
    case 0x61C, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }

  private static func spelling(of scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "\n": "\\n"
    case "\r": "\\r"
    case "\t": "\\t"
    case "\0": "\\0"
    case "\u{1B}": "\\e"
    default: "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
    }
  }
}
