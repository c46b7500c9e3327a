import Scan

/// Decodes and encodes XML text.
enum XMLText {
  /// Whether a text has references, CDATA or comments.
  static func isEncoded(_ text: Span<UInt8>) -> Bool {
    text.firstOffset(of: UInt8(ascii: "&")) != nil || text.firstOffset(of: UInt8(ascii: "<")) != nil
  }

  /// The decoded text: references resolved, CDATA unwrapped, comments removed.
  ///
  /// - Precondition: a cursor has checked that the text is well-formed.
  static func decoded(_ text: Span<UInt8>, _ range: Range<Int>) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(range.count)
    decode(text, range) { byte, _ in bytes.append(byte) }
    return bytes
  }

  /// The range of the byte or reference that spells a byte of the decoded text.
  static func spelling(
    ofDecoded place: Int, _ text: Span<UInt8>, _ range: Range<Int>
  ) -> Range<Int> {
    var (count, found) = (0, range)
    decode(text, range) { _, spelling in
      if count == place { found = spelling }
      count += 1
    }
    return found
  }

  /// Calls a closure with each byte of the decoded text and the range that spells it.
  private static func decode(
    _ text: Span<UInt8>, _ range: Range<Int>, _ body: (UInt8, Range<Int>) -> Void
  ) {
    var cursor = XMLCursor(text.extracting(0..<range.upperBound), at: range.lowerBound)
    while let byte = cursor.next {
      if byte == UInt8(ascii: "&"), let reference = reference(text, at: cursor.offset) {
        let spelling = cursor.offset..<cursor.offset + reference.length
        for byte in UTF8.encode(reference.scalar) ?? .init() { body(byte, spelling) }
        cursor.offset = spelling.upperBound
      } else if byte == UInt8(ascii: "<") {
        // Only a comment or CDATA begins with `<` inside a text.
        let isComment = cursor.isNext("<!--")
        let (start, end): (StaticString, StaticString) =
          isComment ? ("<!--", "-->") : ("<![CDATA[", "]]>")
        cursor.offset += start.utf8CodeUnitCount
        while let inner = cursor.next, !cursor.isNext(end) {
          if !isComment { body(inner, cursor.offset..<cursor.offset + 1) }
          cursor.offset += 1
        }
        cursor.offset += end.utf8CodeUnitCount
      } else {
        body(byte, cursor.offset..<cursor.offset + 1)
        cursor.offset += 1
      }
    }
  }

  /// The character of a reference and the reference's length; nil if it is malformed or not
  /// predefined. Valid ones are `&amp;`, `&lt;`, `&gt;`, `&quot;`, `&apos;`, `&#9;`, `&#x9;` and
  /// the like.
  static func reference(
    _ text: Span<UInt8>, at start: Int
  ) -> (scalar: Unicode.Scalar, length: Int)? {
    // A number may have any number of leading zeros.
    guard let end = (start..<text.count).first(where: { text[$0] == UInt8(ascii: ";") }) else {
      return nil
    }
    let name = String(decoding: (start + 1..<end).map { text[$0] }, as: UTF8.self)
    guard let scalar = named[name] ?? numbered(name) else { return nil }
    return (scalar, end + 1 - start)
  }

  private static let named: [String: Unicode.Scalar] = [
    "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'",
  ]

  private static func numbered(_ name: String) -> Unicode.Scalar? {
    guard name.hasPrefix("#") else { return nil }
    let isHexadecimal = name.hasPrefix("#x")
    let digits = name.dropFirst(isHexadecimal ? 2 : 1)
    // `UInt32.init` accepts a sign, XML does not.
    guard digits.first?.isHexDigit == true,
      let scalar = UInt32(digits, radix: isHexadecimal ? 16 : 10).flatMap(Unicode.Scalar.init)
    else { return nil }
    return isAllowed(scalar) ? scalar : nil
  }

  /// Whether XML 1.0 allows the character (section 2.2).
  private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x9, 0xA, 0xD, 0x20...0xFFFD, 0x10000...0x10FFFF: true
    default: false
    }
  }

  /// The text in XML, or nil if XML cannot represent a character.
  static func encoded(_ text: String) -> [UInt8]? {
    guard text.unicodeScalars.allSatisfy(isAllowed) else { return nil }
    var bytes: [UInt8] = []
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "&"): bytes += "&amp;".utf8
      case UInt8(ascii: "<"): bytes += "&lt;".utf8
      case UInt8(ascii: ">"): bytes += "&gt;".utf8
      // XML reads a bare CR as a line end.
      case UInt8(ascii: "\r"): bytes += "&#13;".utf8
      default: bytes.append(byte)
      }
    }
    return bytes
  }
}
