import Scan

/// Reads a range of a file as whole lines.
extension FileStretch {
  /// What follows the lines.
  package enum Ending: Sendable {
    /// Lines of the next range, or the end of the file.
    case line
    /// An unfinished last line.
    case unfinished
    /// A line that is too long.
    case tooLong
  }

  /// Reads the whole lines that begin in a range of a file.
  ///
  /// - Parameters:
  ///   - stretch: its first byte begins a line, or continues one of the range before.
  ///   - isFirst: whether its first byte begins a line in any case.
  ///   - limit: the longest line, line end included.
  /// - Returns: what follows them.
  package mutating func read(
    _ file: PositionedFile, _ stretch: Range<Int>, isFirst: Bool, limit: Int
  ) throws(SystemError) -> Ending {
    let start = isFirst ? stretch.lowerBound : stretch.lowerBound - 1
    let room = stretch.upperBound - start
    resize(room + Self.overhang)
    var count = try file.read(into: &buffer, from: 0, at: start)
    let first = isFirst ? 0 : lineEnd(from: 0, count: count)
    offset = start + (first ?? count)
    guard let first, first < room else {
      // A line of another range covers this one, or has no end.
      range = 0..<0
      return first == nil && count < buffer.count ? .unfinished : .line
    }
    while true {
      // The line end that ends the range, or the first after it.
      if let end = lineEnd(from: max(room - 1, first), count: count) {
        let last = lastLineEnd(in: first..<end - 1) ?? first
        let isTooLong = end - last > limit
        range = first..<(isTooLong ? last : end)
        return isTooLong ? .tooLong : .line
      }
      let isAtEnd = count < buffer.count
      if isAtEnd || buffer.count - room > limit {
        range = first..<(lastLineEnd(in: first..<count) ?? first)
        return isAtEnd ? .unfinished : .tooLong
      }
      let read = buffer.count
      resize(read * 2)
      count = read + (try file.read(into: &buffer, from: read, at: start + read))
    }
  }

  private static let overhang = 4 << 10

  /// The offset after the first line end at or after an offset.
  private func lineEnd(from start: Int, count: Int) -> Int? {
    guard start < count else { return nil }
    return buffer.span.extracting(0..<count).firstOffset(of: UInt8(ascii: "\n"), from: start)
      .map { $0 + 1 }
  }

  private func lastLineEnd(in range: Range<Int>) -> Int? {
    let end = buffer.span.lastOffset(of: UInt8(ascii: "\n"), before: range.upperBound)
    return end.flatMap { $0 >= range.lowerBound ? $0 + 1 : nil }
  }
}
