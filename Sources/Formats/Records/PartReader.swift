import Jokes
import Scan
import SystemIO

/// Deals the parts of a file out to workers, and takes what they have found in the order of the file.
struct PartReader: ~Copyable {
  private var work: OrderedWork<any RunWorker, RecordPart>
  /// The part that the stream is in.
  private var part: RecordPart
  /// The keys of the containers around the records.
  private let path: [String]
  private let border: PartBorder
  /// The path of the file.
  private let file: String
  /// Whether the part's bytes are in the window, instead of the window's own.
  private var isLent = false

  /// Starts the work.
  ///
  /// - Parameter stretch: what is known of all parts; it begins where they do.
  /// - Throws: `SystemError` where a thread cannot be started.
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

  /// Up to which place in the input nothing is found in the part.
  var limit: Int { part.found.nextStart ?? part.range.upperBound }

  /// Whether the part's bytes, or those of another part, are to be looked at from a place on.
  func isToMove(to place: Int) -> Bool {
    part.range.upperBound <= place || !isLent && part.found.nextStart == place
  }

  /// Looks at the bytes of the part in which a place is.
  ///
  /// - Returns: false where there is none left.
  mutating func move(
    to place: Int, showing outcomeCount: Int, _ window: inout ByteWindow
  ) throws -> Bool {
    giveBack(&window)
    try window.move(to: place)
    while part.range.upperBound <= place {
      guard var next = work.next() else { return false }
      if let failure = next.failure { throw failure }
      try window.enterDigest(next.bytes.bytes, at: next.bytes.offset)
      swap(&part, &next)
      next.outcomesWanted = outcomeCount
      work.reuse(next)
    }
    let read = part.bytes.offset..<part.bytes.offset + part.bytes.bytes.count
    if read.contains(place) {
      window.exchange(with: &part.bytes)
      isLent = true
    }
    return true
  }

  /// Looks at the window's own bytes again.
  ///
  /// - Returns: whether others were in it.
  @discardableResult
  mutating func giveBack(_ window: inout ByteWindow) -> Bool {
    guard isLent else { return false }
    window.exchange(with: &part.bytes)
    isLent = false
    return true
  }

  /// Takes the run that begins at a place behind these keys; nil where none does.
  ///
  /// - Parameter worker: enters the votes.
  /// - Throws: `OutputRefusal` where another worker has met other bytes than the stream.
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

  /// Ends the work, and gives what the workers have tallied.
  consuming func finish() -> [Tally] { work.finish().map(\.tally) }
}
