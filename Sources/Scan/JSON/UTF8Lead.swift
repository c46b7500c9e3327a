/// The lead byte of a multi-byte character: it gives the number of bytes, and excludes overlong
/// forms, surrogates and values past U+10FFFF (The Unicode Standard, table 3-7).
package struct UTF8Lead: Sendable {
  /// The number of bytes of the character, 2 to 4.
  package let length: Int
  private let second: ClosedRange<UInt8>

  /// Nil if no multi-byte character begins with this byte.
  package init?(_ byte: UInt8) {
    switch byte {
    case 0xC2...0xDF: (length, second) = (2, 0x80...0xBF)
    case 0xE0: (length, second) = (3, 0xA0...0xBF)
    case 0xE1...0xEC, 0xEE...0xEF: (length, second) = (3, 0x80...0xBF)
    case 0xED: (length, second) = (3, 0x80...0x9F)
    case 0xF0: (length, second) = (4, 0x90...0xBF)
    case 0xF1...0xF3: (length, second) = (4, 0x80...0xBF)
    case 0xF4: (length, second) = (4, 0x80...0x8F)
    default: return nil
    }
  }

  /// Whether a byte may be at an index of the character; the lead byte is at 0.
  package func allows(_ byte: UInt8, at place: Int) -> Bool {
    (place == 1 ? second : 0x80...0xBF).contains(byte)
  }
}
