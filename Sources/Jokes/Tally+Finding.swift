/// How a tally finds the entry of an id: a hash table over the bytes of the input, so that counting a
/// rating makes no string.
///
/// Open addressing: the slots are a power of two, and at most half of them are taken.
extension Tally {
  /// The index of an id's entry, a new one where the id was never counted.
  mutating func index(of id: Span<UInt8>) -> Int {
    let hash = key.hash(id)
    var slot = Int(truncatingIfNeeded: hash) & (slots.count &- 1)
    while slots[slot] >= 0 {
      let index = Int(slots[slot])
      if entries[index].hash == hash, holds(entries[index].keyRange, id) { return index }
      slot = (slot &+ 1) & (slots.count &- 1)
    }
    return enter(id, hash, slot)
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

/// What a tally's hashes depend on beside the ids, so that nobody can make ids that collide: two
/// random words, new for each tally.
///
/// A word of the id at a time is added to what came before and multiplied by a secret, and the halves
/// of the product are added. The standard library's hash takes four times as long, and guards against
/// those who see the hashes too; nobody sees these.
struct TallyKey: Sendable {
  private let start: UInt64
  private let factor: UInt64

  init() {
    var generator = SystemRandomNumberGenerator()
    start = generator.next()
    factor = generator.next() | 1
  }

  /// The hash of an id.
  @inline(__always)
  func hash(_ id: Span<UInt8>) -> UInt64 {
    var hash = start ^ UInt64(truncatingIfNeeded: id.count)
    var offset = 0
    while id.count &- offset > 8 {
      hash = mixed(hash ^ id.word(at: offset))
      offset &+= 8
    }
    return mixed(hash ^ id.lastWord)
  }

  private func mixed(_ word: UInt64) -> UInt64 {
    let product = word.multipliedFullWidth(by: factor)
    return product.high ^ product.low
  }
}

extension Span<UInt8> {
  /// Eight bytes, the first lowest; the compiler makes one load of it.
  @inline(__always)
  fileprivate func word(at offset: Int) -> UInt64 {
    let bytes = extracting(offset..<offset &+ 8)
    let low =
      UInt32(bytes[0]) | UInt32(bytes[1]) << 8 | UInt32(bytes[2]) << 16 | UInt32(bytes[3]) << 24
    let high =
      UInt32(bytes[4]) | UInt32(bytes[5]) << 8 | UInt32(bytes[6]) << 16 | UInt32(bytes[7]) << 24
    return UInt64(low) | UInt64(high) << 32
  }

  /// The last eight bytes, or all where there are fewer.
  @inline(__always)
  fileprivate var lastWord: UInt64 { count >= 8 ? word(at: count &- 8) : shortWord }

  @inline(never)
  private var shortWord: UInt64 {
    var word: UInt64 = 0
    for offset in indices { word = word << 8 | UInt64(self[offset]) }
    return word
  }

  /// Whether these are the same bytes as those, of which there must be as many.
  fileprivate func holdsSameBytes(as other: Span<UInt8>) -> Bool {
    var offset = 0
    while count &- offset > 8 {
      if word(at: offset) != other.word(at: offset) { return false }
      offset &+= 8
    }
    return lastWord == other.lastWord
  }
}
