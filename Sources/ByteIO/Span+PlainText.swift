#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

extension Span<UInt8> {
  /// The end of the printable ASCII text that begins at `start`: a quote, a backslash, a control
  /// character, the delete character or a byte beyond ASCII ends it, and so does the span.
  @inlinable @inline(__always)
  package func endOfPrintableText(from start: Int) -> Int {
    precondition(start >= 0 && start <= count)
    var offset = start
    // SAFETY: every load of eight bytes ends at or before the span's end.
    while offset <= count &- 8 {
      let word = unsafe uncheckedWord(at: offset)
      // Adding one sets the top bit of a delete character; a carry comes only from a byte that is
      // marked itself.
      let marks =
        marksOfSpecialBytes(word) | (word &+ 0x0101_0101_0101_0101) & 0x8080_8080_8080_8080
      if marks != 0 { return offset &+ marks.trailingZeroBitCount &>> 3 }
      offset &+= 8
    }
    return endOfLastPrintableText(from: offset)
  }

  /// The same for the last seven bytes at most.
  @usableFromInline func endOfLastPrintableText(from start: Int) -> Int {
    var offset = start
    while let byte = byte(at: offset), byte >= 0x20, byte < 0x7F, byte != 0x22, byte != 0x5C {
      offset &+= 1
    }
    return offset
  }

  /// The first eight bytes of a range, the first of them lowest; where it has fewer, zeros follow.
  @inlinable package func prefix(of range: Range<Int>) -> UInt64 {
    let length = Swift.min(range.count, 8)
    if length == 8 { return word(at: range.lowerBound) }
    return rest(of: range.lowerBound &+ length, length)
  }

  /// A hash of the bytes of a range, eight at a time.
  ///
  /// Nobody who does not know the seed can make ranges of one hash.
  package func hash(of range: Range<Int>, seed: UInt64) -> UInt64 {
    var hash = seed
    var offset = range.lowerBound
    while offset &+ 8 <= range.upperBound {
      hash = Self.mixed(hash, word(at: offset))
      offset &+= 8
    }
    let text = rest(of: range.upperBound, range.upperBound &- offset)
    return Self.mixed(Self.mixed(hash, text), UInt64(truncatingIfNeeded: range.count))
  }

  /// The last bytes before an offset, fewer than eight, the first of them lowest.
  @usableFromInline func rest(of end: Int, _ length: Int) -> UInt64 {
    var rest: UInt64 = 0
    for place in 0..<length { rest |= UInt64(self[end &- length &+ place]) &<< UInt64(8 &* place) }
    return rest
  }

  /// The decimal number without sign and exponent, and of at most 15 digits, that begins at `start`:
  /// its digits, how many of them follow its point, and its end; nil where there is none.
  package func plainNumber(
    from start: Int
  ) -> (digits: UInt64, fractionCount: Int, end: Int)? {
    precondition(start >= 0 && start <= count)
    // SAFETY: every byte that is looked at is before the span's end.
    return unsafe withUnsafeBytes { bytes in
      var digits: UInt64 = 0
      var offset = start
      let limit = Swift.min(bytes.count, start &+ 17)
      if start &+ 8 <= limit,
        let eight = Self.eightDigits(
          unsafe UInt64(
            littleEndian: bytes.loadUnaligned(fromByteOffset: start, as: UInt64.self)))
      {
        (digits, offset) = (eight, start &+ 8)
      }
      while offset < limit {
        let digit = unsafe bytes[offset] &- UInt8(ascii: "0")
        if digit > 9 { break }
        // No more than 17 digits: it cannot overflow.
        digits = digits &* 10 &+ UInt64(digit)
        offset &+= 1
      }
      let wholeCount = offset &- start
      guard wholeCount > 0 else { return nil }
      if wholeCount > 1, unsafe bytes[start] == UInt8(ascii: "0") { return nil }
      var fractionCount = 0
      if offset < limit, unsafe bytes[offset] == UInt8(ascii: ".") {
        offset &+= 1
        let point = offset
        while offset < limit {
          let digit = unsafe bytes[offset] &- UInt8(ascii: "0")
          if digit > 9 { break }
          digits = digits &* 10 &+ UInt64(digit)
          offset &+= 1
        }
        fractionCount = offset &- point
        if fractionCount == 0 { return nil }
      }
      return wholeCount &+ fractionCount <= 15 ? (digits, fractionCount, offset) : nil
    }
  }

  /// The number whose eight digits these bytes are, the first of them lowest; nil where they are not
  /// all digits.
  @inline(__always)
  private static func eightDigits(_ bytes: UInt64) -> UInt64? {
    let digits = bytes ^ 0x3030_3030_3030_3030
    // What is above nine reaches the top bit, or has it; a carry comes only from a byte that has it.
    let marks = (digits &+ 0x7676_7676_7676_7676 | digits) & 0x8080_8080_8080_8080
    guard marks == 0 else { return nil }
    // Two digits to a number, then two of these, then two of those.
    let pairs = digits &* 10 &+ digits &>> 8
    let (outer, inner) = (pairs & 0x0000_00FF_0000_00FF, pairs &>> 16 & 0x0000_00FF_0000_00FF)
    return (outer &* (100 &+ 1_000_000 &<< 32) &+ inner &* (1 &+ 10_000 &<< 32)) &>> 32
  }

  private static func mixed(_ hash: UInt64, _ word: UInt64) -> UInt64 {
    let product = (hash ^ word).multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
    return product.high ^ product.low
  }

  /// Whether a range holds these bytes.
  package func holds(_ bytes: Span<UInt8>, at range: Range<Int>) -> Bool {
    guard range.count == bytes.count else { return false }
    let place = extracting(range)
    // SAFETY: both spans have as many bytes as are compared.
    return unsafe place.withUnsafeBytes { one in
      unsafe bytes.withUnsafeBytes { other in
        guard let one = one.baseAddress, let other = other.baseAddress else { return true }
        return unsafe memcmp(one, other, range.count) == 0
      }
    }
  }
}
