import Jokes
import Scan
import SystemIO

/// The source of the runs that a stream applies.
///
/// The stream's own worker reads the window. With several threads, others read parts of the file
/// ahead of the stream. Their parsing is speculative: a run counts only if the stream reaches its
/// first byte. The result is then the same, since a run does not depend on anything before it.
struct RunSource: ~Copyable {
  private let sharing: WorkSharing
  private let recordLimit: Int
  private var worker: (any RunWorker)?
  /// Whether the handler was asked for a worker, or none is wanted.
  private(set) var isReady: Bool
  /// The runs found in the window.
  private var found = FoundRuns()
  /// Whether it is decided if other threads read ahead.
  private var isSettled = false
  private var parts: PartReader?
  /// The tallies of the other threads.
  private var tallies: [Tally] = []

  init(_ sharing: WorkSharing, recordLimit: Int) {
    (self.sharing, self.recordLimit) = (sharing, recordLimit)
    isReady = sharing.threadCount == 0
  }

  /// Whether there is a worker, or may be one.
  var isLooking: Bool { worker != nil || !isReady }

  /// Sets the handler's worker, if it has one.
  mutating func begin(_ worker: (any RunWorker)?) { (self.worker, isReady) = (worker, true) }

  // MARK: Parts

  /// Starts reading ahead, if possible and not decided before.
  ///
  /// - Parameter stretch: the stream's position.
  mutating func shareRest(
    of window: borrowing ByteWindow, _ border: PartBorder, _ stretch: RunStretch,
    showing outcomeCount: Int
  ) throws {
    guard !isSettled else { return }
    guard sharing.threadCount > 1,
      let size = border.partByteCount(sharing, recordLimit: recordLimit)
    else { return isSettled = true }
    guard let other = worker?.copyAhead(stretch) else { return }
    isSettled = true
    guard let file = try window.positionedFile(), file.byteCount - stretch.origin.byte > size
    else { return }
    parts = try PartReader(
      file, border, stretch, byteCount: size, threadCount: sharing.threadCount, other,
      showing: outcomeCount)
  }

  /// Whether the window must move before a run can be taken at a place.
  func isToMove(to place: Int) -> Bool { parts?.isToMove(to: place) ?? false }

  /// Moves the window to a place, and to the bytes of the part that contains it.
  ///
  /// - Precondition: everything before the place is written.
  mutating func move(
    to place: Int, showing outcomeCount: Int, _ window: inout ByteWindow
  ) throws {
    if try parts?.move(to: place, showing: outcomeCount, &window) == false { endParts() }
  }

  private mutating func endParts() {
    if let parts = parts.take() { tallies += parts.finish() }
  }

  /// Returns to the window's own bytes, read again, because the part's bytes are too few.
  ///
  /// - Returns: nil if the window already has its own bytes.
  mutating func giveBack(_ window: inout ByteWindow) throws -> ByteWindow.Refill? {
    let (start, byteCount) = (window.offset, window.count)
    guard parts?.giveBack(&window) == true else { return nil }
    try window.move(to: start)
    repeat {
      let refill = try window.refill()
      guard refill == .more else { return refill }
    } while window.count <= byteCount
    return .more
  }

  // MARK: Runs

  /// Takes the run at the start of a stretch of the window; nil if there is none.
  mutating func takeRun(
    in text: Span<UInt8>, _ stretch: RunStretch, showing outcomeCount: Int
  ) throws -> FoundRun? {
    let place = stretch.origin.byte
    if let run = try parts?.takeRun(at: place, around: stretch.path, &worker) { return run }
    if found.nextStart == nil, place >= found.end {
      let end = min(stretch.range.upperBound, (parts?.limit ?? .max) - stretch.distance)
      guard stretch.range.lowerBound < end else { return nil }
      found.removeAll()
      var stretch = stretch
      stretch.range = stretch.range.lowerBound..<end
      worker?.find(in: text, stretch, showing: outcomeCount, &found)
    }
    return found.takeRun(at: place)
  }

  /// Stops all workers, and returns their tallies.
  mutating func finish() -> [Tally] {
    endParts()
    return tallies + (worker.map { [$0.tally] } ?? [])
  }
}
