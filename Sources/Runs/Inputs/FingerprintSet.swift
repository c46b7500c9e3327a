/// Fingerprints of which each is there once.
///
/// Open addressing: the slots are a power of two, of which at most three quarters are taken. The bits
/// are a hash already, which a set would hash again.
struct FingerprintSet: Sendable {
  private var slots = [UInt64](repeating: 0, count: 1 << 10)
  private(set) var count = 0

  /// What was fetched ahead; nothing reads it.
  private var fetched: UInt64 = 0

  var isEmpty: Bool { count == 0 }

  /// Fetches from memory where a fingerprint is looked for later.
  ///
  /// The processor does so for several at once, if nothing that it has to wait for comes between them.
  mutating func fetch(_ fingerprint: Fingerprint) {
    fetched ^= slots[Int(truncatingIfNeeded: fingerprint.bits) & (slots.count &- 1)]
  }

  /// Whether one is there.
  func contains(_ fingerprint: Fingerprint) -> Bool {
    slots[slot(of: fingerprint.bits)] == fingerprint.bits
  }

  /// Adds one.
  ///
  /// - Returns: whether it was not there.
  @discardableResult
  mutating func insert(_ fingerprint: Fingerprint) -> Bool {
    let slot = slot(of: fingerprint.bits)
    if slots[slot] != 0 { return false }
    slots[slot] = fingerprint.bits
    count += 1
    if count * 4 > slots.count * 3 { grow() }
    return true
  }

  /// Where one stands, or would.
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
