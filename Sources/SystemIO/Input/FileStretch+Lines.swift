import Scan

/// A stretch of a file that is made of whole lines.
extension FileStretch {
  /// Reads the lines that begin in a stretch of a file and are whole, up to one that is too long.
  ///
  /// - Parameters:
  ///   - stretch: its first byte begins a line, or follows one of the stretch before.
  ///   - isFirst: whether its first byte begins a line, whatever is before it.
  ///   - limit: how many bytes a line may have, its end included.
  package mutating func read(
    _ file: PositionedFile, lines stretch: Range<Int>, isFirst: Bool, limit: Int
  ) throws(SystemError) {
    let start = isFirst ? stretch.lowerBound : stretch.lowerBound - 1
    let room = stretch.upperBound - start
    resize(room + Self.overhang)
    var count = try file.read(into: &buffer, from: 0, at: start)
    let first = isFirst ? 0 : lineEnd(from: 0, count: count)
    offset = start + (first ?? count)
    guard let first, first < room else {
      // A line of another stretch covers this one, or goes on without an end.
      range = 0..<0
      return
    }
    while true {
      // The line end that ends the stretch, or the first after it.
      if let end = lineEnd(from: max(room - 1, first), count: count) {
        let last = lastLineEnd(in: first..<end - 1) ?? first
        range = first..<(end - last > limit ? last : end)
        return
      }
      // The file ends in the middle of a line, or the line is too long.
      if count < buffer.count || buffer.count - room > limit {
        range = first..<(lastLineEnd(in: first..<count) ?? first)
        return
      }
      let read = buffer.count
      resize(read * 2)
      count = read + (try file.read(into: &buffer, from: read, at: start + read))
    }
  }

  private static let overhang = 4 << 10

  /// The offset after the first line end from an offset on.
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
