import Scan
import SystemIO

/// Applying the decisions of workers about runs of records.
extension RecordStream {
  /// Applies the run of records at `position`, if there is one.
  ///
  /// - Parameter followsDropped: whether the previous record was dropped; set to whether the run's
  ///   last one was.
  /// - Returns: false if the next record must be read by itself.
  mutating func passRun(in framing: Framing, _ followsDropped: inout Bool) throws -> Bool {
    guard runs.isLooking, framing != .single, let path = handler.runPath else { return false }
    if !runs.isReady {
      runs.begin(handler.worker(keepsEdits: framing != .lines || !output.isCounting))
    }
    let (start, wanted) = (origin, visitor.outcomesWanted)
    var stretch = RunStretch(
      framing: framing, path: path, range: position..<window.count, origin: start)
    (stretch.origin.line, stretch.origin.column) = (1, 1)
    try runs.shareRest(
      of: window, framing == .lines ? .line : .anywhere, stretch, showing: wanted)
    if runs.isToMove(to: start.byte) {
      if framing == .lines { try hold(before: position) } else { try write(upTo: position) }
      try runs.move(to: start.byte, showing: wanted, &window)
      position = start.byte - window.offset
      written = position
      visitor.advance(to: start.byte)
    }
    // The limit is the same for any window size.
    let end = window.count - position <= recordLimit ? window.count : position
    stretch.range = position..<end
    guard let (run, edits) = try runs.takeRun(in: window.bytes, stretch, showing: wanted)
    else { return false }
    visitor.enter(run.counts)
    try handler.tell(run.findings, from: PartStart(of: start), to: visitor)
    counts += run.records
    if framing == .lines {
      try carryOutLines(run, edits)
    } else {
      try carryOut(run, edits, &followsDropped)
    }
    lines.line += run.lineCount
    if run.lineCount > 0 { lines.start = run.lineStart }
    position = run.range.upperBound - window.offset
    return true
  }

  // MARK: Lines

  /// Writes the kept lines, and holds the last line end.
  private mutating func carryOutLines(_ run: RecordRun, _ edits: ArraySlice<Edit>) throws {
    let end = run.range.upperBound - window.offset
    guard !output.isCounting else { return try skipLines(run, end) }
    let keptEnd = (run.keptEnd ?? run.range.lowerBound) - window.offset
    let last = edits.lastIndex { $0.range.upperBound <= window.offset + keptEnd }
    if let last { try carryOutLines(edits[...last]) }
    try hold(before: keptEnd)
    if keptEnd < end { try leaveOutLine(upTo: end) }
  }

  /// Makes edits of a run. Dropped lines that have not lost the line end before them lose it here.
  private mutating func carryOutLines(_ edits: ArraySlice<Edit>) throws {
    var next = edits.startIndex
    for index in wholeLines(in: edits) {
      let line = edits[index].range
      pending.enter(edits[next..<index])
      try hold(before: line.lowerBound - window.offset)
      try leaveOutLine(upTo: line.upperBound - window.offset)
      next = index + 1
    }
    pending.enter(edits[next...])
  }

  /// The places of the edits that drop a line with its own line end.
  private func wholeLines(in edits: ArraySlice<Edit>) -> [Int] {
    let (bytes, offset) = (window.bytes, window.offset)
    return edits.indices.filter { index in
      edits[index].replacement.isEmpty
        && bytes[edits[index].range.upperBound - offset - 1] == UInt8(ascii: "\n")
    }
  }

  /// Counts the kept lines of a run as written, for an output that is only counted.
  private mutating func skipLines(_ run: RecordRun, _ end: Int) throws {
    try hold(before: position)
    defer { written = end }
    guard let keptEnd = run.keptEnd else { return }
    try writeHeld()
    held = HeldSeparator(lineEnd(before: keptEnd - window.offset))
    output.skip(run.range.count - run.droppedByteCount - held.original.count)
  }

  // MARK: Containers

  /// Writes the kept records of a container.
  private mutating func carryOut(
    _ run: RecordRun, _ edits: ArraySlice<Edit>, _ followsDropped: inout Bool
  ) throws {
    let end = run.range.upperBound - window.offset
    // The end of the last dropped record.
    var droppedEnd = position
    for edit in edits {
      var place = edit.range.lowerBound - window.offset
      // Without dropped records, an edit deletes a piece of one.
      guard edit.replacement.isEmpty, run.records.dropped > 0 else {
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
  }

  /// Writes the held separator before a kept record that follows dropped ones.
  private mutating func keepSeparator(
    from place: Int, _ followsDropped: inout Bool
  ) throws {
    try exchangeSeparator(before: window.bytes.endOfSeparator(from: place))
    followsDropped = false
  }
}
