import Jokes
import Scan
import SystemIO

/// A handler that finds runs of records, on any thread.
protocol RunHandler: RecordHandler, CollectingHandler {
  /// Decides about consecutive records of known shapes, without parsing them.
  ///
  /// - Parameters:
  ///   - offset: the start of the first record, with its separator; set to the start of the first
  ///     record that must be parsed.
  ///   - limit: records that begin here or later are ignored.
  ///   - places: converts offsets to places in the input.
  mutating func passKnown(
    _ text: Span<UInt8>, from offset: inout Int, before limit: Int, in framing: Framing,
    into decided: inout DecidedRecords, _ places: inout PlacesInOrder
  ) throws

  /// The number of ordinary events or of dumps so far, which confirm a guess.
  var metCount: Int { get }
  /// A copy for records within these containers, which logs votes in order instead of tallying
  /// them; nil if no shape of such records is known.
  func copyLogging(around path: [String]) -> Self?
  /// Moves to records within these containers.
  mutating func move(to path: [String])
}

extension RunHandler {
  func passKnown(
    _ text: Span<UInt8>, from offset: inout Int, before limit: Int, in framing: Framing,
    into decided: inout DecidedRecords, _ places: inout PlacesInOrder
  ) {}
  func move(to path: [String]) {}
}

/// Decides about the records of a text, in lines or in a container.
struct RecordWorker<Handler: RunHandler>: RunWorker {
  private var handler: Handler
  private let lineReader: LineReader
  /// The decisions of the current run.
  private var decided: DecidedRecords

  /// The size below which a guessed run costs more than it saves.
  private static var shortestRun: (recordCount: Int, byteCount: Int) { (4, 4 << 10) }
  /// The number of consecutive wrong guesses after which a part is abandoned.
  private static var missLimit: Int { 64 }
  /// The number of records after a guess, without one that confirms it, at which it is rejected.
  private static var doubtLimit: Int { 8 }
  /// The distance from a wrong guess to the next one.
  private static var missByteCount: Int { 512 }

  /// - Parameter keepsEdits: whether edits are recorded, or only counted.
  init(_ handler: Handler, _ lineReader: LineReader, keepsEdits: Bool) {
    (self.handler, self.lineReader) = (handler, lineReader)
    decided = DecidedRecords(keepsEdits: keepsEdits)
  }

  var tally: Tally { handler.collector.scanner?.tally ?? Tally() }

  @_specialize(where Handler == DocumentHandler)
  @_specialize(where Handler == DumpHandler)
  mutating func find(
    in text: Span<UInt8>, _ stretch: RunStretch, showing outcomeCount: Int,
    _ found: inout FoundRuns
  ) {
    handler.collector.begin(showing: outcomeCount)
    decided.exchangeEdits(with: &found.edits)
    defer { decided.exchangeEdits(with: &found.edits) }
    if stretch.isGuess { return guess(text, stretch, showing: outcomeCount, &found) }
    handler.move(to: stretch.path)
    var stretch = stretch
    if stretch.framing == .lines {
      // Only complete lines are read.
      let start = stretch.range.lowerBound
      let end = text.lastOffset(of: UInt8(ascii: "\n"), before: stretch.range.upperBound) ?? start
      stretch.range = start..<max(start, end + 1)
    }
    found.end = stretch.origin.byte
    guard let run = run(text, stretch) else { return }
    found.append(run)
    found.end = run.range.upperBound
  }

  /// Finds runs of records in a container, by guessing where a record begins.
  private mutating func guess(
    _ text: Span<UInt8>, _ stretch: RunStretch, showing outcomeCount: Int,
    _ found: inout FoundRuns
  ) {
    // A record after the end belongs to the next part, whose first guess it is.
    let limit = text.endOfRecord(in: stretch.framing, from: stretch.range.upperBound) ?? text.count
    handler.collector.scanner?.exchangeLog(with: &found.votes)
    defer { handler.collector.scanner?.exchangeLog(with: &found.votes) }
    var (place, missCount) = (stretch.range.lowerBound, 0)
    while missCount < Self.missLimit, !handler.collector.findings.isFull, place < limit,
      let start = text.endOfRecord(in: stretch.framing, from: place), start < limit
    {
      var guess = stretch
      guess.range = start..<limit
      guess.origin.byte = start + stretch.distance
      // The findings after a wrong guess do not count as wanted outcomes.
      handler.collector.show(outcomeCount)
      let (editCount, metCount) = (decided.edits.count, handler.metCount)
      let run = run(text, guess)
      let end = run.map { $0.range.upperBound - stretch.distance } ?? start
      if let run, handler.metCount > metCount,
        run.recordCount >= Self.shortestRun.recordCount
          || run.range.count >= Self.shortestRun.byteCount
      {
        missCount = 0
        found.append(run)
        place = end
      } else {
        decided.keepEdits(editCount)
        missCount += 1
        place = end + (handler.metCount > metCount ? 1 : Self.missByteCount)
      }
    }
  }

