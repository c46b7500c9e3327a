/// Bytes for the standard library's hash, whose key is new in each process.
extension Hasher {
  /// Feeds it the bytes of a text, and how many they are.
  mutating func combine(utf8 text: String) {
    var word = HashedWord()
    for byte in text.utf8 { word.append(byte, to: &self) }
    word.finish(into: &self)
  }

  /// Feeds it bytes, and how many they are.
  mutating func combine(_ bytes: Span<UInt8>) {
    var word = HashedWord()
    for index in bytes.indices { word.append(bytes[index], to: &self) }
    word.finish(into: &self)
  }
}

/// Bytes on their way to a hasher, eight at a time: it takes as long over one byte as over eight.
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
