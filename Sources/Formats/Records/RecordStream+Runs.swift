import ByteIO

/// How records of containers are dealt with by workers ahead of the stream, which are believed only
/// where it gets to the very place at which a run of theirs begins.
///
/// A worker guesses where a record begins. Where the stream has come to that place by itself, behind
/// a record and in the container for which the worker was made, the guess was right, and so is all
/// that was found from there on.
extension RecordStream {
  /// The work of others, and the part of it that the stream is in.
  struct Ahead: ~Copyable {
    fileprivate var work: OrderedWork<any RunWorker, RecordPart>
    fileprivate var part = RecordPart()
    /// The part's next run.
    fileprivate var next = 0
    /// Whether the part's bytes are in the window, instead of the window's own.
    fileprivate(set) var isLent = false
  }

  /// Whether workers look ahead.
  enum Answer {
    /// Too little was learned so far.
    case unknown
    case yes
    case no
  }

  /// Passes over the runs of records that begin at this place, one after the other.
  ///
  /// - Returns: the place in the window at which others may begin.
  mutating func takeRuns() throws -> Int {
    if isAhead == .unknown { try lookAhead() }
    guard isAhead == .yes, var ahead = ahead.take() else { return .max }
    var isLeft = true
    while isLeft, let run = try nextRun(&ahead, &isLeft) {
      guard let passed = handler.enter(run, &ahead.part.found.votes) else { break }
      counts += passed
      try write(upTo: position)
      try writeHeld()
      output.skip(run.range.count)
      line += run.lineCount
      lineStart = run.lineStart ?? lineStart
      position = run.range.upperBound - window.offset
      written = position
    }
    guard isLeft else {
      isAhead = .no
      return .max
    }
    let next = ahead.part.found.runs[ahead.next...].first?.range.lowerBound
    let limit = (next ?? ahead.part.range.upperBound) - window.offset
    self.ahead = consume ahead
    return limit
  }

  /// Has the rest of the file looked at, where that can be shared and nothing of it is to be written.
  private mutating func lookAhead() throws {
    let (start, size) = (window.offset + position, sharing.chunkByteCount)
    guard sharing.threadCount > 1, output.isCounting, size + RecordPart.overhang <= recordLimit
    else { return isAhead = .no }
    guard let worker = handler.runWorker() else { return }
    isAhead = .no
    guard let file = try window.positionedFile(), file.byteCount - start > size else { return }
    let work = try OrderedWork(
      partCount: (file.byteCount - start + size - 1) / size, threadCount: sharing.threadCount,
      worker: worker, part: RecordPart(), for: window.path
    ) { (worker: inout any RunWorker, number, part: inout RecordPart) in
      let begin = start + number * size
      part.range = begin..<min(begin + size, file.byteCount)
      part.find(file, &worker)
    }
    ahead = Ahead(work: work)
    isAhead = .yes
  }

  /// The run that begins at this place; nil where none does.
  ///
  /// - Parameter isLeft: false where there is no more to come.
  private mutating func nextRun(_ ahead: inout Ahead, _ isLeft: inout Bool) throws -> RecordRun? {
    let place = window.offset + position
    while ahead.part.range.upperBound <= place {
      try write(upTo: position)
      reclaim(&ahead)
      try window.move(to: place)
      (position, written) = (0, 0)
      guard var part = ahead.work.next() else {
        isLeft = false
        return nil
      }
      if let failure = part.failure { throw failure }
      swap(&ahead.part, &part)
      ahead.work.reuse(part)
      ahead.next = 0
      handler.advance(to: place)
    }
    try lend(&ahead)
    while ahead.next < ahead.part.found.runs.count {
      let run = ahead.part.found.runs[ahead.next]
      guard run.range.lowerBound <= place else { return nil }
      ahead.next += 1
      if run.range.lowerBound == place { return run }
    }
    return nil
  }

  /// Looks at the part's bytes instead of the window's own.
  private mutating func lend(_ ahead: inout Ahead) throws {
    let place = window.offset + position
    guard !ahead.isLent, ahead.part.range.contains(place) else { return }
    try write(upTo: position)
    try window.move(to: place)
    window.exchange(with: &ahead.part.buffer)
    ahead.isLent = true
    position = place - window.offset
    written = position
  }

  private mutating func reclaim(_ ahead: inout Ahead) {
    guard ahead.isLent else { return }
    window.exchange(with: &ahead.part.buffer)
    ahead.isLent = false
  }

  /// Looks at the input itself again, where the part's bytes are not enough; they are read anew.
  ///
  /// - Returns: nil where the window's bytes are its own.
  mutating func reclaimWindow() throws -> ByteWindow.Refill? {
    guard isAhead == .yes, var ahead = ahead.take() else { return nil }
    let isLent = ahead.isLent
    let (start, byteCount) = (window.offset, window.count)
    reclaim(&ahead)
    self.ahead = consume ahead
    guard isLent else { return nil }
    try window.move(to: start)
    repeat {
      let refill = try window.refill()
      guard refill == .more else { return refill }
    } while window.count <= byteCount
    return .more
  }
}
