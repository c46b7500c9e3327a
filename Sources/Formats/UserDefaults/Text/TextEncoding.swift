import Scan

/// Checks that a textual dump is UTF-8, the only supported encoding.
enum TextEncoding {
  /// The start of the text, after a UTF-8 byte order mark if there is one.
  ///
  /// - Throws: if the first bytes look like UTF-16 or UTF-32, which some shells write.
  static func start(of bytes: [UInt8]) throws(DefaultsDumpError) -> Int {
    let markLength = bytes.span.byteOrderMarkLength
    if markLength > 0 { return markLength }
    let (first, second) = (bytes.span.byte(at: 0), bytes.span.byte(at: 1))
    let isMarked = first == 0xFF && second == 0xFE || first == 0xFE && second == 0xFF
    if isMarked || bytes.prefix(4).contains(0) {
      throw DefaultsDumpError(.damaged, "the text is UTF-16 or UTF-32; only UTF-8 is read", at: 0)
    }
    return 0
  }

  /// Checks that all of the text is UTF-8.
  static func checkUTF8(_ bytes: [UInt8]) throws(DefaultsDumpError) {
    var offset = 0
    while offset < bytes.count {
      if bytes[offset] < 0x80 {
        offset += 1
        continue
      }
      guard let lead = UTF8Lead(bytes[offset]), lead.length <= bytes.count - offset,
        (1..<lead.length).allSatisfy({ lead.allows(bytes[offset + $0], at: $0) })
      else { throw DefaultsDumpError(.damaged, "invalid UTF-8", at: offset) }
      offset += lead.length
    }
  }
}
