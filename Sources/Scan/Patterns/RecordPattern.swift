/// The bytes allowed at each position of records of one shape, compared 16 at a time.
///
/// Documents of one export repeat their shape. A record that matches the pattern of an earlier one
/// has the same structure, byte for byte, and values without meaning to a parser; so its fields are
/// at the same places.
///
/// Each position allows a range of bytes: less its first byte, and less its length with a
/// saturating subtraction, an allowed byte gives zero. Only a backslash lies inside the range of
/// text; no match contains one.
package struct RecordPattern: Sendable {
  /// The bytes allowed at a position.
  package enum Place: Sendable, Hashable {
    /// One byte.
    case literal(UInt8)
    /// A range of bytes.
    case range(ClosedRange<UInt8>)
    /// Text without meaning inside a JSON string: ASCII from `#`, except the backslash.
    case plainText
    /// The same from `0`, which excludes the slash.
    case plainID
  }

  // Swift compiles SIMD types of the processor's own size to single instructions, comparisons and
  // replacements included.
  typealias Block = SIMD16<UInt8>

  /// The length of a match.
  package let count: Int
  /// For each 16 bytes, and for the last 16: the distance of the first allowed byte from a
  /// backslash, and of the last allowed byte from the first.
  let blocks: [(firsts: Block, spans: Block)]

  /// Creates a pattern; one of fewer than 16 positions matches nothing.
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

  /// The number of consecutive matches from an offset.
  ///
  /// - Parameter limit: the most matches to find.
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
          // Records of another length or order seldom end alike, so the end is compared first.
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

  /// The findings in the blocks of a record.
  struct Check {
    /// Nonzero if a byte is not allowed.
    private var excess: Block
    /// The least distance of a byte from a backslash; zero for a backslash.
    private var least: Block

    /// Compares 16 bytes with two constants.
    @inline(__always)
    init(_ bytes: UnsafeRawPointer, _ constants: UnsafeRawPointer) {
      // SAFETY: the caller says that there are as many bytes, and constants, which are aligned.
      least = unsafe bytes.loadUnaligned(as: Block.self) &- Block(repeating: UInt8(ascii: "\\"))
      let firsts = unsafe constants.load(as: Block.self)
      let spans = unsafe constants.load(fromByteOffset: 16, as: Block.self)
      excess = Self.excess(least &- firsts, over: spans)
    }

    /// Merges other findings.
    @inline(__always)
    mutating func take(_ other: Check) {
      // The minimum, by the subtraction that has an instruction.
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

extension RecordPattern.Place {
  /// The allowed bytes and the backslash.
  fileprivate var range: ClosedRange<UInt8> {
    switch self {
    case .literal(let byte): byte...byte
    case .range(let range): range
    case .plainText: UInt8(ascii: "#")...0x7F
    case .plainID: UInt8(ascii: "0")...0x7F
    }
  }
}
