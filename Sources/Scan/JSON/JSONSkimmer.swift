/// Finds the end of a JSON value that is too large to hold, in pieces and without validation.
package struct JSONSkimmer: Sendable {
  private var depth = 0
  private var isInString = false
  private var isEscaped = false
  private var hasBegun = false

  /// Before the first byte of an object, array or string.
  package init() {}

  /// Scans the next piece from an offset.
  ///
  /// - Returns: the offset after the value's last byte, or nil if it continues.
  package mutating func end(in piece: Span<UInt8>, from start: Int) -> Int? {
    var offset = start
    while offset < piece.count {
      let byte = piece[offset]
      offset += 1
      if isInString {
        if isEscaped {
          isEscaped = false
        } else if byte == UInt8(ascii: "\\") {
          isEscaped = true
        } else if byte == UInt8(ascii: "\"") {
          isInString = false
        }
      } else {
        switch byte {
        case UInt8(ascii: "\""): isInString = true
        case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
        case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
        default: break
        }
        hasBegun = true
      }
      if hasBegun, depth == 0, !isInString { return offset }
    }
    return nil
  }
}
