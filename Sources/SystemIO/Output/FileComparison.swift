import Scan

/// Compares bytes with those of an existing file, piece by piece.
///
/// A check stops at the first difference; a resumed output continues writing there.
package struct FileComparison: Sendable {
  /// The outcome for one path.
  package enum Finding: Sendable, Hashable {
    case same
    /// They differ at this offset first, or one ends there.
    case differs(Int)
    case missing
    /// A directory, a pipe or a device has its name.
    case noFile(FileStatus.Kind)
    /// It was removed, as expected.
    case gone
    /// It exists, but should be removed.
    case present
    /// It exists, but is not an output of the run.
    case stray
  }

  /// Nil if there is no file to compare with, or the comparison has ended: a run may have more
  /// results than it may have open files.
  private var file: PositionedFile?
  /// The finding if there is no file to compare with.
  private let absence: Finding?
  /// The number of bytes of the file to compare; those after it are new.
  private let limit: Int
  /// The number of equal bytes.
  private(set) var sameByteCount = 0
  /// Whether a byte differs, or one of the two ends first.
  private(set) var differs = false
  private static let chunkByteCount = 128 << 10

  init(_ file: PositionedFile, limit: Int) {
    (self.file, self.limit, absence) = (file, limit, nil)
  }

  /// Opens the file, if there is one.
  package init(with path: String) throws(SystemError) {
    limit = .max
    switch try FileStatus(path: path)?.kind {
    case .regular?: (file, absence) = (try InputFile(path: path).positioned(), nil)
    // Opening a pipe would wait for its writer.
    case let kind?: (file, absence) = (nil, .noFile(kind))
    case nil: (file, absence) = (nil, .missing)
    }
  }

  /// The outcome so far.
  package var finding: Finding { absence ?? (differs ? .differs(sameByteCount) : .same) }

  /// Whether nothing is left to compare.
  var isOver: Bool { file == nil || sameByteCount == limit }

  /// Compares the next bytes.
  ///
  /// - Returns: the number of bytes that the file has.
  @discardableResult
  package mutating func compare(_ bytes: Span<UInt8>) throws(SystemError) -> Int {
    guard let file, !isOver else { return 0 }
    let end = min(bytes.count, limit - sameByteCount)
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
    if differs { self.file = nil }
    return place
  }

  /// Checks that the file ends here too.
  package mutating func end() throws(SystemError) {
    guard let file, !isOver else { return }
    var buffer: [UInt8] = [0]
    differs = try file.read(into: &buffer, from: 0, at: sameByteCount) > 0
    self.file = nil
  }
}
