// How far two pieces of data are the same, and where one of them stands in the other.
extension Span<UInt8> {
  /// How many bytes from an offset on are those that another piece has from an offset of its own.
  ///
  /// - Parameter limit: how many are looked at, at most.
  package func sameByteCount(
    from start: Int, as other: Span<UInt8>, from otherStart: Int, limit: Int = .max
  ) -> Int {
    let most = Swift.min(limit, count - start, other.count - otherStart)
    precondition(start >= 0 && otherStart >= 0)
    var same = 0
    // SAFETY: every word ends `most` bytes after the start or before, in both pieces.
    unsafe withUnsafeBytes { bytes in
      unsafe other.withUnsafeBytes { others in
        // Most of what is compared is the same: four words at once, and the one that differs after them.
        while same &+ 32 <= most {
          let words = unsafe bytes.loadUnaligned(
            fromByteOffset: start &+ same, as: SIMD4<UInt64>.self)
          let otherWords = unsafe others.loadUnaligned(
            fromByteOffset: otherStart &+ same, as: SIMD4<UInt64>.self)
          let differing = words ^ otherWords
          guard differing.x | differing.y | differing.z | differing.w == 0 else { break }
          same &+= 32
        }
        while same &+ 8 <= most {
          let word = unsafe UInt64(
            littleEndian: bytes.loadUnaligned(fromByteOffset: start &+ same, as: UInt64.self))
          let otherWord = unsafe UInt64(
            littleEndian: others.loadUnaligned(fromByteOffset: otherStart &+ same, as: UInt64.self))
          guard word == otherWord else {
            same &+= (word ^ otherWord).trailingZeroBitCount / 8
            return
          }
          same &+= 8
        }
        while same < most, unsafe bytes[start &+ same] == others[otherStart &+ same] { same &+= 1 }
      }
    }
    return Swift.max(same, 0)
  }

  /// The first offset in a range at which a number of bytes stand as another piece has them.
  ///
  /// - Parameters:
  ///   - needle: where they begin in the other piece.
  ///   - byteCount: how many; eight at least.
  package func firstOffset(
    in range: Range<Int>, of other: Span<UInt8>, at needle: Int, byteCount: Int
  ) -> Int? {
    precondition(byteCount >= 8 && range.lowerBound >= 0)
    guard needle + byteCount <= other.count else { return nil }
    let word = other.word(at: needle)
    let end = Swift.min(range.upperBound, count - byteCount + 1)
    var offset = range.lowerBound
    while offset < end {
      // SAFETY: eight bytes from the offset on are in the span, as more than that are.
      offset = unsafe withUnsafeBytes { bytes in
        var offset = offset
        while offset < end,
          unsafe UInt64(
            littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)) != word
        { offset &+= 1 }
        return offset
      }
      guard offset < end else { return nil }
      let same = sameByteCount(from: offset, as: other, from: needle, limit: byteCount)
      if same == byteCount { return offset }
      offset += 1
    }
    return nil
  }
}
