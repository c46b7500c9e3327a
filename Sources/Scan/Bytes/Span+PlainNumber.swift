// Decimal numbers as they stand in text, eight digits at a time.
extension Span<UInt8> {
  /// The decimal number without sign and exponent, and of at most 15 digits, that begins at `start`:
  /// its digits, how many of them follow its point, and its end; nil where there is none.
  @inlinable @inline(__always)
  package func plainNumber(
    from start: Int
  ) -> (digits: UInt64, fractionCount: Int, end: Int)? {
    time(from: start) ?? anyPlainNumber(from: start)
  }

  /// The same of a number like a time in seconds, which has eight digits at least, and ends fewer than
  /// eight bytes after them; nil also where it is another.
  ///
  /// Nothing in it depends on how many digits there are, which no processor could foresee.
  @usableFromInline
  func time(from start: Int) -> (digits: UInt64, fractionCount: Int, end: Int)? {
    guard start >= 0, start <= count &- 16, let upper = eightDigits(word(at: start)) else {
      return nil
    }
    let bytes = word(at: start &+ 8)
    let odd = marksOfOthersThanDigits(bytes)
    // One mark a byte, the lowest bits first: the point, and what ends the number.
    let (point, end) = (odd.trailingZeroBitCount & ~7, (odd & (odd &- 1)).trailingZeroBitCount & ~7)
    guard end < 64, bytes &>> UInt64(point) & 0xFF == 0x2E, end > point &+ 8,
      self[start] != UInt8(ascii: "0")
    else { return nil }
    // The digits before the point and after it, one behind the other and zeros before them.
    let values = bytes ^ 0x3030_3030_3030_3030
    let before = values & (1 &<< UInt64(point) &- 1)
    let after = (values &>> UInt64(point &+ 8)) &<< UInt64(point)
    let lower = Self.number(of: (before | after) &<< UInt64(72 &- end))
    return (
      upper &* powerOfTen(end &>> 3 &- 1) &+ lower, (end &- point) &>> 3 &- 1,
      start &+ 8 &+ end &>> 3
    )
  }

  @usableFromInline
  func anyPlainNumber(
    from start: Int
  ) -> (digits: UInt64, fractionCount: Int, end: Int)? {
    precondition(start >= 0 && start <= count)
    let limit = Swift.min(count, start &+ 17)
    var (digits, offset) = (UInt64(0), start)
    passDigits(from: &offset, before: limit, adding: &digits)
    let wholeCount = offset &- start
    guard wholeCount > 0 else { return nil }
    if wholeCount > 1, self[start] == UInt8(ascii: "0") { return nil }
    var fractionCount = 0
    if offset < limit, self[offset] == UInt8(ascii: ".") {
      offset &+= 1
      let point = offset
      passDigits(from: &offset, before: limit, adding: &digits)
      fractionCount = offset &- point
      if fractionCount == 0 { return nil }
    }
    return wholeCount &+ fractionCount <= 15 ? (digits, fractionCount, offset) : nil
  }

  /// Moves over digits, and appends them to those of a number; with no more than 17 it cannot overflow.
  private func passDigits(from offset: inout Int, before limit: Int, adding digits: inout UInt64) {
    while offset < limit, self[offset] &- UInt8(ascii: "0") <= 9 {
      digits = digits &* 10 &+ UInt64(self[offset] &- UInt8(ascii: "0"))
      offset &+= 1
    }
  }

  /// The number whose eight digits these bytes are, the first of them lowest; nil where they are not
  /// all digits.
  @inline(__always)
  private func eightDigits(_ bytes: UInt64) -> UInt64? {
    marksOfOthersThanDigits(bytes) == 0 ? Self.number(of: bytes ^ 0x3030_3030_3030_3030) : nil
  }

  /// The top bit of each byte that is no digit, up to the first that is beyond ASCII at least.
  @inline(__always)
  private func marksOfOthersThanDigits(_ bytes: UInt64) -> UInt64 {
    let digits = bytes ^ 0x3030_3030_3030_3030
    // What is above nine reaches the top bit, or has it; a carry comes only from a byte that has it.
    return (digits &+ 0x7676_7676_7676_7676 | digits) & 0x8080_8080_8080_8080
  }

  /// The number of eight digits, each a byte's worth, the first of them lowest.
  @inline(__always)
  private static func number(of digits: UInt64) -> UInt64 {
    // Two digits to a number, then two of these, then two of those.
    let pairs = digits &* 10 &+ digits &>> 8
    let (outer, inner) = (pairs & 0x0000_00FF_0000_00FF, pairs &>> 16 & 0x0000_00FF_0000_00FF)
    return (outer &* (100 &+ 1_000_000 &<< 32) &+ inner &* (1 &+ 10_000 &<< 32)) &>> 32
  }
}

/// A power of ten, up to the fifteenth.
@inlinable @inline(__always)
package func powerOfTen(_ exponent: Int) -> UInt64 {
  switch exponent {
  case 0: 1
  case 1: 10
  case 2: 100
  case 3: 1000
  case 4: 10_000
  case 5: 100_000
  case 6: 1_000_000
  case 7: 10_000_000
  case 8: 100_000_000
  case 9: 1_000_000_000
  case 10: 10_000_000_000
  case 11: 100_000_000_000
  case 12: 1_000_000_000_000
  case 13: 10_000_000_000_000
  case 14: 100_000_000_000_000
  default: 1_000_000_000_000_000
  }
}
