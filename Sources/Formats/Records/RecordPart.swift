import Scan
import SystemIO

/// How a file is divided into parts.
enum PartBorder: Sendable {
  /// At a line start.
  case line
  /// At a block border of a log, which no fragment crosses.
  case block
  /// At any byte, so that the first record's start is a guess.
  case anywhere

  /// Every border is a multiple of this.
  private var unit: Int { self == .block ? LogFrames.blockByteCount : 1 }

  /// The last border at or before a place.
  func last(upTo place: Int) -> Int { place - place % unit }

  /// The size of a part for a record limit; nil if dividing does not pay.
  func partByteCount(_ sharing: WorkSharing, recordLimit: Int) -> Int? {
    let size = sharing.chunkByteCount
    switch self {
    // A longer line is read in its turn, so that memory does not grow with the number of threads.
    case .line: return min(size, recordLimit)
    // Sixteen threads hold about thirty parts.
    case .block: return max(1, min(size, 256 << 10) / unit) * unit
    case .anywhere: return size + RecordPart.overhang <= recordLimit ? size : nil
    }
  }
}

/// A part of a file that a worker reads on its own.
struct RecordPart: Sendable {
  /// The range in which its records begin.
  private(set) var range = 0..<0
  /// The bytes or lines of the part, and some around them.
  var bytes = FileStretch()
  var found = FoundRuns()
  private(set) var failure: SystemError?
  /// How many outcomes of changed records are wanted.
  var outcomesWanted: Int
  private let border: PartBorder
  /// The longest line that a part may hold.
  private let lineLimit: Int
  /// The common properties of all parts.
  private let stretch: RunStretch

  /// How many bytes are read past the part, for its last record.
  static let overhang = 8 << 10

  init(_ border: PartBorder, byteCount: Int, like stretch: RunStretch, showing outcomeCount: Int) {
    (self.border, self.stretch, outcomesWanted) = (border, stretch, outcomeCount)
    lineLimit = byteCount
  }

  /// Reads a part and has a worker process it.
  ///
  /// - Parameter isFirst: whether a record begins at its first byte, regardless of the bytes
  ///   before.
  mutating func find(
    _ file: PositionedFile, _ dealt: Range<Int>, isFirst: Bool, _ worker: inout any RunWorker
  ) {
    range = dealt
    // Here, and not where they are taken, so that the thread that made them frees them.
    found.removeAll()
    do throws(SystemError) {
      let records = try read(file, isFirst: isFirst)
      var origin = stretch.origin
      origin.byte = bytes.offset + records.lowerBound
      let read = bytes
      worker.find(
        in: read.bytes,
        RunStretch(
          framing: stretch.framing, path: stretch.path, range: records, origin: origin,
          isGuess: border == .anywhere),
        showing: outcomesWanted, &found)
    } catch {
      failure = error
    }
  }

  /// Reads the part's bytes.
  ///
  /// - Returns: the range in which records may begin.
  private mutating func read(
    _ file: PositionedFile, isFirst: Bool
  ) throws(SystemError) -> Range<Int> {
    if border == .line {
      try bytes.read(file, lines: range, isFirst: isFirst, limit: lineLimit)
      return 0..<bytes.bytes.count
    }
    // The byte before the part shows whether a record may begin with it.
    let start = border == .anywhere ? max(range.lowerBound - 1, 0) : range.lowerBound
    let end = min(range.upperBound + Self.overhang, file.byteCount)
    try bytes.read(file, stretch: start..<end)
    return 0..<min(range.upperBound - start, bytes.bytes.count)
  }
}
