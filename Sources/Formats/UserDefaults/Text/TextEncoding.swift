/// The one encoding in which a dump that is text is read.
enum TextEncoding {
  /// Where the text itself begins: behind a byte order mark of UTF-8, where there is one.
  ///
  /// - Throws: where the first bytes are those of UTF-16 or UTF-32, as some shells write it.
  static func start(of bytes: [UInt8]) throws(DefaultsDumpError) -> Int {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return 3 }
    let isMarked = bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF])
    if isMarked || bytes.prefix(4).contains(0) {
      throw DefaultsDumpError(.damaged, "the text is UTF-16 or UTF-32; only UTF-8 is read", at: 0)
    }
    return 0
  }

  /// Checks that all of the text is UTF-8: no character overlong, a surrogate, or past U+10FFFF (The
  /// Unicode Standard, table 3-7).
  static func checkUTF8(_ bytes: [UInt8]) throws(DefaultsDumpError) {
    var offset = 0
    while offset < bytes.count {
      if bytes[offset] < 0x80 {
        offset += 1
        continue
      }
      let (length, second): (Int, ClosedRange<UInt8>) =
        switch bytes[offset] {
        case 0xC2...0xDF: (2, 0x80...0xBF)
        case 0xE0: (3, 0xA0...0xBF)
        case 0xE1...0xEC, 0xEE...0xEF: (3, 0x80...0xBF)
        case 0xED: (3, 0x80...0x9F)
        case 0xF0: (4, 0x90...0xBF)
        case 0xF1...0xF3: (4, 0x80...0xBF)
        case 0xF4: (4, 0x80...0x8F)
        default: (0, 0...0)
        }
      let rest = bytes[(offset + 1)...].prefix(max(length - 1, 0))
      guard length > 0, rest.count == length - 1, rest.first.map(second.contains) == true,
        rest.dropFirst().allSatisfy({ (0x80...0xBF).contains($0) })
      else { throw DefaultsDumpError(.damaged, "invalid UTF-8", at: offset) }
      offset += length
    }
  }
}
