import ByteIO

/// Finds runs of ordinary events in the middle of a container, and counts them.
struct EventRunWorker: RunWorker {
  /// What was learned before.
  private var scanner: EventScanner

  /// A run that is shorter costs more than it saves.
  private static let shortestRun = 4
  /// So many guesses in a row may be wrong before a part is given up.
  private static let missLimit = 64

  init(_ scanner: EventScanner) {
    self.scanner = scanner
    self.scanner.beginLog()
  }

  mutating func find(
    in bytes: Span<UInt8>, before end: Int, at offset: Int, _ found: inout FoundRuns
  ) {
    // What begins behind the end is the next part's, whose first guess is this one.
    let limit = bytes.endOfRecord(from: min(end, bytes.count)) ?? bytes.count
    scanner.exchangeLog(with: &found.votes)
    defer { scanner.exchangeLog(with: &found.votes) }
    var (place, missCount) = (0, 0)
    while missCount < Self.missLimit, let start = bytes.endOfRecord(from: place), start < limit {
      var (stop, passed) = (start, PassedEvents(keepsEdits: false))
      let firstVote = scanner.loggedCount
      scanner.pass(bytes, from: &stop, before: limit, dropping: true, into: &passed)
      let counts = scanner.takeCounts()
      if passed.count < Self.shortestRun {
        missCount += 1
        place = start + 1
        continue
      }
      missCount = 0
      var run = RecordRun(
        range: offset + start..<offset + stop, counts: counts,
        votes: firstVote..<scanner.loggedCount)
      if passed.mayHoldLineEnd { run.countLines(bytes, at: offset) }
      found.runs.append(run)
      place = stop
    }
  }
}

extension Span<UInt8> {
  /// Where, at an offset or after it, an object ends behind which another begins, with nothing but
  /// what separates records between them; nil where none does.
  fileprivate func endOfRecord(from start: Int) -> Int? {
    var place = start
    while let brace = firstOffset(of: UInt8(ascii: "{"), from: place) {
      var end = brace
      while end > start, self[end - 1].separatesRecords { end -= 1 }
      if end > 0, self[end - 1] == UInt8(ascii: "}") { return end }
      place = brace + 1
    }
    return nil
  }
}
