/// The tally's hash table from ids to entries, over the bytes of the input, so that counting makes
/// no string.
///
/// Open addressing; the slots are a power of two, at most half of them taken.
extension Tally {
  /// The index of an id's entry, added if needed.
  mutating func index(of id: Span<UInt8>) -> Int {
    let hash = key.hash(id)
    let slot = slot(of: id, hash)
    return slots[slot] >= 0 ? Int(slots[slot]) : enter(id, hash, slot)
  }

  /// The index of an id's entry; nil if it has none.
  func knownIndex(of id: Span<UInt8>) -> Int? {
    let slot = slot(of: id, key.hash(id))
    return slots[slot] >= 0 ? Int(slots[slot]) : nil
  }

  /// The slot with an id's entry, or the free one that it would get.
  @inline(__always)
  private func slot(of id: Span<UInt8>, _ hash: UInt64) -> Int {
    var slot = Int(truncatingIfNeeded: hash) & (slots.count &- 1)
    while slots[slot] >= 0 {
      let index = Int(slots[slot])
      if entries[index].hash == hash, holds(entries[index].keyRange, id) { break }
      slot = (slot &+ 1) & (slots.count &- 1)
    }
    return slot
  }

  private func holds(_ range: Range<Int>, _ id: Span<UInt8>) -> Bool {
    range.count == id.count && keyBytes.span.extracting(range).holdsSameBytes(as: id)
  }

  @inline(never)
  private mutating func enter(_ id: Span<UInt8>, _ hash: UInt64, _ slot: Int) -> Int {
    let start = keyBytes.count
    for offset in id.indices { keyBytes.append(id[offset]) }
    entries.append(Entry(keyRange: start..<keyBytes.count, hash: hash))
    slots[slot] = Int32(entries.count - 1)
    if entries.count * 2 > slots.count { grow() }
    return entries.count - 1
  }

  private mutating func grow() {
    slots = [Int32](repeating: -1, count: slots.count * 2)
    for (index, entry) in entries.enumerated() {
      var slot = Int(truncatingIfNeeded: entry.hash) & (slots.count - 1)
      while slots[slot] >= 0 { slot = (slot + 1) & (slots.count - 1) }
      slots[slot] = Int32(index)
    }
  }
}
