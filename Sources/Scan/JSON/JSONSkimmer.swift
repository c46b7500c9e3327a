/// Finds the end of a JSON value that is too large to hold, in pieces and without validation.
package struct JSONSkimmer: Sendable {
  private var depth = 0
  private var isInString = false
  private var isEscaped = false
  private var hasBegun = false
  /// Whether the value is a number or a literal, which ends before the byte that follows it.
  private var isScalar = false

  /// Before the first byte of a value.
  package init() {}

  /// Scans the next piece from an offset.
  ///
  /// - Returns: the offset after the value's last byte, or nil if it may continue.
  package mutating func end(in piece: Span<UInt8>, from start: Int) -> Int? {
    var offset = start
    while offset < piece.count {
      let byte = piece[offset]
      if isScalar {
        if Self.endsScalar(byte) { return offset }
        offset += 1
        continue
      }
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
        default: isScalar = !hasBegun
        }
        hasBegun = true
      }
      if depth == 0, !isInString, !isScalar { return offset }
    }
    return nil
  }

  private static func endsScalar(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: ","), UInt8(ascii: "}"), UInt8(ascii: "]"), 0x20, 0x0A, 0x0D, 0x09: true
    default: false
    }
  }
}
