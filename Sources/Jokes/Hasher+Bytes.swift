/// Hashing of bytes by the standard library's hash, which has a new key in each process.
extension Hasher {
  /// Feeds the bytes of a text and their count.
  mutating func combine(utf8 text: String) {
    var word = HashedWord()
    for byte in text.utf8 { word.append(byte, to: &self) }
    word.finish(into: &self)
  }
}

/// Collects bytes for a hasher, eight at a time, because it takes as long for one byte as for
/// eight.
private struct HashedWord {
  private var word: UInt64 = 0
  private var count = 0

  @inline(__always)
  mutating func append(_ byte: UInt8, to hasher: inout Hasher) {
    word = word << 8 | UInt64(byte)
    count &+= 1
    guard count & 7 == 0 else { return }
    hasher.combine(word)
    word = 0
  }

  func finish(into hasher: inout Hasher) {
    hasher.combine(word)
    hasher.combine(count)
  }
}
