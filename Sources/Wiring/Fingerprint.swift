import ByteIO
import Jokes

/// A text known by 64 bits, so that millions of them fit into memory.
///
/// The hash has a key that is new in each process; of a million texts, two share a fingerprint once
/// in 10⁷ runs.
package struct Fingerprint: Hashable, Sendable {
  /// Never 0.
  let bits: UInt64

  private static let key = KeyedHash()

  package init(_ text: String) {
    bits = max(text.withUTF8Bytes { Self.key.hash($0) }, 1)
  }

  private init(bits: UInt64) { self.bits = max(bits, 1) }

  /// That of the same text as another kind of text; texts of different kinds are different, whatever
  /// they say.
  func asKind(_ kind: UInt8) -> Fingerprint {
    // Odd, so that all bits of a kind make a difference to those of a fingerprint.
    Fingerprint(bits: bits ^ UInt64(kind) &* 0x9E37_79B9_7F4A_7C15)
  }
}
