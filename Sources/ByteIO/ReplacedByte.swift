/// A byte of an input that another stands for, and where it stood.
package struct ReplacedByte: Sendable {
  package var place: Int
  package var byte: UInt8
}

extension [ReplacedByte] {
  /// Enters a byte in the order of the places; of two at one place, the first was the input's.
  mutating func enter(_ replaced: ReplacedByte) {
    var index = count
    while index > 0, self[index - 1].place > replaced.place { index -= 1 }
    if index > 0, self[index - 1].place == replaced.place { return }
    insert(replaced, at: index)
  }

  /// Takes out those that stand before the end of a range, and counts their places from its beginning.
  mutating func take(_ range: Range<Int>) -> [ReplacedByte] {
    if isEmpty { return [] }
    let count = firstIndex { $0.place >= range.upperBound } ?? count
    let taken = prefix(count).compactMap { one in
      range.contains(one.place)
        ? ReplacedByte(place: one.place - range.lowerBound, byte: one.byte) : nil
    }
    removeFirst(count)
    return taken
  }
}

extension Span<UInt8> {
  /// The bytes with those that were replaced put back.
  package func copied(restoring replaced: [ReplacedByte]) -> [UInt8] {
    var bytes = copied
    for one in replaced { bytes[one.place] = one.byte }
    return bytes
  }
}
