// Names and paths from outside are told apart, and divided, by their bytes. Swift's `==` takes two
// texts for equal that mean the same in Unicode, though no file system and no database does; and its
// `split` takes a slash and an accent behind it for one character, which it then does not find.
extension StringProtocol {
  /// Whether it has the very bytes of another text.
  package func hasBytes(of other: some StringProtocol) -> Bool {
    utf8.elementsEqual(other.utf8)
  }

  /// Whether its first bytes are those of another text.
  package func startsWithBytes(of other: some StringProtocol) -> Bool {
    utf8.starts(with: other.utf8)
  }

  /// Whether the bytes of another text, which is not empty, are in it.
  package func containsBytes(of other: some StringProtocol) -> Bool {
    guard let first = other.utf8.first else { return true }
    var rest = utf8[...]
    while let place = rest.firstIndex(of: first) {
      rest = rest[place...]
      if rest.starts(with: other.utf8) { return true }
      rest = rest.dropFirst()
    }
    return false
  }

  /// Lends its UTF-8 bytes.
  package func withUTF8Bytes<Result>(_ body: (Span<UInt8>) -> Result) -> Result {
    // SAFETY: the bytes stay where they are while the body has them, and the span does not leave it.
    let lent = utf8.withContiguousStorageIfAvailable { bytes in
      body(unsafe Span(_unsafeElements: bytes))
    }
    return lent ?? body(ContiguousArray(utf8).span)
  }

  /// Whether it has a slash.
  package var hasSlash: Bool { utf8.contains(UInt8(ascii: "/")) }
}

extension StringProtocol where UTF8View.SubSequence == Substring.UTF8View {
  /// What is between its slashes.
  ///
  /// - Parameter omittingEmpty: whether nothing between two slashes, and before the first or behind the
  ///   last, is left out.
  package func dividedAtSlashes(
    maxSplits: Int = .max, omittingEmpty: Bool = true
  ) -> [Substring] {
    utf8.split(
      separator: UInt8(ascii: "/"), maxSplits: maxSplits, omittingEmptySubsequences: omittingEmpty
    ).map { Substring($0) }
  }
}

extension String {
  /// What is left of it behind so many bytes of another text, with which it begins.
  package func behindBytes(of beginning: String) -> Substring {
    Substring(utf8.dropFirst(beginning.utf8.count))
  }
}
