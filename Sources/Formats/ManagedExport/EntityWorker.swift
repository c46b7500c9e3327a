import Jokes
import Scan
import SystemIO

/// Decides about the documents in a stretch of a log, on any thread.
struct EntityWorker: RunWorker {
  private var handler: EntityHandler
  /// The decision table for ordinary events.
  private var rule: RatingDecisionTable
  /// Whether an entity's shape determines its collection.
  private let hasShapes: Bool
  private var shapes = EntityShapes()
  /// The ratings of each joke, for the tally.
  private var jokes = JokeHistogram()
  /// The current run; empty if there is none.
  private var run = RecordRun(range: 0..<0)
  /// The number of edits in earlier runs.
  private var editCount = 0
  /// The fates of the run's records that the table does not decide.
  private var records = RecordCounts()
  /// The start of the stretch.
  private var origin = Record.Origin(file: "", byte: 0, .lines)
  /// Consecutive records of one shape that are not tallied yet, and the event in each.
  private var untallied = JokeHistogram.Records(
    start: -1, count: 0, JokeHistogram.Layout(byteCount: 1, key: 0..<0, digit: 0))
  private var tallied = EntityEvent(jokeID: 0..<0, ratingOffset: 0, isDouble: false)

  init(_ handler: EntityHandler) {
    self.handler = handler
    rule = handler.collector.rule
    // Only the whole key determines the path of a subcollection.
    hasShapes = handler.collection.map { !$0.utf8.contains(UInt8(ascii: "/")) } ?? false
  }

  /// The tally of all ordinary events.
  var tally: Tally { rule.tally(of: jokes) }

  func copyAhead(_ stretch: RunStretch) -> (any RunWorker)? { self }

  mutating func find(
    in text: Span<UInt8>, _ stretch: RunStretch, showing outcomeCount: Int,
    _ found: inout FoundRuns
  ) {
    (origin, editCount) = (stretch.origin, 0)
    handler.collector.begin(showing: outcomeCount)
    adoptRule()
    let (offset, bytes) = (origin.byte, text.extracting(stretch.range))
    var place = 0
    while place < bytes.count {
      let border = place + LogFrames.byteCountLeft(inBlockAt: offset + place)
      place = passBlock(bytes, place..<border, at: offset, &found)
      guard place == border else { break }
    }
    endRun(bytes, &found)
    found.end = offset + place
  }

  /// Processes the available records of a block.
  ///
  /// - Returns: the end of the block, or the start of the first fragment that is incomplete or must
  ///   be read sequentially.
  private mutating func passBlock(
    _ bytes: Span<UInt8>, _ block: Range<Int>, at offset: Int, _ found: inout FoundRuns
  ) -> Int {
    var place = block.lowerBound
    while block.upperBound &- place >= LogFrames.headerByteCount {
      guard bytes.count &- place >= LogFrames.headerByteCount else { return place }
      let header = LogFrames.Header(bytes, at: place)
      let payload = place &+ LogFrames.headerByteCount
      let end = payload &+ header.byteCount
      guard header.kind != nil, end <= block.upperBound else { break }
      guard end <= bytes.count else { return place }
      guard header.verifies(bytes, at: place) else { break }
      if header.kind == .full {
        let goesOn = decide(bytes, payload..<end, header, at: offset, &found)
        extendRun(to: place..<end, at: offset)
        guard goesOn else { return end }
      } else {
        endRun(bytes, &found)
      }
      place = end
    }
    // The rest is padding or damage; the next fragment begins at the next block.
    if place < block.upperBound { endRun(bytes, &found) }
    return bytes.count >= block.upperBound ? block.upperBound : place
  }

  // MARK: Runs

  @inline(__always)
  private mutating func extendRun(to record: Range<Int>, at offset: Int) {
    let start = run.recordCount == 0 ? offset &+ record.lowerBound : run.range.lowerBound
    run.range = start..<offset &+ record.upperBound
    run.recordCount &+= 1
  }

  private mutating func endRun(_ bytes: Span<UInt8>, _ found: inout FoundRuns) {
    guard run.recordCount > 0 else { return }
    tallyPending(bytes)
    run.records = run.counts.records(rule)
    run.records += records
    records = RecordCounts()
    run.findings = handler.collector.takeFindings()
    run.edits = editCount..<found.edits.count
    editCount = found.edits.count
    found.append(run)
    run = RecordRun(range: 0..<0)
  }

  // MARK: Records

  /// Decides about a record; false if the rest of the stretch must be read sequentially.
  @inline(__always)
  private mutating func decide(
    _ bytes: Span<UInt8>, _ payload: Range<Int>, _ header: LogFrames.Header, at offset: Int,
    _ found: inout FoundRuns
  ) -> Bool {
    if hasShapes, let shape = shapes.recognise(bytes, payload),
      pass(shape.event, shape.checksumChanges, bytes, payload, header, at: offset, &found)
    {
      return true
    }
    do {
      try read(bytes, payload, header, at: offset, &found)
    } catch {
      handler.collector.findings.fail(error)
      return false
    }
    return !handler.collector.findings.isFull
  }

