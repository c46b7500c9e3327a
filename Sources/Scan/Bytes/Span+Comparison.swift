// Compares two pieces of data.
extension Span<UInt8> {
  /// The length of the common prefix of two pieces, each from an offset.
  ///
  /// - Parameter limit: the most bytes to compare.
  package func sameByteCount(
    from start: Int, as other: Span<UInt8>, from otherStart: Int, limit: Int = .max
  ) -> Int {
    let most = Swift.min(limit, count - start, other.count - otherStart)
    precondition(start >= 0 && otherStart >= 0)
    var same = 0
    // SAFETY: every word ends `most` bytes after the start or before, in both pieces.
    unsafe withUnsafeBytes { bytes in
      unsafe other.withUnsafeBytes { others in
        // Most compared data is equal: compare four words at once, then find the one that differs.
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

  /// Whether the first bytes are these.
  package func begins(with beginning: Span<UInt8>) -> Bool {
    count >= beginning.count && extracting(0..<beginning.count).isEqual(to: beginning)
  }

  /// The same for an array.
  package func begins(with beginning: [UInt8]) -> Bool { begins(with: beginning.span) }

  /// Whether the first bytes are those of a text.
  package func begins(with text: String) -> Bool { begins(with: Array(text.utf8)) }

  /// The range in which two pieces differ, without their common prefix and suffix.
  package func difference(from other: Span<UInt8>) -> (range: Range<Int>, other: Range<Int>) {
    let start = sameByteCount(from: 0, as: other, from: 0)
    var (end, otherEnd) = (count, other.count)
    while end > start, otherEnd > start, self[end - 1] == other[otherEnd - 1] {
      end -= 1
      otherEnd -= 1
    }
    return (start..<end, start..<otherEnd)
  }
}
