import ByteIO
import Jokes

/// Counts the ordinary events in a stretch of a log, says what becomes of each, and passes over
/// documents of other collections.
struct EventEntityWorker: LogWorker {
  let rule: OrdinaryRule
  private let collection: [UInt8]
  private var shapes = EntityShapes()
  /// The ratings of each joke, where they are tallied.
  private var jokes = KeyedDigitCounts()
  /// The run that is being made; empty where there is none.
  private var run = LogRun(range: 0..<0)
  /// Room for an event that is tallied by itself.
  private var alone: [UInt8] = []
  /// How many more records were odd than were not.
  private var oddity = 0
  /// Records of one shape that follow each other and are not tallied yet, and the event in each.
  private var untallied = KeyedDigitCounts.Records(
    start: -1, byteCount: 0, count: 0, key: 0..<0, digit: 0)
  private var tallied = EntityEvent(jokeID: 0..<0, ratingOffset: 0, isDouble: false)

  private static let oddityLimit = 64

  /// What a record turned out to be.
  private enum Reading {
    case odd
    case other
    case event(EntityEvent)
  }

  init(_ rule: OrdinaryRule, collection: [UInt8]) {
    self.rule = rule
    self.collection = collection
  }

  /// What the jokes of all ordinary events counted as.
  var tally: Tally { rule.tally(of: jokes) }

  mutating func process(
    _ bytes: Span<UInt8>, at offset: Int, into findings: inout LogFindings
  ) -> Int {
    var place = 0
    oddity = 0
    // Where most is odd, all that follows is left to the one that reads in turn.
    while place < bytes.count, oddity < Self.oddityLimit {
      let border = place + LogFrames.byteCountLeft(inBlockAt: offset + place)
      place = passBlock(bytes, place..<border, at: offset, &findings)
      guard place == border else { break }
    }
    endRun(bytes, &findings)
    return offset + place
  }

  /// Deals with the records in a block, or in what is there of it.
  ///
  /// - Returns: where it ends, or the first fragment begins that is not there as a whole.
  private mutating func passBlock(
    _ bytes: Span<UInt8>, _ block: Range<Int>, at offset: Int, _ findings: inout LogFindings
  ) -> Int {
    var place = block.lowerBound
    while block.upperBound &- place >= LogFrames.headerByteCount {
      guard bytes.count &- place >= LogFrames.headerByteCount else { return place }
      let header = LogFrames.Header(bytes, at: place)
      let payload = place &+ LogFrames.headerByteCount
      let end = payload &+ header.byteCount
      guard header.kind != nil, end <= block.upperBound else { break }
      guard end <= bytes.count else { return place }
      let record = bytes.extracting(payload..<end)
      guard LogFrames.storedChecksum(header.type, record) == header.storedChecksum else { break }
      if header.kind == .full, pass(bytes, payload..<end, header, at: offset, &findings) {
        extendRun(to: place..<end, at: offset)
        oddity &-= 1
      } else {
        endRun(bytes, &findings)
        oddity &+= 1
      }
      place = end
    }
    // What is left holds no record, or none that can be found before the next block.
    if place < block.upperBound { endRun(bytes, &findings) }
    return bytes.count >= block.upperBound ? block.upperBound : place
  }

  // MARK: Runs

  @inline(__always)
  private mutating func extendRun(to record: Range<Int>, at offset: Int) {
    let start = run.recordCount == 0 ? offset &+ record.lowerBound : run.range.lowerBound
    run.range = start..<offset &+ record.upperBound
    run.recordCount &+= 1
  }

  private mutating func endRun(_ bytes: Span<UInt8>, _ findings: inout LogFindings) {
    guard run.recordCount > 0 else { return }
    tallyPending(bytes)
    run.records = run.counts.records(rule)
    run.records.kept += run.otherCount
    let firstEdit = findings.runs.last?.edits.upperBound ?? 0
    run.edits = firstEdit..<findings.edits.count
    findings.runs.append(run)
    run = LogRun(range: 0..<0)
  }

  // MARK: Records

