import Scan
import SystemIO

/// How records of containers are decided about by workers: in their turn, or ahead of it on other threads.
///
/// A worker ahead guesses where a record begins. Where the stream has come to that place by itself,
/// behind a record and in the container for which the worker was made, the guess was right, and so is
/// all that was found from there on, for a run depends on nothing that was found before it.
extension RecordStream {
  /// The work of others, and the part of it that the stream is in.
  struct Ahead: ~Copyable {
    fileprivate var work: OrderedWork<any RunWorker, RecordPart>
    fileprivate var part: RecordPart
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

  /// Passes over a run of records that begins at this place.
  ///
  /// - Parameter followsDropped: whether the record before it goes; in the end, whether its last one does.
  /// - Returns: false if the next record is to be read by itself.
  mutating func passRun(in container: Container, _ followsDropped: inout Bool) throws -> Bool {
    guard sharing.threadCount > 0, container != .whole else { return false }
    if isAhead == .unknown { try lookAhead(in: container) }
    var limit = Int.max
    if isAhead == .yes, var ahead = ahead.take() {
      var isLeft = true
      let run = try nextRun(&ahead, &isLeft)
      if let run {
        try handler.enter(run, &ahead.part.found.votes, from: PartStart(of: origin))
        try carryOut(run, ahead.part.found.edits[run.edits], &followsDropped)
      }
      if isLeft {
        let next = ahead.part.found.runs[ahead.next...].first?.range.lowerBound
        limit = (next ?? ahead.part.range.upperBound) - window.offset
        self.ahead = consume ahead
      } else {
        isAhead = .no
      }
      if run != nil { return true }
    }
    return try passRun(in: container, before: limit, &followsDropped)
  }

  /// Decides about the records that follow in the window.
  private mutating func passRun(
    in container: Container, before limit: Int, _ followsDropped: inout Bool
  ) throws -> Bool {
    let end = min(limit, window.count)
    guard position < end, window.count - position <= recordLimit else { return false }
    found.removeAll()
    handler.pass(
      window.bytes, in: RunStretch(container: container, range: position..<end, origin: origin),
      &found)
    guard let run = found.runs.first else { return false }
    try handler.enter(run, &found.votes, from: PartStart())
    try carryOut(run, found.edits[run.edits], &followsDropped)
    return true
  }

  /// Counts a run and writes what stays of it.
  private mutating func carryOut(
    _ run: RecordRun, _ edits: ArraySlice<Edit>, _ followsDropped: inout Bool
  ) throws {
    counts += run.records
    let end = run.range.upperBound - window.offset
    // Where the last record ends that goes.
    var droppedEnd = position
    for edit in edits {
      var place = edit.range.lowerBound - window.offset
      guard edit.replacement.isEmpty else {
        if followsDropped { try keepSeparator(from: droppedEnd, &followsDropped) }
        pending.enter(edit)
        continue
      }
      let separatorStart = window.bytes.startOfSeparator(before: place)
      place = window.bytes.endOfSeparator(from: place)
      if followsDropped, separatorStart > droppedEnd {
        try keepSeparator(from: droppedEnd, &followsDropped)
      }
      if !followsDropped {
        try write(upTo: separatorStart)
        try holdSeparator(before: place)
      }
      droppedEnd = edit.range.upperBound - window.offset
      try leaveOut(upTo: droppedEnd)
      followsDropped = true
    }
    if followsDropped, droppedEnd < end { try keepSeparator(from: droppedEnd, &followsDropped) }
    lines.line += run.lineCount
    if run.lineCount > 0 { lines.start = run.lineStart }
    position = end
  }

  /// Puts the separator that was held back before the record that stays behind others that go.
  private mutating func keepSeparator(
    from place: Int, _ followsDropped: inout Bool
  ) throws {
    try exchangeSeparator(before: window.bytes.endOfSeparator(from: place))
    followsDropped = false
  }

  /// Has the rest of the file looked at, where that can be shared.
  private mutating func lookAhead(in container: Container) throws {
    let (start, size) = (window.offset + position, sharing.chunkByteCount)
    guard sharing.threadCount > 1, size + RecordPart.overhang <= recordLimit
    else { return isAhead = .no }
    guard let worker = handler.workerAhead() else { return }
    isAhead = .no
    guard let file = try window.positionedFile(entersDigest: true), file.byteCount - start > size
    else { return }
    let part = RecordPart(
      container: container, path: window.path, outcomesWanted: handler.outcomesWanted)
    let work = try OrderedWork(
      partCount: (file.byteCount - start + size - 1) / size, threadCount: sharing.threadCount,
      worker: worker, part: part, for: window.path
    ) { (worker: inout any RunWorker, number, part: inout RecordPart) in
      let begin = start + number * size
      part.range = begin..<min(begin + size, file.byteCount)
      part.find(file, &worker)
    }
    ahead = Ahead(work: work, part: part)
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
      try window.enterDigest(part.buffer.bytes, at: part.buffer.offset)
      swap(&ahead.part, &part)
      part.outcomesWanted = handler.outcomesWanted
      ahead.work.reuse(part)
      ahead.next = 0
      handler.advance(to: place)
    }
    try lend(&ahead)
    while ahead.next < ahead.part.found.runs.count {
      let run = ahead.part.found.runs[ahead.next]
      guard run.range.lowerBound <= place else { return nil }
      ahead.next += 1
      if run.range.lowerBound == place, handler.isAhead() { return run }
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
