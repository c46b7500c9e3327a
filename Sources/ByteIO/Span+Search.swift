#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

extension Span<UInt8> {
  /// The offset of the first `byte` at or after `start`, or nil when there is none.
  package func firstOffset(of byte: UInt8, from start: Int = 0) -> Int? {
    precondition(start >= 0 && start <= count)
    // SAFETY: memchr looks at no more than the bytes from `start` to the span's end.
    return unsafe withUnsafeBytes { bytes -> Int? in
      guard let base = bytes.baseAddress else { return nil }
      guard let found = unsafe memchr(base + start, CInt(byte), count - start) else { return nil }
      return unsafe UnsafeRawPointer(found) - base
    }
  }

  /// How often a byte occurs.
  package func occurrences(of byte: UInt8) -> Int {
    // SAFETY: a plain loop over the lent bytes, which the compiler turns into vector code.
    unsafe withUnsafeBytes { bytes in
      var total = 0
      for index in 0..<bytes.count { unsafe total &+= bytes[index] == byte ? 1 : 0 }
      return total
    }
  }

  /// The offset of the last `byte` before `end`, or nil when there is none.
  package func lastOffset(of byte: UInt8, before end: Int) -> Int? {
    var place = end - 1
    while place >= 0 {
      if self[place] == byte { return place }
      place -= 1
    }
    return nil
  }

  /// Whether these are the same bytes as others.
  package func isEqual(to other: Span<UInt8>) -> Bool {
    guard count == other.count else { return false }
    // SAFETY: memcmp looks at as many bytes as both have.
    return unsafe withUnsafeBytes { bytes in
      unsafe other.withUnsafeBytes { others in
        guard let base = bytes.baseAddress, let otherBase = others.baseAddress else { return true }
        return unsafe memcmp(base, otherBase, bytes.count) == 0
      }
    }
  }

  /// The bytes as an array of their own.
  package var copied: [UInt8] {
    // SAFETY: the array is made from exactly the lent bytes.
    unsafe withUnsafeBufferPointer { unsafe [UInt8]($0) }
  }

  /// The bytes as text, which they must be; what is not UTF-8 shows as replacement characters.
  package var text: String {
    // SAFETY: the string is made from exactly the lent bytes, and copies them.
    unsafe withUnsafeBytes { unsafe String(decoding: $0, as: UTF8.self) }
  }

  /// The bytes as text; nil where they are not UTF-8.
  package var validText: String? {
    // SAFETY: as above.
    unsafe withUnsafeBytes { unsafe String(validating: $0, as: UTF8.self) }
  }

  /// Whether the bytes are UTF-8.
  package var isUTF8: Bool {
    #if canImport(Darwin)
      // `UTF8Span` validates without a copy, but needs macOS 26 or iOS 26.
      validText != nil
    #else
      do throws(UTF8.ValidationError) {
        _ = try UTF8Span(validating: self)
        return true
      } catch {
        return false
      }
    #endif
  }
}

extension Span<UInt8> {
  /// The offset of the first byte at or after `start` that is not plain inside a JSON string: a
  /// quote, a backslash, a control character, or part of a character beyond ASCII; `count` when
  /// there is none.
  ///
  /// Looks at eight bytes at a time. A subtraction of `n` from each byte sets the top bit of those
  /// below `n`; an exclusive or with 2 first brings the quote down among the control characters, and
  /// one with a backslash makes it the only zero. A borrow can only mark a byte above one that is
  /// marked rightly, and the lowest mark is the one that counts.
  @inlinable @inline(__always)
  package func endOfPlainText(from start: Int) -> Int {
    precondition(start >= 0 && start <= count)
    var offset = start
    // SAFETY: every load of eight bytes ends at or before the span's end.
    while offset <= count &- 8 {
      let marks = unsafe marksOfSpecialBytes(uncheckedWord(at: offset))
      if marks != 0 { return offset &+ marks.trailingZeroBitCount &>> 3 }
      offset &+= 8
    }
    return endOfLastPlainText(from: offset)
  }

  /// The same for the last seven bytes at most.
  @usableFromInline func endOfLastPlainText(from start: Int) -> Int {
    guard start < count else { return count }
    guard count >= 8 else { return endOfPlainBytes(from: start) }
    // What was seen before moves out of the word, and zeros move in, which are marked.
    let seen = 8 &- (count &- start)
    let marks = marksOfSpecialBytes(word(at: count &- 8) &>> UInt64(8 &* seen))
    return start &+ marks.trailingZeroBitCount &>> 3
  }

  private func endOfPlainBytes(from start: Int) -> Int {
    var offset = start
    while let byte = byte(at: offset), byte >= 0x20, byte < 0x80, byte != 0x22, byte != 0x5C {
      offset &+= 1
    }
    return offset
  }
}

/// A word with the top bit of each byte set that is not plain inside a JSON string; right from the
/// lowest byte up to the first one that is marked.
@inlinable @inline(__always)
func marksOfSpecialBytes(_ word: UInt64) -> UInt64 {
  let ones: UInt64 = 0x0101_0101_0101_0101
  let belowSpaceOrQuote = (word ^ ones &* 0x02) &- ones &* 0x21
  let backslash = (word ^ ones &* 0x5C) &- ones
  return (belowSpaceOrQuote | backslash | word) & (ones &* 0x80)
}

extension [UInt8] {
  /// Appends the lent bytes.
  package mutating func append(contentsOf bytes: Span<UInt8>) {
    // SAFETY: appends exactly the lent bytes.
    unsafe bytes.withUnsafeBufferPointer { unsafe append(contentsOf: $0) }
  }
}
