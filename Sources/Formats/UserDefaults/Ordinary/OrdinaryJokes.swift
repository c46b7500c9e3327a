import ByteIO

/// The joke keys of an ordinary dump, each once, found by their bytes where they stand in the dump.
///
/// Open addressing: the slots are a power of two, and at most half of them are taken.
struct OrdinaryJokes: Sendable {
  /// One joke: where its key first stands, and its entry in each of the dictionaries.
  struct Joke: Sendable {
    let hash: UInt64
    fileprivate let keyStart: Int32
    fileprivate let keyCount: Int32
    /// Its place among the ratings, or -1.
    fileprivate(set) var rating: Int32 = -1
    /// Its place among the times of ratings, or -1.
    fileprivate(set) var ratedAt: Int32 = -1
    /// Its place among the times of saving, or -1.
    fileprivate(set) var savedAt: Int32 = -1
    fileprivate(set) var isSaved = false

    /// Its entry in the dictionary that was read last; nil where it has none.
    var latestEntry: Int? {
      let entry = max(rating, ratedAt, savedAt)
      return entry < 0 ? nil : Int(entry)
    }

    /// Where its key stands, without quotes.
    var key: Range<Int> { Int(keyStart)..<Int(keyStart) + Int(keyCount) }
    /// The same with its quotes.
    var quotedKey: Range<Int> { Int(keyStart) - 1..<Int(keyStart) + Int(keyCount) + 1 }
  }

  /// The jokes, in the order in which they first come.
  private(set) var all: [Joke] = []
  private var slots = [Int32](repeating: -1, count: 64)

  /// Forgets all jokes, but not the room for some.
  mutating func removeAll() {
    let isLarge = all.capacity > OrdinaryWork.keptCapacity
    all.removeAll(keepingCapacity: !isLarge)
    if isLarge {
      slots = [Int32](repeating: -1, count: 64)
    } else {
      var places = slots.mutableSpan
      places.update(repeating: -1)
    }
  }

  /// Takes note of the entry of a joke in a dictionary; false where it has one there already.
  mutating func enter(
    _ entry: Int32, of joke: Int32, in dictionary: OrdinaryKeys.Dictionary
  ) -> Bool {
    let joke = Int(joke)
    switch dictionary {
    case .ratings:
      if all[joke].rating >= 0 { return false }
      all[joke].rating = entry
    case .ratedAt:
      if all[joke].ratedAt >= 0 { return false }
      all[joke].ratedAt = entry
    case .savedAt:
      if all[joke].savedAt >= 0 { return false }
      all[joke].savedAt = entry
    }
    return true
  }

  mutating func markSaved(_ joke: Int32) { all[Int(joke)].isSaved = true }

  /// The place of the joke whose key stands there, a new one where it is the first of its key.
  mutating func place(of key: Range<Int>, hash: UInt64, in text: Span<UInt8>) -> Int32 {
    let slot = slot(of: text.extracting(key), hash: hash, text)
    if slots[slot] >= 0 { return slots[slot] }
    let place = Int32(all.count)
    all.append(
      Joke(hash: hash, keyStart: Int32(key.lowerBound), keyCount: Int32(key.count)))
    slots[slot] = place
    if all.count * 2 > slots.count { grow() }
    return place
  }

  /// The slot of a key, or the empty one that it would have.
  ///
  /// - Parameter text: the text of the dump.
  private func slot(of key: Span<UInt8>, hash: UInt64, _ text: Span<UInt8>) -> Int {
    let mask = slots.count - 1
    var slot = Int(truncatingIfNeeded: hash) & mask
    while slots[slot] >= 0 {
      let joke = all[Int(slots[slot])]
      if joke.hash == hash, text.holds(key, at: joke.key) { return slot }
      slot = (slot + 1) & mask
    }
    return slot
  }

  private mutating func grow() {
    slots = [Int32](repeating: -1, count: slots.count * 2)
    let mask = slots.count - 1
    for (place, joke) in all.enumerated() {
      var slot = Int(truncatingIfNeeded: joke.hash) & mask
      while slots[slot] >= 0 { slot = (slot + 1) & mask }
      slots[slot] = Int32(place)
    }
  }
}
