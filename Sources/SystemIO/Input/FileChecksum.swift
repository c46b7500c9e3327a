import Scan
import Synchronization

/// The CRC-32C of a file that several threads read in pieces, in any order.
///
/// A byte that is read twice counts once. A class, because the threads share it.
package final class FileChecksum: Sendable {
  private struct Piece {
    var range: Range<Int>
    /// Nil while a thread computes it.
    var sum: UInt32?
  }

  /// In order of the file; known neighbours are joined.
  private let pieces = Mutex<[Piece]>([])

  package init() {}

  /// Adds bytes that were read.
  ///
  /// - Parameter place: their position in the file.
  package func enter(_ bytes: Span<UInt8>, at place: Int) {
    let new = pieces.withLock { Self.reserve(place..<place + bytes.count, in: &$0) }
    for range in new {
      let start = range.lowerBound - place
      let sum = CRC32C.checksum(bytes.extracting(start..<start + range.count))
      pieces.withLock { Self.settle(range, sum, in: &$0) }
    }
  }

  /// The checksum of a range of the file; nil if not exactly these bytes were read.
  package func value(of range: Range<Int>) -> UInt32? {
    if range.isEmpty { return CRC32C().value }
    return pieces.withLock { pieces in
      pieces.count == 1 && pieces[0].range == range ? pieces[0].sum : nil
    }
  }

  /// Whether a file has the bytes that were read; false if some were not read.
  ///
  /// - Throws: `SystemError` if it cannot be read.
  func isOfAll(of path: String) throws -> Bool {
    var window = ByteWindow(try InputFile(path: path))
    var present = CRC32C()
    try window.forEachPiece { present.update($0) }
    return value(of: 0..<window.byteCountRead) == present.value
  }

  /// The number of the file's first bytes that were read without a gap, and their checksum.
  package var beginning: (byteCount: Int, checksum: UInt32) {
    pieces.withLock { pieces in
      guard let first = pieces.first, first.range.lowerBound == 0, let sum = first.sum else {
        return (0, CRC32C().value)
      }
      return (first.range.count, sum)
    }
  }

  /// The parts of a range that no thread has added; the caller must add them.
  private static func reserve(_ range: Range<Int>, in pieces: inout [Piece]) -> [Range<Int>] {
    var gaps: [Range<Int>] = []
    var start = range.lowerBound
    for piece in pieces where piece.range.overlaps(range) {
      if piece.range.lowerBound > start { gaps.append(start..<piece.range.lowerBound) }
      start = max(start, piece.range.upperBound)
    }
    if start < range.upperBound { gaps.append(start..<range.upperBound) }
    for gap in gaps {
      let index = pieces.firstIndex { $0.range.lowerBound > gap.lowerBound } ?? pieces.count
      pieces.insert(Piece(range: gap, sum: nil), at: index)
    }
    return gaps
  }

  private static func settle(_ range: Range<Int>, _ sum: UInt32, in pieces: inout [Piece]) {
    guard let index = pieces.firstIndex(where: { $0.range == range }) else { return }
    pieces[index].sum = sum
    join(index, in: &pieces)
    if index > 0 { join(index - 1, in: &pieces) }
  }

  /// Joins a piece and the next, if they are adjacent and known.
  private static func join(_ index: Int, in pieces: inout [Piece]) {
    guard index + 1 < pieces.count else { return }
    let (one, other) = (pieces[index], pieces[index + 1])
    guard one.range.upperBound == other.range.lowerBound, let sum = one.sum, let next = other.sum
    else { return }
    pieces[index] = Piece(
      range: one.range.lowerBound..<other.range.upperBound,
      sum: CRC32C.combined(sum, next, byteCount: other.range.count))
    pieces.remove(at: index + 1)
  }
}
