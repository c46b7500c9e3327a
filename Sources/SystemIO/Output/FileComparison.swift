import Scan

/// Compares bytes, as they come, with those of a file that is there.
///
/// A check that only reports stops at the first difference; one that goes on writing begins there.
struct FileComparison: Sendable {
  private let file: PositionedFile
  /// So many bytes of the file are compared; what comes behind them is new.
  private let limit: Int
  /// How many bytes were the same.
  private(set) var sameByteCount = 0
  /// Whether a byte was another, or only one of the two has it.
  private(set) var differs = false
  private static let chunkByteCount = 128 << 10

  init(_ file: PositionedFile, limit: Int = .max) {
    self.file = file
    self.limit = limit
  }

  /// Whether there is nothing left to compare with.
  var isOver: Bool { differs || sameByteCount == limit }

  /// Compares what comes next.
  ///
  /// - Returns: how many of the bytes the file has.
  mutating func compare(_ bytes: Span<UInt8>) throws(SystemError) -> Int {
    let end = isOver ? 0 : min(bytes.count, limit - sameByteCount)
    var buffer = [UInt8](repeating: 0, count: min(end, Self.chunkByteCount))
    var place = 0
    while place < end, !differs {
      let start = max(0, buffer.count - (end - place))
      let count = try file.read(into: &buffer, from: start, at: sameByteCount)
      let read = buffer.span.extracting(start..<start + count)
      let same = read.sameByteCount(from: 0, as: bytes, from: place)
      place += same
      sameByteCount += same
      differs = same < buffer.count - start
    }
    return place
  }

  /// Looks whether the file ends here, too.
  mutating func end() throws(SystemError) {
    guard !isOver else { return }
    var buffer: [UInt8] = [0]
    differs = try file.read(into: &buffer, from: 0, at: sameByteCount) > 0
  }
}
