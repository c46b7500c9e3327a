/// Strict base64 in the standard alphabet (RFC 4648, section 4).
package enum Base64 {
  private static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
  private static let padding = UInt8(ascii: "=")

  /// The six bits of a letter.
  private static func sextet(_ letter: UInt8) -> UInt32? {
    switch letter {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(letter - UInt8(ascii: "A"))
    case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(letter - UInt8(ascii: "a") + 26)
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(letter - UInt8(ascii: "0") + 52)
    case UInt8(ascii: "+"): 62
    case UInt8(ascii: "/"): 63
    default: nil
    }
  }

  /// Decodes a text. Returns nil for letters outside the alphabet, white space, missing or extra
  /// padding, and nonzero trailing bits.
  package static func decoded(_ text: [UInt8]) -> [UInt8]? {
    guard text.count.isMultiple(of: 4) else { return nil }
    let paddingCount = text.suffix(2).reversed().prefix { $0 == padding }.count
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count / 4 * 3)
    var bits: UInt32 = 0
    var bitCount = 0
    for letter in text.dropLast(paddingCount) {
      guard let sextet = sextet(letter) else { return nil }
      bits = bits << 6 | sextet
      bitCount += 6
      guard bitCount >= 8 else { continue }
      bitCount -= 8
      bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(bitCount)))
      bits &= 1 << UInt32(bitCount) - 1
    }
    return bits == 0 ? bytes : nil
  }

  /// Whether a text is base64 as the JSON of protocol buffers allows: in the standard or the URL
  /// alphabet (RFC 4648, section 5), padded or not.
  package static func isSpelled(_ text: [UInt8]) -> Bool {
    let isForURLs = text.contains(UInt8(ascii: "-")) || text.contains(UInt8(ascii: "_"))
    if isForURLs, text.contains(UInt8(ascii: "+")) || text.contains(UInt8(ascii: "/")) {
      return false
    }
    var standard = text.map { letter in
      switch letter {
      case UInt8(ascii: "-"): UInt8(ascii: "+")
      case UInt8(ascii: "_"): UInt8(ascii: "/")
      default: letter
      }
    }
    let missing = (4 - text.count % 4) % 4
    if text.last != padding { standard += repeatElement(padding, count: missing) }
    return decoded(standard) != nil
  }

  /// Bytes as base64.
  package static func text(of bytes: [UInt8]) -> String {
    String(decoding: encoded(bytes), as: UTF8.self)
  }

  /// Encodes bytes with padding, on one line.
  package static func encoded(_ bytes: [UInt8]) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count + 2) / 3 * 4)
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      var bits = group.reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
      bits <<= UInt32(8 * (3 - group.count))
      for place in 0..<4 {
        let sextet = Int(bits >> UInt32(18 - 6 * place) & 0x3F)
        text.append(place <= group.count ? alphabet[sextet] : padding)
      }
    }
    return text
  }
}
