import ByteIO

/// Finds what is to be done to a result's bytes to get back those that it was made from.
///
/// Nothing is taken on trust: every byte that is to be copied was compared with the one it stands for,
/// so that the outcome is right for any two files, of whatever format. How the two go on after a
/// difference is looked for near by; where it is not found, the delta is longer, and as right. Memory
/// does not grow with the files.
struct DeltaFinder: ~Copyable {
  private var original: Side
  private var result: Side

  /// How far after a difference it is looked for how the two go on.
  private static let reach = 64 << 10
  /// How many bytes that were passed are still there, for a deletion to begin where a record does.
  private static let history = 16 << 10
  /// As many equal bytes as count for the two having found each other again.
  private static let anchorByteCount = 24

  /// One of the two files, and how far it is dealt with.
  private struct Side: ~Copyable {
    var window: ByteWindow
    var position = 0
    /// Where in the file it ends, at the latest.
    let end: Int

    init(_ file: consuming InputFile, _ range: Range<Int>) throws {
      // Most are a line or two.
      let byteCount = range.count < 1 << 20 ? max(4 << 10, range.count + 1) : 1 << 20
      var window = ByteWindow(file, byteCount: byteCount)
      if range.lowerBound > 0 { try window.move(to: range.lowerBound) }
      self.window = window
      end = range.upperBound
    }

    var left: Int { min(window.count, end - window.offset) - position }
    /// Whether all that is left is there.
    var isAtEnd: Bool { window.isAtEnd || window.byteCountRead >= end }
    /// Whether nothing is left.
    var isDone: Bool { isAtEnd && left == 0 }

    /// Sees to it that as much is there as may be looked at.
    mutating func fill() throws {
      while left < DeltaFinder.reach, !isAtEnd {
        let passed = max(0, position - DeltaFinder.history)
        window.drop(passed)
        position -= passed
        guard try window.refill() == .more else { return }
      }
    }
  }

  /// - Parameters:
  ///   - originalRange: the part of the original that is looked at.
  ///   - resultRange: what became of it; both to the end of their files at most.
  init(
    _ original: consuming InputFile, _ originalRange: Range<Int>, _ result: consuming InputFile,
    _ resultRange: Range<Int>
  ) throws {
    let side = try Side(original, originalRange)
    self.result = try Side(result, resultRange)
    self.original = side
  }

  /// Finds everything, in the order in which it stands.
  ///
  /// - Parameter step: takes how many bytes of the result are copied, which of it are passed over then,
  ///   and which of the original's come in their place.
  mutating func run(
    _ step: (Int, Span<UInt8>, Span<UInt8>) throws -> Void
  ) throws {
    var copied = 0
    while true {
      try original.fill()
      try result.fill()
      if original.isDone && result.isDone { break }
      let same = original.window.bytes.sameByteCount(
        from: original.position, as: result.window.bytes, from: result.position,
        limit: min(original.left, result.left))
      original.position += same
      result.position += same
      copied += same
      if same > 0 { continue }
      let gap = gap(after: copied)
      original.position -= gap.shift
      result.position -= gap.shift
      let inserted = original.position..<original.position + gap.inserted
      let passed = result.position..<result.position + gap.passed
      try step(
        copied - gap.shift, result.window.bytes.extracting(passed),
        original.window.bytes.extracting(inserted))
      original.position += gap.inserted
      result.position += gap.passed
      copied = 0
    }
    let none = original.window.bytes.extracting(0..<0)
    if copied > 0 { try step(copied, none, none) }
  }

  // MARK: Differences

  /// What is different at a place: bytes of the original that stand for bytes of the result.
  private struct Gap {
    var inserted: Int
    var passed: Int
    /// How many bytes before the place it begins, all the same in both.
    var shift = 0
    /// How many bytes are the same after it, as far as that was looked at.
    var sameByteCount = 0
  }

  private borrowing func gap(after copied: Int) -> Gap {
    let (left, resultLeft) = (original.left, result.left)
    if left == 0 || resultLeft == 0 { return Gap(inserted: left, passed: resultLeft) }
    var best = exchange()
    if let best, isCertain(best) { return best }
    var reach = 512
    while true {
      consider(removal(within: reach), &best)
      if let best, best.passed == 0 { return aligned(best, within: copied) }
      consider(addition(within: reach), &best)
      if best == nil { best = change(within: reach) }
      if let best { return best }
      if reach >= Self.reach { break }
      reach *= 8
    }
    let most = Self.reach / 4
    return Gap(inserted: min(left, most), passed: min(resultLeft, most))
  }