  /// Applies the table to an ordinary event; false if the event needs its own decision.
  @inline(__always)
  private mutating func pass(
    _ event: EntityEvent, _ changes: SIMD8<UInt32>?, _ bytes: Span<UInt8>, _ payload: Range<Int>,
    _ header: LogFrames.Header, at offset: Int, _ found: inout FoundRuns
  ) -> Bool {
    guard let rating = event.rating(in: bytes, from: payload.lowerBound),
      let decision = rule.decisions[rating &- 1]
    else { return false }
    count(event, bytes, payload, rating)
    let fate = RecordFate(decision) { newRating in
      let bytes = event.bytes(of: newRating.rawValue)
      return Edit(event.ratingOffset..<event.ratingOffset + bytes.count, bytes)
    }
    carryOut(fate, changes?[rating], bytes, payload, header, at: offset, &found)
    return true
  }

  /// Adds the edits that carry out a fate.
  ///
  /// - Parameter change: the change of the unmasked checksum by an edit, if known.
  @inline(__always)
  private mutating func carryOut(
    _ fate: RecordFate, _ change: UInt32?, _ bytes: Span<UInt8>, _ payload: Range<Int>,
    _ header: LogFrames.Header, at offset: Int, _ found: inout FoundRuns
  ) {
    switch fate {
    case .keep: break
    case .drop: drop(payload, at: offset, &found)
    case .edit(let edits):
      precondition(edits.count == 1, "a decision about an event changes its number")
      let checksum =
        if let change { CRC32C.masked(CRC32C.unmasked(header.storedChecksum) ^ change) } else {
          LogFrames.storedChecksum(
            header.type, Edit.apply(edits[...], to: bytes.extracting(payload), at: 0).span)
        }
      let start = offset + payload.lowerBound
      found.edits.append(
        LogFrames.edit(ofHeaderAt: start - LogFrames.headerByteCount, to: checksum))
      found.edits.append(edits[0].moved(by: start))
    case .dropLeaving: preconditionFailure("an entity holds nothing but a document")
    }
  }

  /// Parses a record of an unknown shape, or one that needs its own decision.
  private mutating func read(
    _ bytes: Span<UInt8>, _ payload: Range<Int>, _ header: LogFrames.Header, at offset: Int,
    _ found: inout FoundRuns
  ) throws {
    let text = bytes.extracting(payload)
    let reading = handler.read(text)
    if hasShapes, case .document(let fields, _) = reading, let event = EntityEvent(fields, in: text)
    {
      if !rule.decidesNothing { shapes.learn(event, text, rule) }
      if pass(event, nil, bytes, payload, header, at: offset, &found) { return }
    }
    var origin = origin
    origin.byte = offset + payload.lowerBound - LogFrames.headerByteCount
    guard let fate = try handler.decide(reading, Record(text, origin: origin)) else { return }
    records.enter(fate)
    carryOut(fate, nil, bytes, payload, header, at: offset, &found)
    adoptRule()
  }

  /// Adopts the job's current table, which depends on the number of outcomes still wanted.
  private mutating func adoptRule() {
    let rule = handler.collector.rule
    guard rule != self.rule else { return }
    // Shapes store checksum changes of their table.
    (self.rule, shapes) = (rule, EntityShapes())
  }

  private mutating func drop(
    _ payload: Range<Int>, at offset: Int, _ found: inout FoundRuns
  ) {
    let start = offset + payload.lowerBound - LogFrames.headerByteCount
    found.edits.append(Edit(start..<offset + payload.upperBound, []))
    run.droppedByteCount += offset + payload.upperBound - start
  }

  // MARK: Counting

  /// Counts an event; consecutive events of one shape are tallied together.
  @inline(__always)
  private mutating func count(
    _ event: EntityEvent, _ bytes: Span<UInt8>, _ payload: Range<Int>, _ rating: Int
  ) {
    guard rule.isTallying else {
      run.counts.byRating[rating] &+= 1
      return
    }
    guard !event.isDouble else {
      // A double has no digit that could be counted with others.
      let start = payload.lowerBound &+ event.jokeID.lowerBound
      jokes.add(bytes.extracting(start..<start &+ event.jokeID.count), digit: rating)
      run.counts.byRating[rating] &+= 1
      return
    }
    let start = payload.lowerBound &- LogFrames.headerByteCount
    if untallied.end == start, untallied.byteCount == payload.upperBound &- start,
      tallied.jokeID == event.jokeID, tallied.ratingOffset == event.ratingOffset
    {
      untallied.count &+= 1
      return
    }
    tallyPending(bytes)
    let headerByteCount = LogFrames.headerByteCount
    tallied = event
    untallied = JokeHistogram.Records(
      start: start, count: 1,
      JokeHistogram.Layout(
        byteCount: payload.upperBound - start,
        key: event.jokeID.lowerBound + headerByteCount..<event.jokeID.upperBound + headerByteCount,
        digit: event.ratingOffset + headerByteCount))
  }

  private mutating func tallyPending(_ bytes: Span<UInt8>) {
    guard untallied.count > 0 else { return }
    // The bytes 1 to 5 have the same low bits as the digits, which the histogram counts.
    jokes.add([untallied], in: bytes, to: &run.counts.byRating)
    untallied.count = 0
    untallied.start = -1
  }
}
