/// How often each joke was found hilarious and horrible.
///
/// Ids are counted from the bytes of the input, without making a string of each. Two tallies merge
/// into the tally of both inputs, in any order. Memory grows with the number of distinct jokes,
/// never with the number of ratings.
public struct Tally: Sendable {
  struct Entry: Sendable {
    var hash: UInt64
    var keyRange: Range<Int>
    var hilarious = 0
    var horrible = 0
  }

  private(set) var entries: [Entry] = []
  /// The ids, one behind the other. A plain array lends a span only on systems from 2025 on.
  private(set) var keyBytes: ContiguousArray<UInt8> = []
  /// Open addressing: an index into `entries`, or -1; the count is a power of two, at most half full.
  private var slots = [Int32](repeating: -1, count: 1 << 10)

  /// All hilarious ratings, of every joke.
  public private(set) var hilariousTotal = 0
  /// All horrible ratings, of every joke.
  public private(set) var horribleTotal = 0

  /// A tally of nothing.
  public init() {}

  /// The number of distinct jokes counted.
  public var jokeCount: Int { entries.count }

  /// Counts one rating of the joke whose id is these UTF-8 bytes.
  public mutating func count(_ id: Span<UInt8>, as verdict: BinaryRating, times: Int = 1) {
    let index = index(of: id)
    switch verdict {
    case .hilarious:
      entries[index].hilarious += times
      hilariousTotal += times
    case .horrible:
      entries[index].horrible += times
      horribleTotal += times
    }
  }

  /// Adds all that another tally has counted.
  public mutating func merge(_ other: Tally) {
    for entry in other.entries {
      let id = other.keyBytes.span.extracting(entry.keyRange)
      count(id, as: .hilarious, times: entry.hilarious)
      count(id, as: .horrible, times: entry.horrible)
    }
  }

  private mutating func index(of id: Span<UInt8>) -> Int {
    let hash = Self.hash(id)
    var slot = Int(truncatingIfNeeded: hash) & (slots.count - 1)
    while slots[slot] >= 0 {
      let index = Int(slots[slot])
      if entries[index].hash == hash, holds(entries[index].keyRange, id) { return index }
      slot = (slot + 1) & (slots.count - 1)
    }
    let start = keyBytes.count
    for offset in id.indices { keyBytes.append(id[offset]) }
    entries.append(Entry(hash: hash, keyRange: start..<keyBytes.count))
    slots[slot] = Int32(entries.count - 1)
    if entries.count * 2 > slots.count { grow() }
    return entries.count - 1
  }

  private func holds(_ range: Range<Int>, _ id: Span<UInt8>) -> Bool {
    guard range.count == id.count else { return false }
    for offset in id.indices where keyBytes[range.lowerBound + offset] != id[offset] {
      return false
    }
    return true
  }

  private mutating func grow() {
    slots = [Int32](repeating: -1, count: slots.count * 2)
    for (index, entry) in entries.enumerated() {
      var slot = Int(truncatingIfNeeded: entry.hash) & (slots.count - 1)
      while slots[slot] >= 0 { slot = (slot + 1) & (slots.count - 1) }
      slots[slot] = Int32(index)
    }
  }

  /// The standard library's hash, whose key is new in each process: ids made to collide do not.
  private static func hash(_ id: Span<UInt8>) -> UInt64 {
    var hasher = Hasher()
    var word: UInt64 = 0
    var filled = 0
    for offset in id.indices {
      word = word << 8 | UInt64(id[offset])
      filled += 1
      if filled == 8 {
        hasher.combine(word)
        word = 0
        filled = 0
      }
    }
    hasher.combine(word)
    hasher.combine(id.count)
    return UInt64(truncatingIfNeeded: hasher.finalize())
  }
}
