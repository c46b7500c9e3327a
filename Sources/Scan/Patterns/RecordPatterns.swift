import CKernels

/// The learned shapes of records, which recognise others without parsing them.
///
/// Documents of one export repeat their shape. A record that matches the pattern of an earlier one
/// has the same structure, byte for byte, and values without meaning to a parser; so its fields are
/// at the same places.
///
/// A pattern says which range of bytes each position allows (`kernel_matches`). A backslash lies
/// inside the range of text, so no match of JSON contains one. The patterns are held together,
/// because one array each costs references in every search.
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
    /// A byte of ASCII.
    case ascii
    /// Any byte.
    case any
  }

  /// How records follow each other.
  package enum Framing: Sendable {
    /// JSON, with a line end after each record.
    case lines
    /// JSON, one record after the other.
    case values
    /// Records of any bytes, whose lengths are known.
    case sized
  }

  /// The least number of places that the kernel compares.
  private static var leastWidth: Int { 64 }

  /// The number of lists, a power of two.
  private static var listCount: Int { 64 }

  /// The list of the patterns of a length, and of those 64 bytes longer or shorter.
  @inline(__always)
  private static func list(of byteCount: Int) -> Int { byteCount & (listCount &- 1) }

  private struct Pattern {
    /// The layout of a match.
    let layout: JokeHistogram.Layout
    /// The number of bytes to compare: those of a match, and in a short one any that follow.
    let width: Int
    /// The offset of its constants.
    var constants: Int
    /// The next pattern in its list; -1 for the last one.
    var next = -1
  }

  private let framing: Framing
  /// The most patterns to hold; the oldest makes room for a new one.
  private let limit: Int
  /// From the oldest to the newest.
  private var patterns: [Pattern] = []
  /// For each pattern, the distances of the first allowed bytes from a backslash, and of the last
  /// allowed bytes from the first.
  private var constants: [UInt8] = []
  /// The first pattern of each list: the one that was added or found last. -1 if it is empty.
  private var heads = [Int](repeating: -1, count: RecordPatterns.listCount)
  /// The pattern that matched last.
  private var latest = 0
  /// The length of the shortest pattern there was.
  private var shortest = Int.max

  /// - Parameter limit: the most patterns to hold.
  package init(_ framing: Framing, limit: Int) { (self.framing, self.limit) = (framing, limit) }

  /// The number of patterns.
  package var count: Int { patterns.count }

  /// Adds a pattern as the last one. At the limit, the first one goes, and the others move up.
  ///
  /// - Parameters:
  ///   - key: the range of the key in a match.
  ///   - digit: the offset of the digit in a match.
  /// - Precondition: key and digit are inside the places.
  package mutating func add(_ places: [Place], key: Range<Int>, digit: Int) {
    if patterns.count == limit { removeFirst() }
    let layout = JokeHistogram.Layout(byteCount: places.count, key: key, digit: digit)
    let width = max(places.count, Self.leastWidth)
    patterns.append(Pattern(layout: layout, width: width, constants: constants.count))
    let anything = Array(repeating: 0...UInt8.max, count: width - places.count)
    let ranges = places.map(\.range) + anything
    constants += ranges.map { $0.lowerBound &- UInt8(ascii: "\\") }
    constants += ranges.map { $0.upperBound - $0.lowerBound }
    shortest = min(shortest, places.count)
    latest = patterns.count - 1
    enlist(latest)
  }

  private mutating func removeFirst() {
    let gone = 2 * patterns.removeFirst().width
    constants.removeFirst(gone)
    heads = heads.map { _ in -1 }
    for index in patterns.indices {
      patterns[index].constants -= gone
      enlist(index)
    }
  }

  /// Puts a pattern first in its list.
  private mutating func enlist(_ index: Int) {
    let head = Self.list(of: patterns[index].layout.byteCount)
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
    var (start, cheapCount, dearCount) = (range.lowerBound, 0, 0)
    while start < range.upperBound {
      var comparedCount = 0
      guard let found = next(in: start..<range.upperBound, of: bytes, &comparedCount) else {
        dearCount &+= 1
        break
      }
      if comparedCount > Self.cheapComparisonCount { dearCount &+= 1 } else { cheapCount &+= 1 }
      runs.append(found)
      start = found.end
    }
    return (cheapCount, dearCount)
  }

  /// The number of comparisons at which a search costs more than a match saves.
  private static var cheapComparisonCount: Int { 4 }

  /// The records of one shape at the start of a range.
  ///
  /// - Parameter comparedCount: raised by the number of patterns compared.
  @inline(__always)
  private mutating func next(
    in range: Range<Int>, of bytes: Span<UInt8>, _ comparedCount: inout Int
  ) -> JokeHistogram.Records? {
    guard !patterns.isEmpty else { return nil }
    guard framing == .lines else { return nextOfAnyLength(in: range, of: bytes, &comparedCount) }
    // No record ends before the shortest one would.
    let first = range.lowerBound &+ shortest &- 1
    guard first < bytes.count, let end = bytes.firstOffset(of: UInt8(ascii: "\n"), from: first)
    else { return nil }
    return next(ofLength: end &+ 1 &- range.lowerBound, in: range, of: bytes, &comparedCount)
  }

  /// The records at the start of a range of the first shape in the list of their length.
  @inline(__always)
  private mutating func next(
    ofLength byteCount: Int, in range: Range<Int>, of bytes: Span<UInt8>,
    _ comparedCount: inout Int
  ) -> JokeHistogram.Records? {
    var (index, before) = (heads[Self.list(of: byteCount)], -1)
    while index >= 0 {
      let pattern = patterns[index]
      if pattern.layout.byteCount == byteCount,
        let run = run(of: index, in: range, bytes, &comparedCount)
      {
        if before >= 0 {
          patterns[before].next = pattern.next
          enlist(index)
        }
        return run
      }
      (index, before) = (pattern.next, index)
    }
    return nil
  }

  private mutating func nextOfAnyLength(
    in range: Range<Int>, of bytes: Span<UInt8>, _ comparedCount: inout Int
  ) -> JokeHistogram.Records? {
    if let run = run(of: latest, in: range, bytes, &comparedCount) { return run }
    for index in patterns.indices where index != latest {
      guard let run = run(of: index, in: range, bytes, &comparedCount) else { continue }
      latest = index
      return run
    }
    return nil
  }

  /// The records of a pattern at the start of a range.
  @inline(__always)
  private func run(
    of index: Int, in range: Range<Int>, _ bytes: Span<UInt8>, _ comparedCount: inout Int
  ) -> JokeHistogram.Records? {
    comparedCount &+= 1
    let pattern = patterns[index]
    let count = matchCount(of: pattern, in: range, bytes)
    guard count > 0 else { return nil }
    return JokeHistogram.Records(
      start: range.lowerBound, count: count, shape: index, pattern.layout)
  }

  /// The index of a pattern that the record matches; nil if it matches no pattern.
  ///
  /// - Precondition: the record is inside the bytes.
  package mutating func match(_ bytes: Span<UInt8>, at offset: Int, byteCount: Int) -> Int? {
    precondition(offset >= 0 && byteCount >= 0 && bytes.count &- offset >= byteCount)
    var comparedCount = 0
    return next(ofLength: byteCount, in: offset..<offset &+ 1, of: bytes, &comparedCount)?.shape
  }

  /// Whether the bytes match a pattern.
  package func hold(_ record: Span<UInt8>) -> Bool {
    let spare = [UInt8](repeating: 0, count: max(0, Self.leastWidth - record.count))
    let bytes = record.copied + spare
    return patterns.contains {
      $0.layout.byteCount == record.count && matchCount(of: $0, in: 0..<1, bytes.span) == 1
    }
  }

  /// The number of consecutive matches that begin in a range.
  @inline(__always)
  private func matchCount(of pattern: Pattern, in range: Range<Int>, _ bytes: Span<UInt8>) -> Int {
    let start = range.lowerBound
    // SAFETY: the range is inside the bytes, and the kernel compares none after them. A pattern has
    // two constants for each byte of its width.
    return unsafe bytes.withUnsafeBufferPointer { bytes in
      unsafe constants.withUnsafeBufferPointer { constants in
        guard let text = bytes.baseAddress, let all = constants.baseAddress else { return 0 }
        return unsafe kernel_matches(
          text + start, range.upperBound &- start, bytes.count &- start, all + pattern.constants,
          pattern.width, pattern.layout.byteCount, framing != .sized)
      }
    }
  }
}

extension RecordPatterns.Place {
  /// The allowed bytes, and in text the backslash.
  fileprivate var range: ClosedRange<UInt8> {
    switch self {
    case .literal(let byte): byte...byte
    case .range(let range): range
    case .plainText: UInt8(ascii: "#")...0x7F
    case .plainID: UInt8(ascii: "0")...0x7F
    case .ascii: 0...0x7F
    case .any: 0...0xFF
    }
  }
}
