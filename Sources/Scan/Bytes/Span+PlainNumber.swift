// Parses decimal numbers eight digits at a time.
extension Span<UInt8> {
  /// Parses a decimal number at `start`, without sign and exponent and of at most 15 digits: its
  /// digits, their count after the point, and its end; nil if there is none.
  @inlinable @inline(__always)
  package func plainNumber(
    from start: Int
  ) -> (digits: UInt64, fractionCount: Int, end: Int)? {
    time(from: start) ?? anyPlainNumber(from: start)
  }

  /// The same for a number of at least eight digits that ends fewer than eight bytes after them,
  /// such as a time in seconds; nil for others.
  ///
  /// It has no branch on the number of digits, which would be mispredicted.
  @usableFromInline
  func time(from start: Int) -> (digits: UInt64, fractionCount: Int, end: Int)? {
    guard start >= 0, start <= count &- 16, let upper = eightDigits(word(at: start)) else {
      return nil
    }
    let bytes = word(at: start &+ 8)
    let odd = marksOfOthersThanDigits(bytes)
    // One mark for each byte, the lowest first: the point, and the end of the number.
    let (point, end) = (odd.trailingZeroBitCount & ~7, (odd & (odd &- 1)).trailingZeroBitCount & ~7)
    guard end < 64, bytes &>> UInt64(point) & 0xFF == 0x2E, end > point &+ 8,
      self[start] != UInt8(ascii: "0")
    else { return nil }
    // The digits before and after the point, joined, with leading zeros.
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

  /// The end of the digits at an offset.
  @inline(__always)
  func endOfDigits(from start: Int) -> Int {
    var end = start
    while end <= count &- 8 {
      let others = marksOfOthersThanDigits(word(at: end))
      if others != 0 { return end &+ others.trailingZeroBitCount &>> 3 }
      end &+= 8
    }
    while let digit = byte(at: end), digit &- UInt8(ascii: "0") < 10 { end &+= 1 }
    return end
  }

  /// Moves past digits and appends them to a number; at most 17 digits cannot overflow.
  private func passDigits(from offset: inout Int, before limit: Int, adding digits: inout UInt64) {
    while offset <= limit &- 8, let eight = eightDigits(word(at: offset)) {
      digits = digits &* 100_000_000 &+ eight
      offset &+= 8
    }
    while offset < limit, self[offset] &- UInt8(ascii: "0") <= 9 {
      digits = digits &* 10 &+ UInt64(self[offset] &- UInt8(ascii: "0"))
      offset &+= 1
    }
  }

  /// The value of eight digits, the first of them lowest; nil if a byte is not a digit.
  @inline(__always)
  private func eightDigits(_ bytes: UInt64) -> UInt64? {
    marksOfOthersThanDigits(bytes) == 0 ? Self.number(of: bytes ^ 0x3030_3030_3030_3030) : nil
  }

  /// The top bit of each byte that is not a digit, at least up to the first beyond ASCII.
  @inline(__always)
  private func marksOfOthersThanDigits(_ bytes: UInt64) -> UInt64 {
    let digits = bytes ^ 0x3030_3030_3030_3030
    // Values above nine set the top bit; only a byte that has it set can carry.
    return (digits &+ 0x7676_7676_7676_7676 | digits) & 0x8080_8080_8080_8080
  }

  /// The value of eight digits, one a byte, the first of them lowest.
  @inline(__always)
  private static func number(of digits: UInt64) -> UInt64 {
    // Combine pairs of digits, then pairs of pairs, then both halves.
    let pairs = digits &* 10 &+ digits &>> 8
    let (outer, inner) = (pairs & 0x0000_00FF_0000_00FF, pairs &>> 16 & 0x0000_00FF_0000_00FF)
    // In one expression, these take the type checker long.
    let outerFactor: UInt64 = 100 &+ 1_000_000 &<< 32
    let innerFactor: UInt64 = 1 &+ 10_000 &<< 32
    return (outer &* outerFactor &+ inner &* innerFactor) &>> 32
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
