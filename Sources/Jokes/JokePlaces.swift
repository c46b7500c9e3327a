/// The places of joke ids in an array that another holds: a table by hash that knows no text.
///
/// What a `Set` or a `Dictionary` would do, but of a million ids most of the time goes into reaching
/// their texts: here a text is looked at only where an id is found, not for those passed on the way.
package struct JokePlaces: Sendable {
  /// How many places are known.
  package private(set) var count = 0
  /// At least half of it free: of each id half of its hash, and its place.
  private var slots: [UInt64]

  private static let free = UInt64.max
  /// The half of a slot that is the place.
  private static let placeMask = UInt64(UInt32.max)

  /// A table of no ids.
  ///
  /// - Parameter minimumCapacity: how many it can take before it grows.
  package init(minimumCapacity: Int = 0) {
    var size = 16
    while size < 2 * minimumCapacity { size *= 2 }
    slots = [UInt64](repeating: Self.free, count: size)
  }

  /// The place of an id; nil where it is not known.
  ///
  /// - Parameter isAt: whether the id is the one at a place.
  package func place(of id: JokeID, _ isAt: (Int) -> Bool) -> Int? {
    place(ofHash: UInt64(truncatingIfNeeded: id.hash), isAt)
  }

  /// The place of what has a hash; nil where it is not known.
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

  /// Takes note of the place of an id, of which none is known.
  package mutating func insert(_ id: JokeID, at place: Int) {
    insert(hash: UInt64(truncatingIfNeeded: id.hash), at: place)
  }

  /// Takes note of the place of what has a hash, of which none is known.
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

  /// Puts an entry into the first slot that is free for it.
  private mutating func fill(_ entry: UInt64) {
    var slot = firstSlot(of: entry)
    while slots[slot] != Self.free { slot = slot + 1 < slots.count ? slot + 1 : 0 }
    slots[slot] = entry
  }

  /// Where the search for an id begins: told from its half of a slot, so that the table can grow by
  /// itself.
  private func firstSlot(of mark: UInt64) -> Int { Int(mark >> 32) & (slots.count - 1) }
}