  /// Deals with a record; false where it is to be read in its turn.
  @inline(__always)
  private mutating func pass(
    _ bytes: Span<UInt8>, _ payload: Range<Int>, _ header: LogFrames.Header, at offset: Int,
    _ findings: inout LogFindings
  ) -> Bool {
    let (event, changes): (EntityEvent, SIMD8<UInt32>?)
    if let shape = shapes.recognise(bytes, payload) {
      (event, changes) = (shape.event, shape.checksumChanges)
    } else {
      switch read(bytes.extracting(payload)) {
      case .odd: return false
      case .other:
        run.otherCount += 1
        return true
      case .event(let found): (event, changes) = (found, nil)
      }
    }
    guard let rating = event.rating(in: bytes, from: payload.lowerBound),
      let decision = rule.decisions[rating &- 1]
    else { return false }
    count(event, bytes, payload, rating)
    switch decision {
    case .keep, .refuse: break
    case .delete: drop(payload, at: offset, &findings)
    case .update(let newRating):
      let change =
        changes?[rating]
        ?? event.checksumChange(from: rating, to: newRating.rawValue, in: bytes.extracting(payload))
      findings.edits.append(
        .patch(
          header: offset + payload.lowerBound - LogFrames.headerByteCount,
          checksum: CRC32C.masked(CRC32C.unmasked(header.storedChecksum) ^ change),
          place: offset + payload.lowerBound + event.ratingOffset,
          bytes: event.bytes(of: newRating.rawValue)))
    }
    return true
  }

  private mutating func drop(
    _ payload: Range<Int>, at offset: Int, _ findings: inout LogFindings
  ) {
    let start = offset + payload.lowerBound - LogFrames.headerByteCount
    findings.edits.append(.drop(start..<offset + payload.upperBound))
    run.droppedByteCount += payload.count
  }

  /// Reads a record of no known shape, and learns its shape where it is an ordinary event.
  private mutating func read(_ text: Span<UInt8>) -> Reading {
    let reading =
      EventEntityWalk.event(in: text, of: collection).map(Reading.event)
      ?? readStrictly(text)
    if case .event(let event) = reading { shapes.learn(event, text, rule) }
    return reading
  }

  private func readStrictly(_ text: Span<UInt8>) -> Reading {
    do throws(MalformedMessage) {
      let entity = try Entity(text)
      let key = try entity.readKey()
      guard key.isIn(collection, text) else { return .other }
      guard key.problem == nil, let fields = try RatingEventFields.read(entity) else { return .odd }
      return EntityEvent(fields, in: text).map(Reading.event) ?? .odd
    } catch {
      return .odd
    }
  }

  // MARK: Counting

  /// Enters an event; several of one shape that follow each other are tallied at once.
  @inline(__always)
  private mutating func count(
    _ event: EntityEvent, _ bytes: Span<UInt8>, _ payload: Range<Int>, _ rating: Int
  ) {
    guard rule.isTallying else {
      run.counts.byRating[rating] &+= 1
      return
    }
    guard !event.isDouble else { return tallyAlone(event, bytes, payload, rating) }
    let start = payload.lowerBound &- LogFrames.headerByteCount
    let end = untallied.start &+ untallied.count &* untallied.byteCount
    if end == start, untallied.byteCount == payload.upperBound &- start,
      tallied.jokeID == event.jokeID, tallied.ratingOffset == event.ratingOffset
    {
      untallied.count &+= 1
      return
    }
    tallyPending(bytes)
    let headerByteCount = LogFrames.headerByteCount
    tallied = event
    untallied = KeyedDigitCounts.Records(
      start: start, byteCount: payload.upperBound - start, count: 1,
      key: event.jokeID.lowerBound + headerByteCount..<event.jokeID.upperBound + headerByteCount,
      digit: event.ratingOffset + headerByteCount)
  }

  private mutating func tallyPending(_ bytes: Span<UInt8>) {
    // Of a byte that is a number from 1 to 5 the same bits count as of its digit.
    jokes.add(untallied, in: bytes, to: &run.counts.byRating)
    untallied.count = 0
    untallied.start = -1
  }

  /// Enters an event whose rating is no byte: as a record of its own, a digit and the joke's id.
  private mutating func tallyAlone(
    _ event: EntityEvent, _ bytes: Span<UInt8>, _ payload: Range<Int>, _ rating: Int
  ) {
    let start = payload.lowerBound + event.jokeID.lowerBound
    var record: [UInt8] = []
    swap(&record, &alone)
    record.removeAll(keepingCapacity: true)
    record.append(UInt8(ascii: "0") + UInt8(rating))
    record.append(contentsOf: bytes.extracting(start..<start + event.jokeID.count))
    jokes.add(
      KeyedDigitCounts.Records(
        start: 0, byteCount: record.count, count: 1, key: 1..<record.count, digit: 0),
      in: record.span, to: &run.counts.byRating)
    swap(&record, &alone)
  }
}
