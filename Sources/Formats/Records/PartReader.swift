import Jokes
import Scan
import SystemIO

/// Distributes the parts of a file to workers, and takes their findings in file order.
struct PartReader: ~Copyable {
  private var work: OrderedWork<any RunWorker, RecordPart>
  /// The part at the stream's position.
  private var part: RecordPart
  /// The keys of the enclosing containers.
  private let path: [String]
  private let border: PartBorder
  /// The path of the file.
  private let file: String
  /// Whether the window holds the part's bytes instead of its own.
  private var isLent = false

  /// Starts the workers.
  ///
  /// - Parameter stretch: the common properties of all parts; its origin is the start of the first.
  /// - Throws: `SystemError` if a thread cannot be started.
  init(
    _ file: PositionedFile, _ border: PartBorder, _ stretch: RunStretch, byteCount: Int,
    threadCount: Int, _ worker: any RunWorker, showing outcomeCount: Int
  ) throws(SystemError) {
    let start = stretch.origin.byte
    let first = border.last(upTo: start)
    let part = RecordPart(border, byteCount: byteCount, like: stretch, showing: outcomeCount)
    (self.part, self.border) = (part, border)
    (path, self.file) = (stretch.path, stretch.origin.file)
    work = try OrderedWork(
      partCount: (file.byteCount - first + byteCount - 1) / byteCount, threadCount: threadCount,
      worker: worker, part: part, for: stretch.origin.file
    ) { (worker: inout any RunWorker, number, part: inout RecordPart) in
      let begin = first + number * byteCount
      part.find(
        file, max(begin, start)..<min(begin + byteCount, file.byteCount), isFirst: number == 0,
        &worker)
    }
  }

  /// The offset in the input at which the part's next run begins, or the part ends.
  var limit: Int { part.found.nextStart ?? part.range.upperBound }

  /// Whether the window must change to the part at a place.
  func isToMove(to place: Int) -> Bool {
    part.range.upperBound <= place || !isLent && part.found.nextStart == place
  }

  /// Moves the window to the part that contains a place.
  ///
  /// - Returns: false if no part is left.
  mutating func move(
    to place: Int, showing outcomeCount: Int, _ window: inout ByteWindow
  ) throws -> Bool {
    giveBack(&window)
    try window.move(to: place)
    while part.range.upperBound <= place {
      part.outcomesWanted = outcomeCount
      guard work.next(&part) else { return false }
      if let failure = part.failure { throw failure }
      try window.enterDigest(part.bytes.bytes, at: part.bytes.offset)
    }
    let read = part.bytes.offset..<part.bytes.offset + part.bytes.bytes.count
    if read.contains(place) {
      window.exchange(with: &part.bytes)
      isLent = true
    }
    return true
  }

  /// Puts the window's own bytes back.
  ///
  /// - Returns: whether the window held the part's bytes.
  @discardableResult
  mutating func giveBack(_ window: inout ByteWindow) -> Bool {
    guard isLent else { return false }
    window.exchange(with: &part.bytes)
    isLent = false
    return true
  }

  /// Takes the run that begins at a place within these containers; nil if none does.
  ///
  /// - Parameter worker: receives the votes of the run.
  /// - Throws: `OutputRefusal` if a worker's run cannot have come from the stream's bytes: the file
  ///   has changed.
  mutating func takeRun(
    at place: Int, around path: [String], _ worker: inout (any RunWorker)?
  ) throws -> FoundRun? {
    if border != .anywhere, let start = part.found.nextStart, start < place {
      throw OutputRefusal.inputChanged(file)
    }
    guard path == self.path, let found = part.found.takeRun(at: place) else { return nil }
    worker?.enter(found.run, &part.found.votes)
    return found
  }

  /// Stops the workers, and returns their tallies.
  consuming func finish() -> [Tally] { work.finish().map(\.tally) }
}
