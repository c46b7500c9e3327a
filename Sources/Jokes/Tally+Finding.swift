// Finds entries by the bytes of the input, so that counting makes no string.
extension Tally {
  /// The index of an id's entry, added if needed.
  mutating func index(of id: Span<UInt8>) -> Int {
    let hash = key.hash(id)
    return index(of: id, hash) ?? enter(id, hash)
  }

  /// The index of an id's entry; nil if it has none.
  func knownIndex(of id: Span<UInt8>) -> Int? { index(of: id, key.hash(id)) }

  @inline(__always)
  private func index(of id: Span<UInt8>, _ hash: UInt64) -> Int? {
    places.place(ofHash: hash) { index in
      let range = entries[index].keyRange
      return range.count == id.count && keyBytes.span.extracting(range).holdsSameBytes(as: id)
    }
  }

  @inline(never)
  private mutating func enter(_ id: Span<UInt8>, _ hash: UInt64) -> Int {
    let start = keyBytes.count
    for offset in id.indices { keyBytes.append(id[offset]) }
    places.insert(hash: hash, at: entries.count)
    entries.append(Entry(keyRange: start..<keyBytes.count))
    return entries.count - 1
  }
}
