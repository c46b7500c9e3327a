/// The learned shapes of text records, which recognise others without parsing them.
///
/// Documents of one export repeat their shape. A record that matches the pattern of an earlier one
/// has the same structure, byte for byte, and values without meaning to a parser; so its fields are
/// at the same places.
///
/// A pattern says which bytes each position allows, and is compared 16 bytes at a time. Each
/// position allows a range: less its first byte, and less its length with a saturating subtraction,
/// an allowed byte gives zero. Only a backslash lies inside the range of text; no match contains
/// one. The patterns are held together, because one array each costs references in every search.
package struct RecordPatterns: Sendable {
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

  /// The number of lists, a power of two.
  private static var listCount: Int { 64 }

  /// The list of the patterns of a length, and of those 64 bytes longer or shorter.
  @inline(__always)
  private static func list(of byteCount: Int) -> Int { byteCount & (listCount &- 1) }

  private struct Pattern {
    /// The length of a match.
    var byteCount: Int
    /// Its blocks: one for each 16 bytes, and one for the last 16.
    var blocks: Range<Int>
    /// The offsets of the key and the digit in a match.
    var key: Range<Int>
    var digit: Int
    /// The next pattern in its list; -1 for the last one.
    var next = -1
  }

  /// Whether each record ends with a line end, which tells its length.
  private let isLines: Bool
  /// The most patterns to hold; the oldest makes room for a new one.
  private let limit: Int
  /// From the oldest to the newest.
  private var patterns: [Pattern] = []
  /// For each block, the distance of the first allowed byte from a backslash, and of the last
  /// allowed byte from the first.
  private var blocks: [(firsts: Block, spans: Block)] = []
  /// The first pattern of each list: the one that was added or found last. -1 if it is empty.
  private var heads = [Int](repeating: -1, count: RecordPatterns.listCount)
  /// The pattern that matched last.
  private var latest = 0
  /// The lengths of the shortest and of the longest pattern there was.
  private var (shortest, longest) = (Int.max, 0)
  /// The number of patterns compared in the last search.
  private var comparedCount = 0

  /// - Parameters:
  ///   - isLines: whether each record ends with a line end.
  ///   - limit: the most patterns to hold.
  package init(isLines: Bool, limit: Int) { (self.isLines, self.limit) = (isLines, limit) }

  /// The number of patterns.
  package var count: Int { patterns.count }

  /// Adds a pattern as the last one. At the limit, the first one goes, and the others move up.
  ///
  /// - Parameters:
  ///   - key: the range of the key in a match.
  ///   - digit: the offset of the digit in a match.
  /// - Precondition: there are at least 16 places, and key and digit are among them.
  package mutating func add(_ places: [Place], key: Range<Int>, digit: Int) {
    let last = places.count - 16
    precondition(last >= 0 && places.indices.contains(digit))
    precondition(key.lowerBound >= 0 && key.upperBound <= places.count)
    if patterns.count == limit { removeFirst() }
    let ranges = places.map(\.range)
    let start = blocks.count
    for place in Array(stride(from: 0, to: last, by: 16)) + [last] {
      var (firsts, spans) = (Block(repeating: 0), Block(repeating: 0))
      for (index, range) in ranges[place..<place + 16].enumerated() {
        firsts[index] = range.lowerBound &- UInt8(ascii: "\\")
        spans[index] = range.upperBound - range.lowerBound
      }
      blocks.append((firsts, spans))
    }
    patterns.append(
      Pattern(
        byteCount: places.count, blocks: start..<blocks.count, key: key, digit: digit))
    (shortest, longest) = (min(shortest, places.count), max(longest, places.count))
    latest = patterns.count - 1
    enlist(latest)
  }

  private mutating func removeFirst() {
    let gone = patterns.removeFirst().blocks.count
    blocks.removeFirst(gone)
    heads = heads.map { _ in -1 }
    for index in patterns.indices {
      let blocks = patterns[index].blocks
      patterns[index].blocks = blocks.lowerBound - gone..<blocks.upperBound - gone
      enlist(index)
    }
  }

  /// Puts a pattern first in its list.
  private mutating func enlist(_ index: Int) {
    let head = Self.list(of: patterns[index].byteCount)
    patterns[index].next = heads[head]
    heads[head] = index
  }

  // MARK: Search

  /// Finds the consecutive records of known shapes that begin in a range.
  ///
  /// - Parameter runs: gets them, in order, as runs of one shape.
  /// - Returns: the number of searches that took few comparisons, and of those that took many or
  ///   found nothing.
  package mutating func find(
    in range: Range<Int>, of bytes: Span<UInt8>, _ runs: inout [JokeHistogram.Records]
  ) -> (cheap: Int, dear: Int) {
    precondition(range.lowerBound >= 0 && range.upperBound <= bytes.count)
    var (start, count) = (range.lowerBound, (cheap: 0, dear: 0))
    while start < range.upperBound {
      guard let run = next(in: start..<range.upperBound, of: bytes) else {
        count.dear += 1
        break
      }
      if comparedCount > Self.cheapComparisonCount { count.dear += 1 } else { count.cheap += 1 }
      runs.append(run)
      start &+= run.count &* run.byteCount
    }
    return count
  }

  /// The number of comparisons at which a search costs more than a match saves.
  private static var cheapComparisonCount: Int { 4 }

  /// The records of one shape at the start of a range.
  @inline(__always)
  private mutating func next(
    in range: Range<Int>, of bytes: Span<UInt8>
  ) -> JokeHistogram.Records? {
    comparedCount = 0
    guard !patterns.isEmpty else { return nil }
    guard isLines else { return nextOfAnyLength(in: range, of: bytes) }
    // No record ends before the shortest one would.
    let first = range.lowerBound &+ shortest &- 1
    let text = bytes.extracting(0..<min(bytes.count, range.lowerBound &+ longest))
    guard first < text.count, let end = text.firstOffset(of: UInt8(ascii: "\n"), from: first) else {
      return nil
    }
    let byteCount = end &+ 1 &- range.lowerBound
    var (index, before) = (heads[Self.list(of: byteCount)], -1)
    while index >= 0 {
      if patterns[index].byteCount == byteCount, let run = run(of: index, in: range, bytes) {
        if before >= 0 {
          patterns[before].next = patterns[index].next
          enlist(index)
        }
        return run
      }
      (index, before) = (patterns[index].next, index)
    }
    return nil
  }

  private mutating func nextOfAnyLength(
    in range: Range<Int>, of bytes: Span<UInt8>
  ) -> JokeHistogram.Records? {
    if let run = run(of: latest, in: range, bytes) { return run }
    for index in patterns.indices where index != latest {
      guard let run = run(of: index, in: range, bytes) else { continue }
      latest = index
      return run
    }
    return nil
  }

  /// The records of a pattern at the start of a range.
  @inline(__always)
  private mutating func run(
    of index: Int, in range: Range<Int>, _ bytes: Span<UInt8>
  ) -> JokeHistogram.Records? {
    comparedCount &+= 1
    let pattern = patterns[index]
    let count = matchCount(of: pattern, in: range, bytes)
    guard count > 0 else { return nil }
    return JokeHistogram.Records(
      start: range.lowerBound, byteCount: pattern.byteCount, count: count, key: pattern.key,
      digit: pattern.digit, shape: index)
  }

  /// Whether the bytes match a pattern.
  package func hold(_ record: Span<UInt8>) -> Bool {
    patterns.contains {
      $0.byteCount == record.count && matchCount(of: $0, in: 0..<1, record) == 1
    }
  }

  /// The number of consecutive matches that begin in a range.
  @inline(__always)
  private func matchCount(of pattern: Pattern, in range: Range<Int>, _ bytes: Span<UInt8>) -> Int {
    let (count, first, last) = (
      pattern.byteCount, pattern.blocks.lowerBound, pattern.blocks.upperBound &- 1
    )
    let room = bytes.count &- count
    // SAFETY: a match is looked for only where `count` bytes follow. All blocks but the last lie
    // before its last 16 bytes, or reach into them; the last is these. There are two constants for
    // each block, aligned as their array is.
    return unsafe bytes.withUnsafeBytes { bytes in
      unsafe blocks.withUnsafeBytes { blocks in
        guard let bytes = bytes.baseAddress, let all = blocks.baseAddress else { return 0 }
        let (blocks, lastBlock) = unsafe (all + 32 &* first, all + 32 &* last)
        var (start, found) = (range.lowerBound, 0)
        while start <= room, start < range.upperBound {
          let record = unsafe bytes + start
          // Records of another length or order seldom end alike, so the end is compared first.
          var check = unsafe Check(record + count - 16, lastBlock)
          guard check.isPassed else { break }
          for index in 0..<UInt(bitPattern: last &- first) {
            let place = Int(bitPattern: index) &* 16
            check.take(unsafe Check(record + place, blocks + 2 &* place))
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

extension RecordPatterns.Place {
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
