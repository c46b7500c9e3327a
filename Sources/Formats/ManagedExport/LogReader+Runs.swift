import Scan
import SystemIO

/// Passes runs of records that workers have decided about.
///
/// Fragments never cross a block's end, and damage is skipped up to the next block. So a worker
/// that starts at any block and verifies each fragment finds the same records as a sequential
/// reader.
extension LogReader {
  /// Passes a run of records at this position; false if there is none.
  mutating func passRun() throws -> Bool {
    guard runs.isLooking, scan.isFresh else { return false }
    if !runs.isReady { runs.begin(handler.worker()) }
    let (start, wanted) = (origin(of: window.offset + position), visitor.outcomesWanted)
    var stretch = RunStretch(range: position..<window.count, origin: start)
    try runs.shareRest(of: window, .block, stretch, showing: wanted)
    if runs.isToMove(to: start.byte) {
      try write(upTo: position)
      try runs.move(to: start.byte, showing: wanted, &window)
      position = start.byte - window.offset
      written = position
      visitor.advance(to: start.byte)
    }
    stretch.range = position..<window.count
    guard let (run, edits) = try runs.takeRun(in: window.bytes, stretch, showing: wanted)
    else { return false }
    recordNumber += run.recordCount
    totals.add(run)
    counts += run.records
    scan.isResuming = false
    visitor.enter(run.counts)
    try handler.tell(run.findings, from: PartStart(), to: visitor)
    try carryOut(run, edits)
    return true
  }

  /// Applies a run's edits, and writes the remaining records if they are reframed.
  private mutating func carryOut(_ run: RecordRun, _ edits: ArraySlice<Edit>) throws {
    var start = position
    var firstChange = edits.startIndex
    for index in edits.indices {
      let edit = edits[index]
      guard edit.replacement.isEmpty else { continue }
      pending.enter(edits[firstChange..<index])
      firstChange = index + 1
      position = edit.range.lowerBound - window.offset
      if output.isFraming {
        try keep(records: start..<position)
      } else {
        try beginFraming()
      }
      start = position + edit.range.count
    }
    pending.enter(edits[firstChange..<edits.endIndex])
    position = run.range.upperBound - window.offset
    if output.isFraming {
      try keep(records: start..<position)
    }
  }
}
