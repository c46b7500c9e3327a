import Scan
import SystemIO

/// How a log is read by workers ahead of the stream, which are believed only where it gets to the very
/// place that they speak of.
///
/// Every block's border is the border of a fragment, and a fragment that is damaged is skipped up to the
/// next one: so whoever begins at a border, and verifies each fragment, meets the same records as the
/// one who has read everything before it.
extension LogReader {
  // MARK: Parts of a file

  /// Reads what follows in a file by several threads, where that pays.
  mutating func runParts() throws {
    let (start, size) = (window.offset + position, partByteCount)
    guard sharing.threadCount > 1, let file = try window.positionedFile(),
      file.byteCount - start > size, let worker = handler.worker()
    else { return }
    let first = start - start % LogFrames.blockByteCount
    var work = try OrderedWork(
      partCount: (file.byteCount - first + size - 1) / size, threadCount: sharing.threadCount,
      worker: worker, part: newPart(), for: window.path
    ) { (worker: inout any LogWorker, number, part: inout LogPart) in
      let begin = first + number * size
      part.range = max(begin, start)..<min(begin + size, file.byteCount)
      part.find(file, &worker)
    }
    while var part = work.next() {
      if let failure = part.failure { throw failure }
      try settle(&part)
      part.outcomesWanted = handler.outcomesWanted
      work.reuse(part)
    }
    for worker in work.finish() { handler.merge(worker) }
  }

  private func newPart() -> LogPart {
    var part = LogPart()
    part.origin = origin(of: 0)
    part.outcomesWanted = handler.outcomesWanted
    return part
  }

  // Sixteen threads have some thirty parts.
  private static var partLimit: Int { 256 << 10 }

  private var partByteCount: Int {
    let block = LogFrames.blockByteCount
    return max(1, min(sharing.chunkByteCount, Self.partLimit) / block) * block
  }

  /// Goes through a part in its turn.
  private mutating func settle(_ settled: inout LogPart) throws {
    swap(&part, &settled)
    swap(&findings, &part.findings)
    if part.range.contains(window.offset + position) { try lend() }
    while window.offset + position < part.range.upperBound, try step() {}
    try write(upTo: position)
    if isLent { try reclaim() }
    handler.advance(to: window.offset + position)
    forgetFindings()
    swap(&findings, &part.findings)
    swap(&part, &settled)
  }

  /// Looks at the part's bytes instead of the window's own.
  private mutating func lend() throws {
    try write(upTo: position)
    let place = window.offset + position
    try window.move(to: place)
    window.exchange(with: &part.buffer)
    isLent = true
    position = place - window.offset
    written = position
  }

  /// Looks at the input itself again, from the same place on; what comes before it is written.
  mutating func reclaim() throws {
    let place = window.offset + position
    window.exchange(with: &part.buffer)
    isLent = false
    try window.move(to: place)
    (position, written) = (0, 0)
  }

  // MARK: Windows

  /// Has what is new in the window looked at ahead.
  mutating func lookAhead() {
    guard sharing.threadCount > 0 else { return }
    if worker == nil { worker = handler.worker() }
    if nextRun == findings.runs.count { forgetFindings() }
    let start = max(lookedAt, window.offset + position)
    guard start < window.byteCountRead else { return }
    let bytes = window.bytes.extracting(start - window.offset..<window.count)
    let (origin, wanted) = (origin(of: start), handler.outcomesWanted)
    lookedAt =
      worker?.process(bytes, from: origin, showing: wanted, into: &findings) ?? start
  }

  // MARK: Runs

  private mutating func forgetFindings() {
    findings.removeAll()
    nextRun = 0
  }

  /// Takes over the run of records that begins at this place; false where none does.
  mutating func takeRun() throws -> Bool {
    guard let run = findings.runs[nextRun...].first else { return false }
    let place = window.offset + position
    guard place >= run.range.lowerBound else { return false }
    guard place == run.range.lowerBound, scan.isFresh else {
      // A worker has met other bytes than the stream.
      throw OutputRefusal.inputChanged(window.path)
    }
    if !isLent, part.range.contains(place) { try lend() }
    nextRun += 1
    recordNumber += run.recordCount
    totals.add(run)
    counts += run.records
    scan.isResuming = false
    try handler.enter(run)
    try carryOut(run)
    return true
  }

  /// Writes what stays of a run.
  private mutating func carryOut(_ run: LogRun) throws {
    var start = position
    var firstChange = run.edits.lowerBound
    for index in run.edits {
      let edit = findings.edits[index]
      guard edit.replacement.isEmpty else { continue }
      pending.enter(findings.edits[firstChange..<index])
      firstChange = index + 1
      position = edit.range.lowerBound - window.offset
      if output.isFraming {
        try keep(records: start..<position)
      } else {
        try beginFraming()
      }
      start = position + edit.range.count
    }
    pending.enter(findings.edits[firstChange..<run.edits.upperBound])
    position = run.range.upperBound - window.offset
    if output.isFraming {
      try keep(records: start..<position)
    }
  }
}

extension LogPart {
  /// How much is read of what follows a part: its last record may go on there.
  private static let overhang = 4 << 10

  /// Reads the part, and has it looked at.
  fileprivate mutating func find(_ file: PositionedFile, _ worker: inout any LogWorker) {
    do throws(SystemError) {
      let end = min(range.upperBound + Self.overhang, file.byteCount)
      try buffer.read(file, stretch: range.lowerBound..<end)
      let read = buffer
      let bytes = read.bytes.extracting(0..<min(range.count, read.bytes.count))
      origin.byte = range.lowerBound
      _ = worker.process(bytes, from: origin, showing: outcomesWanted, into: &findings)
    } catch {
      failure = error
    }
  }
}
