/// Inlined accessors for a parser's inner loop.
///
/// Calls across modules that read one byte were a quarter of the strict reader's instructions.
extension Span<UInt8> {
  /// The byte at an offset, or nil at the end and after it.
  @inlinable package func byte(at offset: Int) -> UInt8? {
    guard UInt(bitPattern: offset) < UInt(bitPattern: count) else { return nil }
    // SAFETY: as an unsigned number the offset is below the count, and so it is not negative.
    return unsafe self[unchecked: offset]
  }

  /// Eight bytes at an offset, little-endian.
  ///
  /// - Precondition: there are eight.
  @inlinable package func word(at offset: Int) -> UInt64 {
    precondition(offset >= 0 && offset <= count &- 8)
    return unsafe uncheckedWord(at: offset)
  }

  /// The same, where the caller has checked that all eight exist.
  @inlinable @unsafe func uncheckedWord(at offset: Int) -> UInt64 {
    // SAFETY: the caller's; and where there are eight bytes there is an address.
    unsafe withUnsafeBytes { bytes in
      let base = unsafe bytes.baseAddress.unsafelyUnwrapped
      return unsafe UInt64(
        littleEndian: base.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
    }
  }

  /// The offset of the first byte at or after `start` that is not JSON white space.
  @inlinable @inline(__always)
  package func endOfWhitespace(from start: Int) -> Int {
    if let byte = byte(at: start), byte > 0x20 { return start }
    return endOfSomeWhitespace(from: start)
  }

  @inline(never)
  @usableFromInline func endOfSomeWhitespace(from start: Int) -> Int {
    var offset = start
    while let byte = byte(at: offset), byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
    {
      offset &+= 1
    }
    return offset
  }

  /// Whether the bytes at an offset begin with a name.
  ///
  /// With a literal this is one or two comparisons: the loop is unrolled, and the name is in the
  /// instructions.
  @inlinable @inline(__always)
  package func holds(_ name: StaticString, at offset: Int) -> Bool {
    let length = name.utf8CodeUnitCount
    precondition(length > 0)
    // Both at once: neither the offset nor what is left after the name is negative.
    guard offset | (count &- length &- offset) >= 0 else { return false }
    // SAFETY: every load ends `length` bytes after the offset or before, which is in the span, and
    // in the name, which is that long; no name is empty, so that the span has an address.
    return unsafe withUnsafeBytes { bytes in
      let base = unsafe bytes.baseAddress.unsafelyUnwrapped
      let (text, wanted) = unsafe (base + offset, UnsafeRawPointer(name.utf8Start))
      return unsafe areEqual(text, wanted, length)
    }
  }
}

extension Span<UInt8> {
  /// Whether the bytes at an offset equal a range of another text.
  ///
  /// - Precondition: the range is inside the other text, and not empty.
  @inlinable @inline(__always)
  package func holds(_ range: Range<Int>, of other: Span<UInt8>, at offset: Int) -> Bool {
    precondition(range.lowerBound >= 0 && range.upperBound <= other.count && !range.isEmpty)
    guard offset | (count &- range.count &- offset) >= 0 else { return false }
    // SAFETY: every load ends `range.count` bytes after either place or before, which both texts
    // have; neither is empty, so that both have an address.
    return unsafe withUnsafeBytes { bytes in
      unsafe other.withUnsafeBytes { others in
        let base = unsafe bytes.baseAddress.unsafelyUnwrapped
        let otherBase = unsafe others.baseAddress.unsafelyUnwrapped
        return unsafe areEqual(base + offset, otherBase + range.lowerBound, range.count)
      }
    }
  }
}

/// Whether two addresses hold equal bytes, at least one, compared in the largest pieces that fit;
/// the last piece may overlap the one before.
@inlinable @inline(__always) @unsafe
func areEqual(_ one: UnsafeRawPointer, _ other: UnsafeRawPointer, _ length: Int) -> Bool {
  if length >= 16 { return unsafe areEqualPairs(one, other, length) }
  if length >= 8 { return unsafe areEqual(one, other, length, as: UInt64.self) }
  if length >= 4 { return unsafe areEqual(one, other, length, as: UInt32.self) }
  if length >= 2 { return unsafe areEqual(one, other, length, as: UInt16.self) }
  return unsafe one.load(as: UInt8.self) == other.load(as: UInt8.self)
}

@inlinable @inline(__always) @unsafe
func areEqual<Word: FixedWidthInteger & BitwiseCopyable>(
  _ one: UnsafeRawPointer, _ other: UnsafeRawPointer, _ length: Int, as type: Word.Type
) -> Bool {
  let size = MemoryLayout<Word>.size
  var place = 0
  while place < length {
    let offset = Swift.min(place, length &- size)
    // SAFETY: a piece ends at `length` or before, which the caller has shown to be there.
    let piece = unsafe one.loadUnaligned(fromByteOffset: offset, as: type)
    let wanted = unsafe other.loadUnaligned(fromByteOffset: offset, as: type)
    if piece != wanted { return false }
    place &+= size
  }
  return true
}

/// The same for 16 bytes or more, two words at a time: the usual length of ids and entries of
/// dumps.
@inlinable @inline(__always) @unsafe
func areEqualPairs(
  _ one: UnsafeRawPointer, _ other: UnsafeRawPointer, _ length: Int
) -> Bool {
  let last = length &- 16
  var place = 0
  while place < last {
    if unsafe !areEqualPair(one + place, other + place) { return false }
    place &+= 16
  }
  return unsafe areEqualPair(one + last, other + last)
}

@inlinable @inline(__always) @unsafe
func areEqualPair(_ one: UnsafeRawPointer, _ other: UnsafeRawPointer) -> Bool {
  // SAFETY: both places have 16 bytes, as the caller has shown.
  let first = unsafe one.loadUnaligned(as: UInt64.self) ^ other.loadUnaligned(as: UInt64.self)
  let second =
    unsafe one.loadUnaligned(fromByteOffset: 8, as: UInt64.self)
    ^ other.loadUnaligned(fromByteOffset: 8, as: UInt64.self)
  return first | second == 0
}
