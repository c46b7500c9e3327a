import ByteIO

/// The joke keys of an ordinary dump, each once, found by their bytes where they stand in the dump.
///
/// Most dumps have few, and those are found by looking at each; more are found by hashes, with open
/// addressing: the slots are a power of two, and at most half of them are taken.
struct OrdinaryJokes: ~Copyable, Sendable {
  /// One joke: where its key first stands, and its entry in each of the dictionaries.
  struct Joke: BitwiseCopyable, Sendable {
    /// What its key begins with, as `Span.prefix` has it.
    let prefix: UInt64
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
    var key: Range<Int> { Int(keyStart)..<Int(keyStart) &+ Int(keyCount) }
    /// The same with its quotes.
    var quotedKey: Range<Int> { Int(keyStart) &- 1..<Int(keyStart) &+ Int(keyCount) &+ 1 }
  }

  /// The jokes, in the order in which they first come.
  private(set) var all = ScratchArray<Joke>()
  /// For each slot the place of a joke, or -1; none while there are few jokes.
  private var slots = ScratchArray<Int32>()

  /// So many are found without hashes: to hash one takes as long as to look at forty.
  private static var few: Int { 32 }

  /// Forgets all jokes, but not the room for some.
  mutating func removeAll() {
    all.removeAll(keeping: OrdinaryWork.keptCapacity)
    slots.removeAll(keeping: OrdinaryWork.keptCapacity)
  }

  /// Takes note of the entry of a joke in a dictionary; false where it has one there already.
  mutating func enter(
    _ entry: Int32, of joke: Int32, in dictionary: OrdinaryKeys.Dictionary
  ) -> Bool {
    let joke = Int(joke)
    var jokes = all.mutableSpan
    switch dictionary {
    case .ratings:
      if jokes[joke].rating >= 0 { return false }
      jokes[joke].rating = entry
    case .ratedAt:
      if jokes[joke].ratedAt >= 0 { return false }
      jokes[joke].ratedAt = entry
    case .savedAt:
      if jokes[joke].savedAt >= 0 { return false }
      jokes[joke].savedAt = entry
    }
    return true
  }

  mutating func markSaved(_ joke: Int32) {
    var jokes = all.mutableSpan
    jokes[Int(joke)].isSaved = true
  }

  /// The place of the joke whose key stands there, a new one where it is the first of its key.
  ///
  /// - Parameter seed: what hashes begin with.
  mutating func place(of key: Range<Int>, in text: Span<UInt8>, seed: UInt64) -> Int32 {
    let prefix = text.prefix(of: key)
    if all.count <= Self.few {
      for place in 0..<all.count
      where all[place].prefix == prefix && isSame(key, as: place, text) {
        return Int32(truncatingIfNeeded: place)
      }
    } else {
      let slot = slot(of: key, prefix, text, seed)
      if slots[slot] >= 0 { return slots[slot] }
      take(slot, for: all.count)
    }
    all.append(
      Joke(
        prefix: prefix, keyStart: Int32(truncatingIfNeeded: key.lowerBound),
        keyCount: Int32(truncatingIfNeeded: key.count)))
    if all.count > Self.few, all.count * 2 > slots.count { makeSlots(text, seed) }
    return Int32(truncatingIfNeeded: all.count - 1)
  }

  /// Whether a key is that of a joke that begins like it.
  private func isSame(_ key: Range<Int>, as place: Int, _ text: Span<UInt8>) -> Bool {
    let other = all[place].key
    return key.count == other.count
      && (key.isEmpty || text.holds(key, of: text, at: other.lowerBound))
  }

  // MARK: Hashes

  /// The slot of a key, or the empty one that it would have.
  private func slot(
    of key: Range<Int>, _ prefix: UInt64, _ text: Span<UInt8>, _ seed: UInt64
  ) -> Int {
    let mask = slots.count - 1
    var slot = Int(truncatingIfNeeded: text.hash(of: key, seed: seed)) & mask
    while slots[slot] >= 0 {
      let place = Int(slots[slot])
      if all[place].prefix == prefix, isSame(key, as: place, text) { return slot }
      slot = (slot + 1) & mask
    }
    return slot
  }

  private mutating func makeSlots(_ text: Span<UInt8>, _ seed: UInt64) {
    slots = ScratchArray(repeating: -1, count: max(slots.count * 2, 4 * Self.few))
    for place in 0..<all.count {
      take(slot(of: all[place].key, all[place].prefix, text, seed), for: place)
    }
  }

  private mutating func take(_ slot: Int, for place: Int) {
    var places = slots.mutableSpan
    places[slot] = Int32(truncatingIfNeeded: place)
  }
}
