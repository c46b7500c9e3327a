import Jokes
import Scan
import SystemIO

/// Finds the runs that a stream carries out.
///
/// The stream's own worker looks at what is in the window. Where threads share the work, others look at
/// the parts of the file ahead of the stream. A run of theirs counts only where the stream stands at its
/// very first byte: then it is what the stream would have found itself, for a run depends on nothing that
/// was found before it.
struct RunSource: ~Copyable {
  private let sharing: WorkSharing
  private let recordLimit: Int
  private var worker: (any RunWorker)?
  /// Whether the handler was asked for a worker, if any is wanted.
  private(set) var isReady: Bool
  /// What the worker has found in the window.
  private var found = FoundRuns()
  /// Whether it is settled if others look ahead.
  private var isSettled = false
  private var parts: PartReader?
  /// What others have tallied.
  private var tallies: [Tally] = []

  init(_ sharing: WorkSharing, recordLimit: Int) {
    (self.sharing, self.recordLimit) = (sharing, recordLimit)
    isReady = sharing.threadCount == 0
  }

  /// Whether runs are found at all.
  var isLooking: Bool { worker != nil || !isReady }

  /// Takes the handler's worker, if it has one.
  mutating func begin(_ worker: (any RunWorker)?) { (self.worker, isReady) = (worker, true) }

  // MARK: Parts

  /// Has the rest of the file looked at, where that can be shared and is not done yet.
  ///
  /// - Parameter stretch: where the stream stands.
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
    guard let file = try window.positionedFile(entersDigest: true),
      file.byteCount - stretch.origin.byte > size
    else { return }
    parts = try PartReader(
      file, border, stretch, byteCount: size, threadCount: sharing.threadCount, other,
      showing: outcomeCount)
  }

  /// Whether the window is to be moved to a place before a run is taken there.
  func isToMove(to place: Int) -> Bool { parts?.isToMove(to: place) ?? false }

  /// Moves the window to a place, to look at the bytes of the part that it is in.
  ///
  /// - Precondition: all before the place is written.
  mutating func move(
    to place: Int, showing outcomeCount: Int, _ window: inout ByteWindow
  ) throws {
    if try parts?.move(to: place, showing: outcomeCount, &window) == false { endParts() }
  }

  private mutating func endParts() {
    if let parts = parts.take() { tallies += parts.finish() }
  }

  /// Looks at the input itself again, where the part's bytes are not enough; they are read anew.
  ///
  /// - Returns: nil where the window's bytes are its own.
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

  /// Takes the run that begins where a stretch of the window does; nil where none does.
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

  /// Ends all work, and gives what was tallied.
  mutating func finish() -> [Tally] {
    endParts()
    return tallies + (worker.map { [$0.tally] } ?? [])
  }
}
