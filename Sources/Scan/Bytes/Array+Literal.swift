extension [UInt8] {
  /// Appends a text of the program's own, whose length is known where it is called.
  @inlinable @inline(__always)
  package mutating func append(_ text: StaticString) {
    // SAFETY: a literal's bytes are there for as long as the program is.
    unsafe append(
      contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  /// Appends the low bytes of a word, lowest first.
  ///
  /// - Parameter byteCount: 8 at most.
  package mutating func append(_ byteCount: Int, of word: UInt64) {
    precondition(byteCount >= 0 && byteCount <= 8)
    // SAFETY: so many bytes of the word exist.
    unsafe Swift.withUnsafeBytes(of: word.littleEndian) { bytes in
      unsafe append(contentsOf: UnsafeRawBufferPointer(rebasing: bytes.prefix(byteCount)))
    }
  }
}
