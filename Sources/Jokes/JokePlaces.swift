/// A hash table of indices into an array of joke ids, or of their entries, that the caller holds.
///
/// A `Set` or `Dictionary` of a million ids spends most of its time fetching texts. This table
/// compares half of the hash first, and fetches a text only for a likely match.
package struct JokePlaces: Sendable {
  /// The number of indices.
  package private(set) var count = 0
  /// The slots, at least half of them free: half of a hash and an index each.
  private var slots: [UInt64]

  private static let free = UInt64.max
  /// The half of a slot that is the index.
  private static let placeMask = UInt64(UInt32.max)

  /// Creates an empty table.
  ///
  /// - Parameter minimumCapacity: the entries it can hold before it grows.
  package init(minimumCapacity: Int = 0) {
    var size = 16
    while size < 2 * minimumCapacity { size *= 2 }
    slots = [UInt64](repeating: Self.free, count: size)
  }

  /// The index of an id; nil if there is none.
  ///
  /// - Parameter isAt: whether the id is the one at an index.
  package func place(of id: JokeID, _ isAt: (Int) -> Bool) -> Int? {
    place(ofHash: UInt64(truncatingIfNeeded: id.hash), isAt)
  }

  /// The index of an entry by its hash; nil if there is none.
  @inline(__always)
  package func place(ofHash hash: UInt64, _ isAt: (Int) -> Bool) -> Int? {
    let mark = hash << 32
    var slot = firstSlot(of: mark)
    while slots[slot] != Self.free {
      let place = Int(slots[slot] & Self.placeMask)
      if slots[slot] & ~Self.placeMask == mark, isAt(place) { return place }
      slot = slot + 1 < slots.count ? slot + 1 : 0
    }
    return nil
  }

  /// Adds the index of an id that is not in the table.
  package mutating func insert(_ id: JokeID, at place: Int) {
    insert(hash: UInt64(truncatingIfNeeded: id.hash), at: place)
  }

  /// Adds the index of an entry, by its hash, that is not in the table.
  package mutating func insert(hash: UInt64, at place: Int) {
    precondition(place < UInt32.max, "more ids than a table can hold")
    count += 1
    if 2 * count > slots.count { grow() }
    fill(hash << 32 | UInt64(place))
  }

  private mutating func grow() {
    let old = slots
    slots = [UInt64](repeating: Self.free, count: 2 * old.count)
    for entry in old where entry != Self.free { fill(entry) }
  }

  /// Puts an entry into its first free slot.
  private mutating func fill(_ entry: UInt64) {
    var slot = firstSlot(of: entry)
    while slots[slot] != Self.free { slot = slot + 1 < slots.count ? slot + 1 : 0 }
    slots[slot] = entry
  }

  /// The slot at which a search begins, computed from the stored half of the hash, so that the
  /// table can grow without the ids.
  private func firstSlot(of mark: UInt64) -> Int { Int(mark >> 32) & (slots.count - 1) }
}
