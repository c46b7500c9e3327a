extension [UInt8] {
  /// The JSON text without white space between values.
  ///
  /// - Precondition: the text is JSON.
  package var withoutJSONWhitespace: [UInt8] {
    let text = span
    var kept: [UInt8] = []
    kept.reserveCapacity(count)
    var (start, offset) = (0, 0)
    while offset < count {
      switch text[offset] {
      case UInt8(ascii: "\""): offset = text.endOfString(from: offset + 1)
      case 0x20, 0x0A, 0x0D, 0x09:
        kept.append(contentsOf: text.extracting(start..<offset))
        start = offset + 1
      default: break
      }
      offset += 1
    }
    kept.append(contentsOf: text.extracting(start..<count))
    return kept
  }
}

extension Span<UInt8> {
  /// The offset of the quote that ends a string, or the end of the text.
  fileprivate func endOfString(from start: Int) -> Int {
    var offset = endOfPlainText(from: start)
    while offset < count, self[offset] != UInt8(ascii: "\"") {
      let isEscape = self[offset] == UInt8(ascii: "\\")
      offset = endOfPlainText(from: Swift.min(offset + (isEscape ? 2 : 1), count))
    }
    return offset
  }
}
