import Scan
import SystemIO

/// Where the parts of a file begin.
enum PartBorder: Sendable {
  /// At the beginning of a line.
  case line
  /// At the border of two blocks of a log: no fragment crosses it.
  case block
  /// Anywhere, so that it is a guess where the first record begins.
  case anywhere

  /// What the place of a border is a multiple of.
  private var unit: Int { self == .block ? LogFrames.blockByteCount : 1 }

  /// The border at a place or before it.
  func last(upTo place: Int) -> Int { place - place % unit }

  /// How many bytes a part has, where records of so many are read; nil where none is worth it.
  func partByteCount(_ sharing: WorkSharing, recordLimit: Int) -> Int? {
    let size = sharing.chunkByteCount
    switch self {
    // A longer line is read in its turn, so that memory does not grow with the threads that meet such.
    case .line: return min(size, recordLimit)
    // Sixteen threads have some thirty parts.
    case .block: return max(1, min(size, 256 << 10) / unit) * unit
    case .anywhere: return size + RecordPart.overhang <= recordLimit ? size : nil
    }
  }
}

/// A part of a file, which is looked at apart from all others.
struct RecordPart: Sendable {
  /// The places at which its records begin.
  private(set) var range = 0..<0
  /// Its bytes, or lines, and some around them.
  var bytes = FileStretch()
  var found = FoundRuns()
  private(set) var failure: SystemError?
  /// Of how many changed records the outcomes are wanted.
  var outcomesWanted: Int
  private let border: PartBorder
  /// How many bytes a line may have in a part.
  private let lineLimit: Int
  /// What is known of every part.
  private let stretch: RunStretch

  /// How much is read of what follows a part: its last record may go on there.
  static let overhang = 8 << 10

  init(_ border: PartBorder, byteCount: Int, like stretch: RunStretch, showing outcomeCount: Int) {
    (self.border, self.stretch, outcomesWanted) = (border, stretch, outcomeCount)
    lineLimit = byteCount
  }

  /// Reads a part, and has it looked at.
  ///
  /// - Parameter isFirst: whether a record begins with it, whatever is before it.
  mutating func find(
    _ file: PositionedFile, _ dealt: Range<Int>, isFirst: Bool, _ worker: inout any RunWorker
  ) {
    range = dealt
    found.removeAll()
    do throws(SystemError) {
      let records = try read(file, isFirst: isFirst)
      var origin = stretch.origin
      origin.byte = bytes.offset + records.lowerBound
      let read = bytes
      worker.find(
        in: read.bytes,
        RunStretch(
          container: stretch.container, path: stretch.path, range: records, origin: origin,
          isGuess: border == .anywhere),
        showing: outcomesWanted, &found)
    } catch {
      failure = error
    }
  }

  /// Reads the bytes of the part.
  ///
  /// - Returns: where in them its records may begin.
  private mutating func read(
    _ file: PositionedFile, isFirst: Bool
  ) throws(SystemError) -> Range<Int> {
    if border == .line {
      try bytes.read(file, lines: range, isFirst: isFirst, limit: lineLimit)
      return 0..<bytes.bytes.count
    }
    // What ends right before it tells that a record may begin with it.
    let start = border == .anywhere ? max(range.lowerBound - 1, 0) : range.lowerBound
    let end = min(range.upperBound + Self.overhang, file.byteCount)
    try bytes.read(file, stretch: start..<end)
    return 0..<min(range.upperBound - start, bytes.bytes.count)
  }
}
