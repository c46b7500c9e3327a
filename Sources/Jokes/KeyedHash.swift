/// A hash keyed by two random words, drawn for each key, so that no input can be built to collide.
///
/// Each word of the text is mixed with the state and multiplied by a secret, and the halves of the
/// product are mixed. The standard library's hash takes four times as long; it also resists an
/// attacker who sees hashes, but none leaves the process.
package struct KeyedHash: Sendable {
  private var start: UInt64
  private let factor: UInt64

  /// Creates a hash with a random key, so that an input cannot be made to collide.
  package init() {
    var generator = SystemRandomNumberGenerator()
    start = generator.next()
    factor = generator.next() | 1
  }

  /// The hash of a text.
  @inline(__always)
  package func hash(_ text: Span<UInt8>) -> UInt64 {
    var hash = start ^ UInt64(truncatingIfNeeded: text.count)
    var offset = 0
    while text.count &- offset > 8 {
      hash = mixed(hash ^ text.word(at: offset))
      offset &+= 8
    }
    return mixed(hash ^ text.lastWord)
  }

  /// The hash of three texts, each with its position and length.
  func hash(_ first: Span<UInt8>, _ second: Span<UInt8>, _ third: Span<UInt8>) -> UInt64 {
    var next = self
    next.start = hash(first)
    next.start = next.hash(second)
    return next.hash(third)
  }

  private func mixed(_ word: UInt64) -> UInt64 {
    let product = word.multipliedFullWidth(by: factor)
    return product.high ^ product.low
  }
}

extension Span<UInt8> {
  /// Eight bytes, little-endian; the compiler makes one load of it.
  @inline(__always)
  fileprivate func word(at offset: Int) -> UInt64 {
    let bytes = extracting(offset..<offset &+ 8)
    let low =
      UInt32(bytes[0]) | UInt32(bytes[1]) << 8 | UInt32(bytes[2]) << 16 | UInt32(bytes[3]) << 24
    let high =
      UInt32(bytes[4]) | UInt32(bytes[5]) << 8 | UInt32(bytes[6]) << 16 | UInt32(bytes[7]) << 24
    return UInt64(low) | UInt64(high) << 32
  }

  /// The last eight bytes, or fewer.
  @inline(__always)
  fileprivate var lastWord: UInt64 { count >= 8 ? word(at: count &- 8) : shortWord }

  @inline(never)
  private var shortWord: UInt64 {
    var word: UInt64 = 0
    for offset in indices { word = word << 8 | UInt64(self[offset]) }
    return word
  }

  /// Whether both have the same bytes. They must have the same count.
  func holdsSameBytes(as other: Span<UInt8>) -> Bool {
    var offset = 0
    while count &- offset > 8 {
      if word(at: offset) != other.word(at: offset) { return false }
      offset &+= 8
    }
    return lastWord == other.lastWord
  }
}
