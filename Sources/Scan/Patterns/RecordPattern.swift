/// Which bytes may stand at each place of a record of a known shape, checked 16 at a time.
///
/// Documents of one export repeat their shape. A record that matches the pattern of one that was
/// read before has the same structure, byte for byte, and values that mean nothing to a parser; so
/// what was found in the one is found at the same places of the other.
///
/// Each place allows the bytes from one to another: less the first of them, a byte that is allowed
/// exceeds their number by nothing, with a subtraction that stops at zero. Only a backslash lies
/// amidst what strings may hold; no match has one anywhere.
package struct RecordPattern: Sendable {
  /// What may stand at a place.
  package enum Place: Sendable, Hashable {
    /// This byte alone.
    case literal(UInt8)
    /// One of these bytes.
    case range(ClosedRange<UInt8>)
    /// What means nothing inside a JSON string: ASCII from `#` on, except the backslash.
    case plainText
    /// The same from `0` on, so that no slash is among it.
    case plainID
  }

  // Of Swift's SIMD types, those of the processor's own size are turned into its instructions, their
  // comparisons and replacements too.
  typealias Block = SIMD16<UInt8>

  /// How many bytes a match has.
  package let count: Int
  /// For each 16 bytes, and for the last 16: how far the first byte that is allowed is above a
  /// backslash, and how far the last is above the first.
  let blocks: [(firsts: Block, spans: Block)]

  /// A pattern of these places; one of fewer than 16 matches nothing.
  package init(_ places: [Place]) {
    count = places.count
    let last = places.count - 16
    let ranges = places.map(\.range)
    let starts = last < 0 ? [] : Array(stride(from: 0, to: last, by: 16)) + [last]
    blocks = starts.map { start in
      var (firsts, spans) = (Block(repeating: 0), Block(repeating: 0))
      for (index, range) in ranges[start..<start + 16].enumerated() {
        firsts[index] = range.lowerBound &- UInt8(ascii: "\\")
        spans[index] = range.upperBound - range.lowerBound
      }
      return (firsts, spans)
    }
  }

  /// How many matches follow each other from an offset on.
  ///
  /// - Parameter limit: no more than these are looked for.
  package func matchCount(_ bytes: Span<UInt8>, from offset: Int, limit: Int = .max) -> Int {
    let (room, count, last) = (bytes.count &- count, count, (blocks.count &- 1) &* 16)
    guard offset >= 0, last >= 0 else { return 0 }
    // SAFETY: a match is looked for only where `count` bytes follow. All blocks but the last lie
    // before its last 16 bytes, or reach into them; the last is these. There are two constants for
    // each block, aligned as their array is.
    return unsafe bytes.withUnsafeBytes { bytes in
      unsafe blocks.withUnsafeBytes { blocks in
        guard let bytes = bytes.baseAddress, let blocks = blocks.baseAddress else { return 0 }
        var (start, found) = (offset, 0)
        while start <= room, found < limit {
          let record = unsafe bytes + start
          // A record of another length, or in another order, seldom ends alike.
          var check = unsafe Check(record + count - 16, blocks + 2 &* last)
          guard check.isPassed else { break }
          var place = 0
          while place < last {
            check.take(unsafe Check(record + place, blocks + 2 &* place))
            place &+= 16
          }
          guard check.isPassed else { break }
          found &+= 1
          start &+= count
        }
        return found
      }
    }
  }

  /// What was found in the blocks of a record.
  struct Check {
    /// Other than zero where a byte was not allowed.
    private var excess: Block
    /// The least that a byte was above a backslash; zero where it was one.
    private var least: Block

    /// Looks at 16 bytes, and the two constants for them.
    @inline(__always)
    init(_ bytes: UnsafeRawPointer, _ constants: UnsafeRawPointer) {
      // SAFETY: the caller says that there are as many bytes, and constants, which are aligned.
      least = unsafe bytes.loadUnaligned(as: Block.self) &- Block(repeating: UInt8(ascii: "\\"))
      let firsts = unsafe constants.load(as: Block.self)
      let spans = unsafe constants.load(fromByteOffset: 16, as: Block.self)
      excess = Self.excess(least &- firsts, over: spans)
    }

    /// Takes what was found in other bytes.
    @inline(__always)
    mutating func take(_ other: Check) {
      // The lesser of two, by the subtraction which there is an instruction for.
      least &-= Self.excess(least, over: other.least)
      excess |= other.excess
    }

    @inline(__always)
    private static func excess(_ bytes: Block, over limits: Block) -> Block {
      (bytes &- limits).replacing(with: 0, where: bytes .<= limits)
    }

    @inline(__always)
    var isPassed: Bool {
      let zero = Block(repeating: 0)
      // SAFETY: both types are 16 bytes.
      let words = unsafe unsafeBitCast(
        excess.replacing(with: 0xFF, where: least .== zero), to: SIMD2<UInt64>.self)
      return words[0] | words[1] == 0
    }
  }
}

extension RecordPattern {
  /// Whether a match stands at a place, by the constants of its pattern.
  ///
  /// - Parameter count: how many bytes a match has, 16 at least; as many follow the place.
  static func isMatch(
    _ record: UnsafeRawPointer, _ constants: UnsafeRawPointer, count: Int
  ) -> Bool {
    let last = (count &- 1) / 16 &* 16
    // SAFETY: the caller's; see `matchCount`.
    var check = unsafe Check(record + count - 16, constants + 2 &* last)
    var place = 0
    while place < last {
      check.take(unsafe Check(record + place, constants + 2 &* place))
      place &+= 16
    }
    return check.isPassed
  }
}

extension RecordPattern.Place {
  /// All that is allowed, and the backslash.
  fileprivate var range: ClosedRange<UInt8> {
    switch self {
    case .literal(let byte): byte...byte
    case .range(let range): range
    case .plainText: UInt8(ascii: "#")...0x7F
    case .plainID: UInt8(ascii: "0")...0x7F
    }
  }
}
