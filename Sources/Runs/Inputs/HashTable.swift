import SystemIO

/// An entry of a hash table, which holds the hash of its key.
protocol HashTableEntry: BitwiseCopyable, Sendable {
  /// The entry of a free slot.
  static var free: Self { get }
  /// Whether it is the entry of a free slot.
  var isFree: Bool { get }
  /// The bits to look it up by.
  var hash: UInt64 { get }
  /// Whether both have the same key.
  func hasKey(of other: Self) -> Bool
}

/// A hash table of entries that hold hashes, which `Set` and `Dictionary` would hash again.
///
/// Open addressing; the number of slots is a power of two, and at most three quarters are taken.
struct HashTable<Entry: HashTableEntry>: Sendable {
  private var slots = [Entry](repeating: .free, count: 1 << 10)
  /// The number of entries.
  private(set) var count = 0

  /// A sink for prefetched slots, which is never read.
  private var fetched: UInt64 = 0

  var isEmpty: Bool { count == 0 }

  /// Prefetches the slot of an entry that is looked up later.
  ///
  /// The processor overlaps several such loads if no dependent instruction stands between them.
  mutating func fetch(_ hash: UInt64) { fetched ^= slots[home(of: hash)].hash }

  /// Whether the table has an entry with this one's key.
  func contains(_ entry: Entry) -> Bool { slots[slot(of: entry)].hasKey(of: entry) }

  /// Adds an entry.
  ///
  /// - Parameter change: changes the entry that has its key already.
  /// - Returns: whether its key is new.
  @discardableResult
  mutating func insert(_ entry: Entry, or change: (inout Entry) -> Void = { _ in }) -> Bool {
    let slot = slot(of: entry)
    guard slots[slot].isFree else {
      change(&slots[slot])
      return false
    }
    slots[slot] = entry
    count += 1
    if count * 4 > slots.count * 3 { grow() }
    return true
  }

  /// The slot of an entry's key, or the free one that it belongs in.
  private func slot(of entry: Entry) -> Int {
    var slot = home(of: entry.hash)
    while !slots[slot].isFree, !slots[slot].hasKey(of: entry) {
      slot = (slot &+ 1) & (slots.count &- 1)
    }
    return slot
  }

  private func home(of hash: UInt64) -> Int {
    Int(truncatingIfNeeded: hash) & (slots.count &- 1)
  }

  private mutating func grow() {
    let old = slots
    slots = [Entry](inLargePages: .free, count: 2 * old.count)
    for entry in old where !entry.isFree { slots[slot(of: entry)] = entry }
  }
}

extension Fingerprint: HashTableEntry {
  static var free: Fingerprint { Fingerprint(bits: 0) }
  var isFree: Bool { bits == 0 }
  var hash: UInt64 { bits }
  func hasKey(of other: Fingerprint) -> Bool { bits == other.bits }
}
