/// Joke ids in the order in which they first came, each once, and the place of each.
///
/// What a `Set` and a `Dictionary` would hold, without the text being looked at for each id that is
/// passed on the way: of a million ids most of the time goes into reaching their texts.
package struct JokeIndex: Sendable {
  /// The ids, in order.
  package private(set) var ids: [JokeID] = []
  /// A table by hash, at least half of it free: the upper half of the hash of an id, and its place.
  private var slots: [UInt64] = []

  private static let free = UInt64.max
  /// The half of a slot that is the place.
  private static let placeMask = UInt64(UInt32.max)

  /// An index of no ids.
  ///
  /// - Parameter minimumCapacity: how many ids it can take before it grows.
  package init(minimumCapacity: Int = 0) {
    guard minimumCapacity > 0 else { return }
    ids.reserveCapacity(minimumCapacity)
    grow(toHold: minimumCapacity)
  }

  /// The ids of a sequence, each once.
  package init(_ ids: [JokeID]) {
    self.init(minimumCapacity: ids.count)
    for id in ids { insert(id) }
  }

  /// How many ids there are.
  package var count: Int { ids.count }

  /// Whether an id is there.
  package func contains(_ id: JokeID) -> Bool { place(of: id) != nil }

  /// The place of an id; nil where it is not there.
  package func place(of id: JokeID) -> Int? {
    guard !slots.isEmpty else { return nil }
    let found = slots[slot(of: id)]
    return found == Self.free ? nil : Int(found & Self.placeMask)
  }

  /// Puts an id last, unless it is there.
  ///
  /// - Returns: its place, and whether it is new.
  @discardableResult
  package mutating func insert(_ id: JokeID) -> (place: Int, isNew: Bool) {
    if 2 * ids.count >= slots.count { grow(toHold: ids.count + 1) }
    let slot = slot(of: id)
    if slots[slot] != Self.free { return (Int(slots[slot] & Self.placeMask), false) }
    precondition(ids.count < UInt32.max, "more ids than an index can hold")
    slots[slot] = Self.tag(of: id) | UInt64(ids.count)
    ids.append(id)
    return (ids.count - 1, true)
  }

  /// Where in the table an id is, or would be.
  private func slot(of id: JokeID) -> Int {
    let tag = Self.tag(of: id)
    var slot = firstSlot(of: id)
    while slots[slot] != Self.free {
      let isLike = slots[slot] & ~Self.placeMask == tag
      if isLike, ids[Int(slots[slot] & Self.placeMask)] == id { return slot }
      slot = slot + 1 < slots.count ? slot + 1 : 0
    }
    return slot
  }

  private func firstSlot(of id: JokeID) -> Int { id.hash & (slots.count - 1) }

  private static func tag(of id: JokeID) -> UInt64 {
    UInt64(truncatingIfNeeded: id.hash) & ~placeMask
  }

  private mutating func grow(toHold count: Int) {
    var size = max(16, slots.count)
    while size < 2 * count { size *= 2 }
    slots = [UInt64](repeating: Self.free, count: size)
    for (place, id) in ids.enumerated() {
      // The ids differ from each other: the next free slot is theirs.
      var slot = firstSlot(of: id)
      while slots[slot] != Self.free { slot = slot + 1 < size ? slot + 1 : 0 }
      slots[slot] = Self.tag(of: id) | UInt64(place)
    }
  }
}
