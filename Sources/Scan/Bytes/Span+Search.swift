public import CKernels

/// Searches for bytes, comparisons and copies.
extension Span<UInt8> {
  /// The offset of the first `byte` at or after `start`, or nil when there is none.
  @inline(__always)
  package func firstOffset(of byte: UInt8, from start: Int = 0) -> Int? {
    precondition(start >= 0 && start <= count)
    // SAFETY: the kernel looks at no more than the bytes from `start` to the span's end.
    return unsafe withUnsafeBufferPointer { bytes -> Int? in
      guard let base = bytes.baseAddress else { return nil }
      guard let found = unsafe kernel_first(base + start, byte, count - start) else { return nil }
      return unsafe found - base
    }
  }

  /// The number of occurrences of a byte.
  package func occurrences(of byte: UInt8) -> Int {
    var (total, place) = (0, firstOffset(of: byte, from: 0))
    while let found = place {
      total += 1
      place = firstOffset(of: byte, from: found + 1)
    }
    return total
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

  /// Whether both have the same bytes.
  package func isEqual(to other: Span<UInt8>) -> Bool {
    guard count == other.count else { return false }
    // SAFETY: the kernel looks at as many bytes as both have.
    return unsafe withUnsafeBufferPointer { bytes in
      unsafe other.withUnsafeBufferPointer { others in
        guard let base = bytes.baseAddress, let otherBase = others.baseAddress else { return true }
        return unsafe kernel_is_equal(base, otherBase, bytes.count)
      }
    }
  }

  /// A copy of the bytes.
  package var copied: [UInt8] {
    // SAFETY: the array is made from exactly the lent bytes.
    unsafe withUnsafeBufferPointer { unsafe [UInt8]($0) }
  }

  /// The bytes as text; invalid UTF-8 shows as replacement characters.
  package var text: String {
    // SAFETY: the string is made from exactly the lent bytes, and copies them.
    unsafe withUnsafeBytes { unsafe String(decoding: $0, as: UTF8.self) }
  }

  /// The bytes as text; nil if they are not UTF-8.
  package var validText: String? {
    // SAFETY: as above.
    unsafe withUnsafeBytes { unsafe String(validating: $0, as: UTF8.self) }
  }

  /// Whether the bytes are UTF-8.
  package var isUTF8: Bool {
    // `UTF8Span` validates without a copy.
    guard #available(macOS 26, iOS 26, *) else { return validText != nil }
    do throws(UTF8.ValidationError) {
      _ = try UTF8Span(validating: self)
      return true
    } catch {
      return false
    }
  }
}

extension Span<UInt8> {
  /// The offset of the first byte at or after `start` that is not plain inside a JSON string: a
  /// quote, a backslash, a control character, or part of a character beyond ASCII; `count` when
  /// there is none.
  @inlinable @inline(__always)
  package func endOfPlainText(from start: Int) -> Int {
    precondition(start >= 0 && start <= count)
    // SAFETY: the kernel looks at no byte before the span, or at or behind its count.
    return unsafe withUnsafeBufferPointer { bytes in
      guard let base = bytes.baseAddress else { return 0 }
      return unsafe kernel_end_of_plain_text(base, start, bytes.count)
    }
  }
}

extension [UInt8] {
  /// Appends the lent bytes.
  package mutating func append(contentsOf bytes: Span<UInt8>) {
    // A separator takes a quarter of the instructions this way.
    if bytes.count == 1 { return append(bytes[0]) }
    // SAFETY: appends exactly the lent bytes.
    unsafe bytes.withUnsafeBufferPointer { unsafe append(contentsOf: $0) }
  }
}
