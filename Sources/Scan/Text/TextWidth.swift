/// The width of a text in a terminal's columns.
///
/// East Asian wide characters and emoji take two columns, combining marks none. Terminals differ
/// about joined emoji and Indic clusters; a joined emoji counts as one picture of two columns.
package enum TextWidth {
  /// The columns the text takes; line ends count as none.
  package static func of(_ text: some StringProtocol) -> Int {
    isPlain(text) ? text.utf8.count : text.reduce(0) { $0 + of($1) }
  }

  /// The columns one character takes: 0, 1 or 2, and more for a cluster of several letters.
  package static func of(_ character: Character) -> Int {
    if let ascii = character.asciiValue { return ascii < 0x20 || ascii == 0x7F ? 0 : 1 }
    if isEmoji(character) { return 2 }
    return character.unicodeScalars.reduce(0) { $0 + of($1) }
  }

  /// The longest prefix that fits, with `…` in place of the rest.
  ///
  /// Never splits a character: a wide one that would overlap the edge is left out.
  package static func truncated(_ text: String, to columns: Int) -> String {
    if of(text) <= columns { return text }
    guard columns > 0 else { return "" }
    return prefix(text[...], of: columns - 1) + "…"
  }

  /// The longest prefix that fits.
  package static func prefix(_ text: Substring, of columns: Int) -> Substring {
    if isPlain(text) { return Substring(text.utf8.prefix(max(0, columns))) }
    var used = 0
    let end = text.firstIndex { character in
      used += of(character)
      return used > columns
    }
    return text[..<(end ?? text.endIndex)]
  }

  /// The text padded with spaces, after or before it, to the width; longer text stays as it is.
  package static func padded(_ text: String, to columns: Int, onLeft: Bool = false) -> String {
    let spaces = String(repeating: " ", count: max(0, columns - of(text)))
    return onLeft ? spaces + text : text + spaces
  }

  /// Whether every byte is a character of one column, as in most texts.
  static func isPlain(_ text: some StringProtocol) -> Bool {
    text.withUTF8Bytes { bytes in
      bytes.indices.allSatisfy { (0x20..<0x7F).contains(bytes[$0]) }
    }
  }

  private static func isEmoji(_ character: Character) -> Bool {
    guard let first = character.unicodeScalars.first else { return false }
    if first.properties.isEmojiPresentation { return true }
    let asksForPicture = character.unicodeScalars.contains { $0.value == 0xFE0F }
    return first.properties.isEmoji && asksForPicture
  }

  private static func of(_ scalar: Unicode.Scalar) -> Int {
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .spacingMark, .control, .lineSeparator,
      .paragraphSeparator:
      0
    case .format: scalar.value == 0xAD ? 1 : 0
    default: isMedialJamo(scalar) ? 0 : isWide(scalar) ? 2 : 1
    }
  }

  /// Hangul vowels and final consonants, which a terminal draws into the syllable's first letter.
  private static func isMedialJamo(_ scalar: Unicode.Scalar) -> Bool {
    (0x1160...0x11FF).contains(scalar.value) || (0xD7B0...0xD7FF).contains(scalar.value)
  }

  private static func isWide(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value >= 0x1100 && scalar.value != 0x303F
      && wideRanges.contains { $0.contains(scalar.value) }
  }

  /// What Unicode 16 calls East Asian wide or full-width, emoji aside, with the unassigned gaps
  /// between wide characters closed (<https://www.unicode.org/reports/tr11/>).
  private static let wideRanges: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x2329...0x232A, 0x2E80...0x3247, 0x3250...0xA4CF, 0xA960...0xA97F,
    0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE1F, 0xFE30...0xFE6F, 0xFF01...0xFF60,
    0xFFE0...0xFFE6, 0x16FE0...0x18DFF, 0x1AFF0...0x1B2FF, 0x1F200...0x1F265, 0x20000...0x3FFFD,
  ]
}
