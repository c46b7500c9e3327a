extension [UInt8] {
  /// Appends a text of the program's own, whose length is known where it is called.
  @inlinable @inline(__always)
  package mutating func append(_ text: StaticString) {
    // SAFETY: a literal's bytes are there for as long as the program is.
    unsafe append(
      contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }
}
