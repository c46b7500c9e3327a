/// A set of fingerprints.
///
/// Open addressing; the number of slots is a power of two, and at most three quarters are taken.
/// The fingerprints are hashes already, which `Set` would hash again.
struct FingerprintSet: Sendable {
  private var slots = [UInt64](repeating: 0, count: 1 << 10)
  private(set) var count = 0

  /// A sink for prefetched slots, which is never read.
  private var fetched: UInt64 = 0

  var isEmpty: Bool { count == 0 }

  /// Prefetches the slot of a fingerprint that is looked up later.
  ///
  /// The processor overlaps several such loads if no dependent instruction stands between them.
  mutating func fetch(_ fingerprint: Fingerprint) {
    fetched ^= slots[Int(truncatingIfNeeded: fingerprint.bits) & (slots.count &- 1)]
  }

  /// Whether the set contains a fingerprint.
  func contains(_ fingerprint: Fingerprint) -> Bool {
    slots[slot(of: fingerprint.bits)] == fingerprint.bits
  }

  /// Adds a fingerprint.
  ///
  /// - Returns: whether it is new.
  @discardableResult
  mutating func insert(_ fingerprint: Fingerprint) -> Bool {
    let slot = slot(of: fingerprint.bits)
    if slots[slot] != 0 { return false }
    slots[slot] = fingerprint.bits
    count += 1
    if count * 4 > slots.count * 3 { grow() }
    return true
  }

  /// The slot of a fingerprint, or the free one that it belongs in.
  private func slot(of bits: UInt64) -> Int {
    var slot = Int(truncatingIfNeeded: bits) & (slots.count &- 1)
    while slots[slot] != 0, slots[slot] != bits { slot = (slot &+ 1) & (slots.count &- 1) }
    return slot
  }

  private mutating func grow() {
    let old = slots
    slots = [UInt64](repeating: 0, count: 2 * old.count)
    for bits in old where bits != 0 { slots[slot(of: bits)] = bits }
  }
}
