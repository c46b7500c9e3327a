import Scan
import SystemIO

/// How records of a log that follow each other are passed whose fate workers have decided about.
///
/// Every block's border is the border of a fragment, and a fragment that is damaged is skipped up to the
/// next one: so whoever begins at a border, and verifies each fragment, meets the same records as the
/// one who has read everything before it.
extension LogReader {
  /// Passes over a run of records that begins at this place; false where none does.
  mutating func passRun() throws -> Bool {
    guard runs.isLooking, scan.isFresh else { return false }
    if !runs.isReady { runs.begin(handler.worker()) }
    let (start, wanted) = (origin(of: window.offset + position), handler.outcomesWanted)
    var stretch = RunStretch(container: nil, range: position..<window.count, origin: start)
    try runs.shareRest(of: window, .block, stretch, showing: wanted)
    if runs.isToMove(to: start.byte) {
      try write(upTo: position)
      try runs.move(to: start.byte, showing: wanted, &window)
      position = start.byte - window.offset
      written = position
      handler.advance(to: start.byte)
    }
    stretch.range = position..<window.count
    guard let (run, edits) = try runs.takeRun(in: window.bytes, stretch, showing: wanted)
    else { return false }
    recordNumber += run.recordCount
    totals.add(run)
    counts += run.records
    scan.isResuming = false
    try handler.enter(run, from: PartStart())
    try carryOut(run, edits)
    return true
  }

  /// Writes what stays of a run.
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
