/// A text known by 64 bits, so that millions of them fit into memory.
///
/// The hash has a key that is new in each process; of a million texts, two share a fingerprint once
/// in 10⁷ runs.
struct Fingerprint: Hashable, Sendable {
  private let bits: UInt64

  /// - Parameter kind: texts of different kinds are different, whatever they say.
  init(_ text: String, kind: UInt8 = 0) {
    var hasher = Hasher()
    hasher.combine(kind)
    for byte in text.utf8 { hasher.combine(byte) }
    bits = UInt64(truncatingIfNeeded: hasher.finalize())
  }
}
