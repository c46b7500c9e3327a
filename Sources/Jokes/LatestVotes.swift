/// Finds, among votes with the same key, the one that counts.
///
/// Open addressing; the slots are a power of two, at most three quarters of them taken. The keys
/// are hashes, which a dictionary would hash again.
struct LatestVotes: Sendable {
  private var slots = [Slot](repeating: Slot(), count: 1 << 10)
  private var count = 0
  /// What was fetched ahead; nothing reads it.
  private var fetched: UInt64 = 0

  private struct Slot: Sendable {
    var key = VoteKey.none
    var precedence = VotePrecedence(.horrible, microseconds: nil)
  }

  /// Fetches from memory where a key is looked for later.
  ///
  /// The processor does so for several at once, if nothing that it has to wait for comes between them.
  mutating func fetch(_ key: VoteKey) { fetched ^= slots[home(of: key)].key.hash }

  /// Enters a vote.
  ///
  /// - Returns: the vote with this key that counted until now; nil if there was none.
  mutating func enter(_ vote: VotePrecedence, under key: VoteKey) -> VotePrecedence? {
    let slot = slot(of: key)
    guard slots[slot].key == key else {
      slots[slot] = Slot(key: key, precedence: vote)
      count += 1
      if count * 4 > slots.count * 3 { grow() }
      return nil
    }
    let other = slots[slot].precedence
    if other < vote { slots[slot].precedence = vote }
    return other
  }

  /// The slot of a key, or the free one for it.
  private func slot(of key: VoteKey) -> Int {
    var slot = home(of: key)
    while slots[slot].key != VoteKey.none, slots[slot].key != key {
      slot = (slot &+ 1) & (slots.count &- 1)
    }
    return slot
  }

  private func home(of key: VoteKey) -> Int {
    Int(truncatingIfNeeded: key.hash) & (slots.count &- 1)
  }

  private mutating func grow() {
    let old = slots
    slots = [Slot](repeating: Slot(), count: 2 * old.count)
    for entry in old where entry.key != VoteKey.none { slots[slot(of: entry.key)] = entry }
  }
}