  func copyAhead(_ stretch: RunStretch) -> (any RunWorker)? {
    // The start of a line is no guess, so its votes can be tallied at once.
    guard stretch.framing != .lines else { return self }
    guard let handler = handler.copyLogging(around: stretch.path) else { return nil }
    var copy = self
    copy.handler = handler
    return copy
  }

  mutating func enter(_ run: RecordRun, _ votes: inout KeyedDigitLog) {
    handler.collector.scanner?.enter(run, &votes)
  }

  // MARK: Records

  /// Decides about records, up to one that must wait for its turn or that ends the run.
  ///
  /// A guess is rejected if no record confirms it: the records may be a list in a document.
  ///
  /// - Returns: nil if there is no record.
  private mutating func run(_ text: Span<UInt8>, _ stretch: RunStretch) -> RecordRun? {
    let (start, limit) = (stretch.range.lowerBound, stretch.range.upperBound)
    let (editCount, voteCount) = (decided.edits.count, loggedCount)
    let metCount = handler.metCount
    var places = PlacesInOrder(stretch.origin, at: start)
    var place = start
    decided.begin(at: stretch.distance, areLines: stretch.framing == .lines)
    do {
      while place < limit, !handler.collector.findings.isFull {
        if stretch.isGuess, decided.count >= Self.doubtLimit, handler.metCount == metCount { break }
        try handler.passKnown(
          text, from: &place, before: limit, in: stretch.framing, into: &decided, &places)
        guard place < limit, !handler.collector.findings.isFull,
          let end = try decide(text, from: place, stretch.framing, &places)
        else { break }
        place = end
      }
    } catch {
      handler.collector.findings.fail(error)
      place = max(place + 1, places.place)
    }
    let findings = handler.collector.takeFindings()
    guard place > start else { return nil }
    let distance = stretch.distance
    var run = RecordRun(range: start + distance..<place + distance)
    if stretch.framing == .lines {
      (run.lineCount, run.lineStart) = (decided.count, place + distance)
    } else {
      places.advance(to: place, in: text)
      (run.lineCount, run.lineStart) = (places.lineCount, places.lines.start)
    }
    (run.recordCount, run.records) = (decided.count, decided.fates)
    handler.collector.scanner?.moveCounts(to: &run)
    run.edits = editCount..<decided.edits.count
    run.droppedByteCount = decided.droppedByteCount
    run.keptEnd = decided.keptEnd.map { $0 + distance }
    run.votes = voteCount..<loggedCount
    run.findings = findings
    return run
  }

  /// The number of logged votes.
  private var loggedCount: Int { handler.collector.scanner?.loggedCount ?? 0 }

  /// Decides about one record.
  ///
  /// - Returns: the end of the record; nil if it must wait for its turn.
  private mutating func decide(
    _ text: Span<UInt8>, from place: Int, _ framing: Framing, _ places: inout PlacesInOrder
  ) throws -> Int? {
    if framing == .lines { return try decideLine(text, from: place, &places) }
    var cursor = JSONCursor(text, at: place)
    let step: RecordStep<Handler.Reading>
    do throws(JSONSyntaxError) {
      step = try handler.step(in: framing, &cursor, isFirst: false, isAtEnd: false)
    } catch {
      return nil
    }
    guard case .record(let reading, let bounds) = step else { return nil }
    let origin = places.origin(at: bounds.range.lowerBound, in: text)
    let fate = try handler.decide(reading, Record(text, bounds, origin: origin))
    // Edits of a member are relative to its value.
    decided.add(
      fate, of: bounds.valueStart - place..<cursor.offset - place, line: place..<cursor.offset,
      in: text)
    return cursor.offset
  }

  /// Decides about the record of one line.
  private mutating func decideLine(
    _ text: Span<UInt8>, from place: Int, _ places: inout PlacesInOrder
  ) throws -> Int? {
    guard let end = text.firstOffset(of: UInt8(ascii: "\n"), from: place) else { return nil }
    let (range, line) = (place..<end, place..<end + 1)
    let decision = try lineReader.decide(
      0..<range.count, of: text.extracting(range),
      from: { places.origin(at: range.lowerBound, in: text) }, &handler)
    if let (fate, record) = decision {
      decided.add(fate, of: record, line: line, in: text)
    } else {
      decided.keep(line)
    }
    return line.upperBound
  }
}

extension Span<UInt8> {
  /// The first end of an object, at or after an offset, that is followed by a separator and the
  /// start or key of another object; nil if there is none.
  fileprivate func endOfRecord(in framing: Framing, from start: Int) -> Int? {
    let first = UInt8(ascii: framing == .object ? "\"" : "{")
    var place = start
    while let next = firstOffset(of: first, from: place) {
      let end = startOfSeparator(before: next, notBefore: start)
      if end > 0, self[end - 1] == UInt8(ascii: "}") { return end }
      place = next + 1
    }
    return nil
  }
}
