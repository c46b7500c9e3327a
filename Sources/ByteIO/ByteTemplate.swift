/// Which bytes may stand at each place of a record of a known shape, checked 32 at a time.
///
/// Documents of one export repeat their shape. A record that matches the template of one that was
/// read before has the same structure, byte for byte, and values that mean nothing to a parser; so
/// what was found in the one is found at the same places of the other.
///
/// Each place is checked by two sums of bytes below 0x80, which never carry into the next byte: with
/// the constants of the place, both have their top bit set where the byte is allowed. A byte of 0x80
/// or more is never allowed, and found by its own top bit.
package struct ByteTemplate: Sendable {
  /// What may stand at a place.
  package enum Place: Sendable, Hashable {
    /// This byte alone, an ASCII character from the space on, or a line end.
    case literal(UInt8)
    /// One of these bytes, all below 0x7F.
    case range(ClosedRange<UInt8>)
    /// What means nothing inside a JSON string: ASCII from `#` on, except the backslash.
    case plainText
    /// The same from `0` on, so that no slash is among it.
    case plainID
  }

  private typealias Word = SIMD4<UInt64>

  /// For 32 bytes: what they are combined with, and what is added to that and to themselves.
  typealias Block = (flips: SIMD4<UInt64>, sums: SIMD4<UInt64>, floors: SIMD4<UInt64>)

  /// How many bytes a match has.
  package let count: Int
  let blocks: [Block]

  /// A template of these places.
  package init(_ places: [Place]) {
    count = places.count
    blocks = stride(from: 0, to: places.count, by: 32).map { start in
      let end = min(start + 32, places.count)
      let constants = places[start..<end].map(\.constants)
      return (
        Self.block(constants.map(\.flip), padding: 0),
        Self.block(constants.map(\.sum), padding: 0x80),
        Self.block(constants.map(\.floor), padding: 0x80)
      )
    }
  }

  private static func block(_ bytes: [UInt8], padding: UInt8) -> Word {
    var block = Word(repeating: 0)
    for index in 0..<32 {
      let byte = index < bytes.count ? bytes[index] : padding
      block[index / 8] |= UInt64(byte) << UInt64(8 * (index % 8))
    }
    return block
  }

  /// How many matches follow each other from an offset on.
  ///
  /// Whole blocks are looked at: where fewer bytes follow than those have, there is no match.
  ///
  /// - Parameter limit: no more than these are looked for.
  package func matchCount(_ bytes: Span<UInt8>, from offset: Int, limit: Int = .max) -> Int {
    let (room, count) = (bytes.count &- blocks.count &* 32, count)
    guard offset >= 0, count > 0 else { return 0 }
    // SAFETY: every load from the bytes ends at or before the span's end, because a match is looked
    // for only up to `room`; the blocks are as many as there are.
    return unsafe bytes.withUnsafeBytes { bytes in
      unsafe blocks.withUnsafeBufferPointer { blocks in
        var (start, found) = (offset, 0)
        while start <= room, found < limit {
          var good = Word(repeating: ~0)
          var tops = Word(repeating: 0)
          var place = start
          for index in 0..<blocks.count {
            let word = unsafe bytes.loadUnaligned(fromByteOffset: place, as: Word.self)
            let block = unsafe blocks[index]
            good &= ((word ^ block.flips) &+ block.sums) & (word &+ block.floors)
            tops |= word
            place &+= 32
          }
          good &= ~tops
          let all = good[0] & good[1] & good[2] & good[3]
          guard all & Self.topBits == Self.topBits else { break }
          found &+= 1
          start &+= count
        }
        return found
      }
    }
  }

  /// Whether the first bytes match; no more is looked at, because most that do not match begin
  /// otherwise.
  package func mayMatch(_ bytes: Span<UInt8>, at offset: Int) -> Bool {
    guard let block = blocks.first, offset >= 0, offset &+ 32 <= bytes.count else { return false }
    // SAFETY: the load ends at or before the span's end.
    let word = unsafe bytes.withUnsafeBytes { bytes in
      unsafe bytes.loadUnaligned(fromByteOffset: offset, as: Word.self)
    }
    let good = ((word ^ block.flips) &+ block.sums) & (word &+ block.floors) & ~word
    return good[0] & good[1] & good[2] & good[3] & Self.topBits == Self.topBits
  }

  static var topBits: UInt64 { 0x8080_8080_8080_8080 }
}

extension ByteTemplate.Place {
  /// What a byte is combined with by exclusive or, what is then added, and what is added to the byte
  /// itself: both sums reach 0x80 exactly where it is allowed.
  fileprivate var constants: (flip: UInt8, sum: UInt8, floor: UInt8) {
    switch self {
    // Only the byte itself becomes 0x7F, which one more takes to 0x80.
    case .literal(let byte): (byte ^ 0x7F, 1, 0x80)
    // 0x7F less the byte is large enough where the byte is small enough.
    case .range(let range): (0x7F, range.upperBound + 1, 0x80 - range.lowerBound)
    // Only the backslash becomes zero.
    case .plainText: (UInt8(ascii: "\\"), 0x7F, 0x80 - UInt8(ascii: "#"))
    case .plainID: (UInt8(ascii: "\\"), 0x7F, 0x80 - UInt8(ascii: "0"))
    }
  }
}
