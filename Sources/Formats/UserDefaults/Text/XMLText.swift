/// Text between the tags of XML: how it is decoded, and how it is written.
enum XMLText {
  /// The text's characters: references resolved, CDATA taken as it is, comments left out.
  ///
  /// - Precondition: a cursor walked over this very text, and so it is well-formed.
  static func decoded(_ text: Span<UInt8>, _ range: Range<Int>) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(range.count)
    var cursor = XMLCursor(text.extracting(0..<range.upperBound), at: range.lowerBound)
    while let byte = cursor.next {
      if byte == UInt8(ascii: "&"), let reference = reference(text, at: cursor.offset) {
        bytes.append(contentsOf: UTF8.encode(reference.scalar) ?? .init())
        cursor.offset += reference.length
      } else if byte == UInt8(ascii: "<") {
        // Nothing else begins so inside a text.
        let isComment = cursor.isNext(XMLMark.commentStart)
        let end = isComment ? XMLMark.commentEnd : XMLMark.characterDataEnd
        cursor.offset +=
          (isComment ? XMLMark.commentStart : XMLMark.characterDataStart).count
        while let inner = cursor.next, !cursor.isNext(end) {
          if !isComment { bytes.append(inner) }
          cursor.offset += 1
        }
        cursor.offset += end.count
      } else {
        bytes.append(byte)
        cursor.offset += 1
      }
    }
    return bytes
  }

  /// The character that a reference stands for, and the reference's length; nil where what begins
  /// there is none of `&amp; &lt; &gt; &quot; &apos; &#9; &#x9;` and the like.
  static func reference(
    _ text: Span<UInt8>, at start: Int
  ) -> (scalar: Unicode.Scalar, length: Int)? {
    // The longest there is any sense in: `&#x0010FFFF;`.
    let limit = min(start + 12, text.count)
    guard let end = (start..<limit).first(where: { text[$0] == UInt8(ascii: ";") }) else {
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
    // Swift's reader of numbers takes a sign, XML does not.
    guard digits.first?.isHexDigit == true,
      let scalar = UInt32(digits, radix: isHexadecimal ? 16 : 10).flatMap(Unicode.Scalar.init)
    else { return nil }
    return isAllowed(scalar) ? scalar : nil
  }

  /// Whether XML 1.0 can hold the character (section 2.2).
  private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x9, 0xA, 0xD, 0x20...0xFFFD, 0x10000...0x10FFFF: true
    default: false
    }
  }

  /// The text as it stands between tags, or nil where it has a character that XML cannot hold.
  static func encoded(_ text: String) -> [UInt8]? {
    guard text.unicodeScalars.allSatisfy(isAllowed) else { return nil }
    var bytes: [UInt8] = []
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "&"): bytes += "&amp;".utf8
      case UInt8(ascii: "<"): bytes += "&lt;".utf8
      case UInt8(ascii: ">"): bytes += "&gt;".utf8
      // A bare one would be read as a line end.
      case UInt8(ascii: "\r"): bytes += "&#13;".utf8
      default: bytes.append(byte)
      }
    }
    return bytes
  }
}
