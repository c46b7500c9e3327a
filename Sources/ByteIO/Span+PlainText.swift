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
  private func rest(of end: Int, _ length: Int) -> UInt64 {
    var rest: UInt64 = 0
    for place in 0..<length { rest |= UInt64(self[end &- length &+ place]) &<< UInt64(8 &* place) }
    return rest
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
