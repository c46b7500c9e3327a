import Scan

/// Compares bytes with those of an existing file, piece by piece.
///
/// A check stops at the first difference; a resumed output continues writing there.
struct FileComparison: Sendable {
  private let file: PositionedFile
  /// The number of bytes of the file to compare; those after it are new.
  private let limit: Int
  /// The number of equal bytes.
  private(set) var sameByteCount = 0
  /// Whether a byte differs, or one of the two ends first.
  private(set) var differs = false
  private static let chunkByteCount = 128 << 10

  init(_ file: PositionedFile, limit: Int = .max) {
    self.file = file
    self.limit = limit
  }

  /// Whether nothing is left to compare.
  var isOver: Bool { differs || sameByteCount == limit }

  /// Compares the next bytes.
  ///
  /// - Returns: the number of bytes that the file has.
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

  /// Checks that the file ends here too.
  mutating func end() throws(SystemError) {
    guard !isOver else { return }
    var buffer: [UInt8] = [0]
    differs = try file.read(into: &buffer, from: 0, at: sameByteCount) > 0
  }
}
