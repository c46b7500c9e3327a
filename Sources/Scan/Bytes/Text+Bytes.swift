// Compares and splits text by its bytes. Swift's `==` merges canonically equivalent texts, which
// file systems and databases distinguish; its `split` misses a slash that is followed by a
// combining accent.
extension StringProtocol {
  /// Whether both have the same bytes.
  package func hasBytes(of other: some StringProtocol) -> Bool {
    withUTF8Bytes { bytes in other.withUTF8Bytes { bytes.isEqual(to: $0) } }
  }

  /// Whether it begins with the bytes of another text.
  package func startsWithBytes(of other: some StringProtocol) -> Bool {
    withUTF8Bytes { bytes in other.withUTF8Bytes { bytes.begins(with: $0) } }
  }

  /// Whether its bytes come before those of another.
  package func precedesInBytes(_ other: some StringProtocol) -> Bool {
    withUTF8Bytes { bytes in
      other.withUTF8Bytes { others in
        let same = bytes.sameByteCount(from: 0, as: others, from: 0)
        guard same < bytes.count, same < others.count else { return bytes.count < others.count }
        return bytes[same] < others[same]
      }
    }
  }

  /// Whether it contains the bytes of another, non-empty text.
  package func containsBytes(of other: some StringProtocol) -> Bool {
    withUTF8Bytes { bytes in
      other.withUTF8Bytes { wanted in
        if wanted.isEmpty { return true }
        var place = bytes.firstOffset(of: wanted[0])
        while let start = place {
          if bytes.holds(0..<wanted.count, of: wanted, at: start) { return true }
          place = bytes.firstOffset(of: wanted[0], from: start + 1)
        }
        return false
      }
    }
  }

  /// Lends the UTF-8 bytes.
  @inlinable
  package func withUTF8Bytes<Result>(_ body: (Span<UInt8>) -> Result) -> Result {
    // SAFETY: the bytes stay in place during the call, and the span does not leave it.
    let lent = utf8.withContiguousStorageIfAvailable { bytes in
      body(unsafe Span(_unsafeElements: bytes))
    }
    return lent ?? body(ContiguousArray(utf8).span)
  }

  /// Whether it contains a slash.
  package var hasSlash: Bool {
    withUTF8Bytes { $0.firstOffset(of: UInt8(ascii: "/")) != nil }
  }
}

extension String {
  /// The components between its slashes.
  ///
  /// - Parameter omittingEmpty: whether to leave out empty components.
  package func dividedAtSlashes(omittingEmpty: Bool = true) -> [Substring] {
    divided(at: "/", omittingEmpty: omittingEmpty)
  }

  /// The parts between its occurrences of an ASCII character, also where a combining accent follows.
  package func divided(at separator: Unicode.Scalar, omittingEmpty: Bool = false) -> [Substring] {
    var (parts, start) = ([Substring](), startIndex)
    for place in utf8.indices where utf8[place] == UInt8(ascii: separator) {
      if !omittingEmpty || start < place { parts.append(self[start..<place]) }
      start = utf8.index(after: place)
    }
    if !omittingEmpty || start < endIndex { parts.append(self[start...]) }
    return parts
  }

  /// The path without the slashes at its end, unless it is nothing else.
  package var withoutTrailingSlashes: String {
    var path = self
    while path.count > 1, path.hasSuffix("/") { path.removeLast() }
    return path
  }

  /// The path of a name in this directory, which may be the root.
  package func appendingName(_ name: some StringProtocol) -> String {
    (self == "/" ? "" : self) + "/" + name
  }

  /// The rest after a prefix of this many bytes.
  package func behindBytes(of beginning: String) -> Substring {
    Substring(utf8.dropFirst(beginning.utf8.count))
  }
}