  /// Takes what leaves more the same after it.
  private borrowing func consider(_ gap: Gap?, _ best: inout Gap?) {
    if let gap, gap.sameByteCount > best?.sameByteCount ?? 0 { best = gap }
  }

  /// A few bytes in the place of as many others, which is what a changed rating is.
  private borrowing func exchange() -> Gap? {
    for count in 1...8 {
      guard count < original.left, count < result.left else { return nil }
      let same = same(count, count)
      if same >= 16 { return Gap(inserted: count, passed: count, sameByteCount: same) }
    }
    return nil
  }

  /// Whether the line ends as it did before the bytes were exchanged.
  private borrowing func isCertain(_ gap: Gap) -> Bool {
    let start = original.position + gap.inserted
    let rest = original.window.bytes.extracting(start..<start + gap.sameByteCount)
    return gap.sameByteCount == Self.comparedByteCount
      || rest.firstOffset(of: UInt8(ascii: "\n")) != nil
  }

  private static let comparedByteCount = 512

  /// How many bytes are the same so far behind the present places.
  private borrowing func same(_ offset: Int, _ resultOffset: Int) -> Int {
    original.window.bytes.sameByteCount(
      from: original.position + offset, as: result.window.bytes,
      from: result.position + resultOffset,
      limit: min(Self.comparedByteCount, original.left - offset, result.left - resultOffset))
  }

  /// Bytes that are gone from the result.
  private borrowing func removal(within reach: Int) -> Gap? {
    let range = original.position + 1..<original.position + min(reach, original.left)
    let found = original.window.bytes.firstOffset(
      in: range, of: result.window.bytes, at: result.position, byteCount: Self.anchorByteCount)
    return found.map { found in
      let count = found - original.position
      return Gap(inserted: count, passed: 0, sameByteCount: same(count, 0))
    }
  }

  /// Bytes that are only in the result.
  private borrowing func addition(within reach: Int) -> Gap? {
    let range = result.position + 1..<result.position + min(reach, result.left)
    let found = result.window.bytes.firstOffset(
      in: range, of: original.window.bytes, at: original.position,
      byteCount: Self.anchorByteCount)
    return found.map { found in
      let count = found - result.position
      return Gap(inserted: 0, passed: count, sameByteCount: same(0, count))
    }
  }

  /// Bytes in the place of others, however many: the nearest place in the result that the original
  /// goes on from.
  private borrowing func change(within reach: Int) -> Gap? {
    let range = original.position + 1..<original.position + min(reach, original.left)
    var passed = 8
    while passed < min(reach, result.left) {
      let found = original.window.bytes.firstOffset(
        in: range, of: result.window.bytes, at: result.position + passed,
        byteCount: Self.anchorByteCount)
      if let found {
        var gap = Gap(inserted: found - original.position, passed: passed)
        gap.sameByteCount = same(gap.inserted, gap.passed)
        while gap.inserted > 0, gap.passed > 0,
          original.window.bytes[original.position + gap.inserted - 1]
            == result.window.bytes[result.position + gap.passed - 1]
        {
          gap.inserted -= 1
          gap.passed -= 1
        }
        return gap
      }
      passed += max(8, passed / 4)
    }
    return nil
  }

  /// The same removal begun where a record does: what was taken out is then kept in one piece.
  ///
  /// A record that begins as the next one does is found to be gone only where the two differ.
  private borrowing func aligned(_ gap: Gap, within copied: Int) -> Gap {
    var gap = gap
    let bytes = original.window.bytes
    var (place, limit) = (original.position, min(copied, original.position))
    var shift = 0
    while true {
      if bytes[place] == UInt8(ascii: "{"), Self.beginsRecord(bytes, place) { gap.shift = shift }
      guard limit > 0, bytes[place - 1] == bytes[place - 1 + gap.inserted] else { return gap }
      place -= 1
      limit -= 1
      shift += 1
    }
  }

  /// Whether an object that begins at a place is no member of another.
  private static func beginsRecord(_ bytes: Span<UInt8>, _ place: Int) -> Bool {
    guard place > 0 else { return true }
    return bytes[place - 1] != UInt8(ascii: ":") && bytes[place - 1] != UInt8(ascii: " ")
      || place > 1 && bytes[place - 1] == UInt8(ascii: " ") && bytes[place - 2] != UInt8(ascii: ":")
  }
}
