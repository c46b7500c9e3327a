/// A string or key in a text: its range, and whether it has escapes.
@usableFromInline
package struct JSONString: Hashable, Sendable {
  /// The bytes between the quotes.
  @usableFromInline package var range: Range<Int>
  /// Whether they contain escapes.
  @usableFromInline package var isEscaped: Bool

  @inlinable package init(range: Range<Int>, isEscaped: Bool) {
    self.range = range
    self.isEscaped = isEscaped
  }

  /// The string whose range, quotes included, a cursor found in this text.
  package init(quoted range: Range<Int>, in text: Span<UInt8>) {
    self.range = range.lowerBound + 1..<range.upperBound - 1
    isEscaped = text.extracting(self.range).firstOffset(of: UInt8(ascii: "\\")) != nil
  }

  /// The range, quotes included.
  @inlinable package var quotedRange: Range<Int> { range.lowerBound - 1..<range.upperBound + 1 }

  /// The string's UTF-8 bytes, decoded.
  ///
  /// - Precondition: a cursor found the string in this text.
  @usableFromInline
  package func utf8(in text: Span<UInt8>) -> [UInt8] {
    guard isEscaped else { return text.extracting(range).copied }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(range.count)
    var offset = range.lowerBound
    while offset < range.upperBound {
      let byte = text[offset]
      offset += 1
      guard byte == UInt8(ascii: "\\") else {
        bytes.append(byte)
        continue
      }
      let escape = text[offset]
      offset += 1
      switch escape {
      case UInt8(ascii: "b"): bytes.append(0x08)
      case UInt8(ascii: "f"): bytes.append(0x0C)
      case UInt8(ascii: "n"): bytes.append(0x0A)
      case UInt8(ascii: "r"): bytes.append(0x0D)
      case UInt8(ascii: "t"): bytes.append(0x09)
      case UInt8(ascii: "u"):
        var scalar = Self.hexadecimal(text, at: offset)
        offset += 4
        if (0xD800..<0xDC00).contains(scalar) {
          scalar =
            0x10000 + (scalar - 0xD800) << 10 + (Self.hexadecimal(text, at: offset + 2) - 0xDC00)
          offset += 6
        }
        if let scalar = Unicode.Scalar(scalar) {
          bytes.append(contentsOf: UTF8.encode(scalar) ?? .init())
        }
      default: bytes.append(escape)
      }
    }
    return bytes
  }

  /// Lends the string's UTF-8 bytes, decoded.
  @inlinable @inline(__always)
  package func withUTF8<Result>(
    in text: Span<UInt8>, _ body: (Span<UInt8>) -> Result
  ) -> Result {
    guard isEscaped else { return body(text.extracting(range)) }
    let bytes = utf8(in: text)
    return body(bytes.span)
  }

  /// The decoded string.
  package func string(in text: Span<UInt8>) -> String {
    isEscaped ? String(decoding: utf8(in: text), as: UTF8.self) : text.extracting(range).text
  }

  /// Whether the decoded string has these UTF-8 bytes.
  package func equals(_ name: Span<UInt8>, in text: Span<UInt8>) -> Bool {
    range.count >= name.count && withUTF8(in: text) { $0.isEqual(to: name) }
  }

  /// The same with an array.
  package func equals(_ name: [UInt8], in text: Span<UInt8>) -> Bool {
    equals(name.span, in: text)
  }

  /// Whether the decoded string is this name; with a literal, a comparison of lengths and one or
  /// two of words.
  @inlinable @inline(__always)
  package func equals(_ name: StaticString, in text: Span<UInt8>) -> Bool {
    if isEscaped { return decodedEquals(name, in: text) }
    return range.count == name.utf8CodeUnitCount && text.holds(name, at: range.lowerBound)
  }

  @usableFromInline func decodedEquals(_ name: StaticString, in text: Span<UInt8>) -> Bool {
    range.count >= name.utf8CodeUnitCount && utf8(in: text).elementsEqual("\(name)".utf8)
  }

  private static func hexadecimal(_ text: Span<UInt8>, at offset: Int) -> UInt32 {
    (offset..<offset + 4).reduce(0) { value, place in
      value << 4 | UInt32(hexadecimalValue(text[place]) ?? 0)
    }
  }
}
