import ByteIO
import JSONText
import Jokes

/// Decides about the documents that follow each other in a container, in their turn or ahead of it.
struct EventRunWorker: RunWorker {
  private var handler: DocumentHandler<FindingCollector>
  /// What becomes of the records.
  private var decided = DecidedRecords(keepsEdits: true)
  /// What became of the records that were decided about one by one.
  private var records = RecordCounts()

  /// A run of fewer records and fewer bytes costs more than it saves.
  private static let shortestRun = (recordCount: 4, byteCount: 4 << 10)
  /// So many guesses in a row may be wrong before a part is given up.
  private static let missLimit = 64
  /// So many records may follow a guess before one of them is an ordinary event.
  private static let doubtLimit = 8
  /// How far behind a wrong guess the next one is.
  private static let missByteCount = 512

  init(_ handler: DocumentHandler<FindingCollector>) { self.handler = handler }

  var tally: Tally { handler.tally }

  mutating func pass(
    _ text: Span<UInt8>, in stretch: RunStretch, around path: [String],
    showing outcomeCount: Int, _ found: inout FoundRuns
  ) {
    if handler.path != path { handler.path = path }
    handler.begin(showing: outcomeCount)
    if let run = run(text, stretch, into: &found) { found.runs.append(run) }
  }

  mutating func find(
    in text: Span<UInt8>, _ stretch: RunStretch, showing outcomeCount: Int,
    _ found: inout FoundRuns
  ) {
    handler.begin(showing: outcomeCount)
    // What begins behind the end is the next part's, whose first guess is this one.
    let limit =
      text.endOfRecord(in: stretch.container, from: stretch.range.upperBound) ?? text.count
    handler.delegate.scanner?.exchangeLog(with: &found.votes)
    defer { handler.delegate.scanner?.exchangeLog(with: &found.votes) }
    var (place, missCount) = (stretch.range.lowerBound, 0)
    while missCount < Self.missLimit, !handler.isFull, place < limit,
      let start = text.endOfRecord(in: stretch.container, from: place), start < limit
    {
      var origin = stretch.origin
      origin.byte += start - stretch.range.lowerBound
      let guess = RunStretch(container: stretch.container, range: start..<limit, origin: origin)
      // What was found behind a wrong guess is none of those that are wanted.
      handler.show(outcomeCount)
      let (editCount, metCount) = (found.edits.count, handler.delegate.metCount)
      let run = run(text, guess, isGuess: true, into: &found)
      let end = run.map { $0.range.upperBound - origin.byte + start } ?? start
      if let run, handler.delegate.metCount > metCount,
        run.recordCount >= Self.shortestRun.recordCount
          || run.range.count >= Self.shortestRun.byteCount
      {
        missCount = 0
        found.runs.append(run)
        place = end
      } else {
        found.edits.removeLast(found.edits.count - editCount)
        missCount += 1
        place = end + (handler.delegate.metCount > metCount ? 1 : Self.missByteCount)
      }
    }
  }

  func copyAhead(around path: [String]) -> (any RunWorker)? {
    guard path == handler.delegate.learnedPath else { return nil }
    var copy = self
    copy.handler.path = path
    copy.handler.delegate.scanner?.beginLog()
    return copy
  }

  mutating func enter(_ run: RecordRun, _ votes: inout KeyedDigitLog) {
    handler.delegate.scanner?.enter(run, &votes)
  }

  // MARK: Records

  /// Decides about records up to one that cannot be read where it stands, or ends the run.
  ///
  /// - Parameter isGuess: whether it is given up where no record is an ordinary event: what stands there
  ///   may be a list in a document.
  /// - Returns: nil if there is none.
  private mutating func run(
    _ text: Span<UInt8>, _ stretch: RunStretch, isGuess: Bool = false, into found: inout FoundRuns
  ) -> RecordRun? {
    let (start, limit) = (stretch.range.lowerBound, stretch.range.upperBound)
    let distance = stretch.origin.byte - start
    let (editCount, voteCount) = (found.edits.count, handler.delegate.scanner?.loggedCount ?? 0)
    var places = PlacesInOrder(stretch.origin, at: start)
    var place = start
    let metCount = handler.delegate.metCount
    decided.removeAll()
    records = RecordCounts()
    do {
      while place < limit, !handler.isFull {
        if isGuess, decided.count >= Self.doubtLimit, handler.delegate.metCount == metCount {
          break
        }
        try handler.passKnown(
          text, from: &place, before: limit, in: stretch.container, into: &decided, &records,
          &places)
        guard place < limit, !handler.isFull,
          let end = try decide(text, from: place, stretch.container, &places)
        else { break }
        place = end
      }
    } catch {
      handler.fail(error)
      place = max(place + 1, places.place)
    }
    for edit in decided.edits { found.edits.append(edit.moved(by: distance)) }
    let findings = handler.takeFindings()
    guard place > start else { return nil }
    places.advance(to: place, in: text)
    var run = RecordRun(range: start + distance..<place + distance)
    (run.lineCount, run.lineStart) = (places.lineCount, places.lines.start)
    let passedCounts = handler.takeCounts()
    run.counts = passedCounts.events
    run.records = records
    run.records += passedCounts.records
    run.edits = editCount..<found.edits.count
    run.votes = voteCount..<(handler.delegate.scanner?.loggedCount ?? 0)
    run.findings = findings
    return run
  }

  /// Decides about one record.
  ///
  /// - Returns: where it ends; nil if it is to be read in its turn.
  private mutating func decide(
    _ text: Span<UInt8>, from place: Int, _ container: Container, _ places: inout PlacesInOrder
  ) throws -> Int? {
    var cursor = JSONCursor(text, at: place)
    let step: RecordStep<DocumentHandler<FindingCollector>.Reading>
    do throws(JSONSyntaxError) {
      step = try handler.step(in: container, &cursor, isFirst: false, isAtEnd: false)
    } catch {
      return nil
    }
    guard case .record(let start, let valueStart, let key, let reading) = step else { return nil }
    let bounds = Record.Bounds(
      range: start..<cursor.offset, valueStart: valueStart, key: key)
    let fate = try handler.decide(
      reading, Record(text, bounds, origin: places.origin(at: start, in: text)))
    records.enter(fate)
    // An edit of a member is one of its value.
    let edited = key == nil ? start : valueStart
    decided.add(fate, of: edited - place..<cursor.offset - place, line: place..<cursor.offset)
    return cursor.offset
  }
}

extension Span<UInt8> {
  /// Where, at an offset or after it, an object ends behind which another begins, or its key, with nothing
  /// but what separates records between them; nil where none does.
  fileprivate func endOfRecord(in container: Container, from start: Int) -> Int? {
    let first = UInt8(ascii: container == .object ? "\"" : "{")
    var place = start
    while let next = firstOffset(of: first, from: place) {
      let end = startOfSeparator(before: next, notBefore: start)
      if end > 0, self[end - 1] == UInt8(ascii: "}") { return end }
      place = next + 1
    }
    return nil
  }
}
