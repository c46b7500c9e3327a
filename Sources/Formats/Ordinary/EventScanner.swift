import Jokes
import Scan
import SystemIO

/// Recognises ordinary events by their shapes, and counts them.
///
/// The strict reader parses the others, and new shapes are learned from it. Both find the same in
/// every event: a pattern never matches an event that the reader would treat differently.
struct EventScanner: Sendable {
  var rule: RatingDecisionTable
  /// The ratings of each joke, if they are tallied.
  private var jokes = JokeHistogram()
  /// The ratings in order, if it is still unknown which of them count.
  private var log: KeyedDigitLog?
  /// Whether each event is a line.
  let isLines: Bool
  private var counts = OrdinaryCounts()

  /// The shapes that were learned, the most recent ones.
  private var patterns: RecordPatterns
  /// For each shape, the parts for deciding about each event individually; nil if unknown.
  private var documents: [EventDocument?] = []
  /// The runs that the latest search found.
  private var runs: [JokeHistogram.Records] = []
  /// The number of events offered for learning, whether or not a shape resulted.
  private var learnedCount = 0
  /// The number of ordinary events from the strict reader.
  private var readCount = 0
  /// The number of recognised events.
  private var recognisedCount = 0
  /// A credit that quick matches raise and other searches lower. At zero, few events are searched.
  private(set) var credit = EventScanner.creditLimit
  private var leftOutCount = 0

  private static let creditLimit = 64
  /// The number of events to parse between searches at zero credit.
  private static let countWithoutLook = 256
  /// The number of bytes to compare before counting, so that they are still in the cache.
  private static let batchByteCount = 16 << 10
  private static let patternLimit = 32
  /// The longest event whose shape is learned.
  private static let lengthLimit = 8 << 10

  init(_ rule: RatingDecisionTable, isLines: Bool) {
    self.rule = rule
    self.isLines = isLines
    patterns = Self.noPatterns(isLines)
  }

  private static func noPatterns(_ isLines: Bool) -> RecordPatterns {
    RecordPatterns(isLines ? .lines : .values, limit: patternLimit)
  }

  // MARK: Counting

  /// Counts an event that the strict reader found ordinary, and adds its decision; false if it must
  /// be decided individually.
  ///
  /// - Parameter whole: the event with its line end or separator.
  @inline(__always)
  mutating func countRead(
    _ event: OrdinaryEvent, _ whole: Range<Int>, in text: Span<UInt8>,
    into passed: inout DecidedRecords
  ) -> Bool {
    readCount &+= 1
    return count(event, at: 0, whole, in: text, into: &passed)
  }

  /// Counts an ordinary event, and adds its decision; false if it must be decided individually.
  ///
  /// - Parameters:
  ///   - offset: the start of the text that the event's offsets are relative to.
  ///   - whole: the event with its line end or separator.
  @inline(__always)
  mutating func count(
    _ event: OrdinaryEvent, at offset: Int, _ whole: Range<Int>, in text: Span<UInt8>,
    into passed: inout DecidedRecords
  ) -> Bool {
    let ratingOffset = offset &+ event.ratingOffset
    guard pass(whole, ratingOffset: ratingOffset, in: text, into: &passed) else { return false }
    add(event, in: text, at: offset)
    return true
  }

  /// Counts an event at an offset.
  private mutating func add(_ event: OrdinaryEvent, in text: Span<UInt8>, at offset: Int) {
    let rating = Int(text[offset &+ event.ratingOffset] & 7)
    if rule.isTallying {
      let (start, end) = (offset &+ event.jokeID.lowerBound, offset &+ event.jokeID.upperBound)
      let joke = text.extracting(start..<end)
      if log == nil { jokes.add(joke, digit: rating) } else { log?.add(joke, digit: rating) }
    }
    counts.byRating[rating] &+= 1
  }

  /// Counts the events of the latest search.
  private mutating func addAll(in text: Span<UInt8>, into passed: inout DecidedRecords) {
    var added = OrdinaryCounts()
    let isSummed = rule.isTallying && log == nil
    if isSummed {
      jokes.add(runs, in: text, to: &added.byRating)
    } else if rule.isTallying {
      log?.add(runs, in: text)
    }
    if isSummed && rule.changesNothing {
      passed.keep(added.total, upTo: runs.last?.end ?? 0)
    } else {
      for run in runs {
        let counts = run.digitCounts(in: text)
        if !isSummed { added.byRating &+= counts }
        passed.add(run, droppedCount: (counts & rule.drops).wrappedSum())
      }
    }
    counts += added
  }

  /// The tally of the jokes.
  var tally: Tally { rule.tally(of: jokes) }

  /// The number of ordinary events so far.
  var metCount: Int { readCount &+ recognisedCount }

  /// Moves the counts since the last call to a run of the events.
  mutating func moveCounts(to run: inout RecordRun) {
    run.counts = counts
    run.records += counts.records(rule)
    counts = OrdinaryCounts()
  }

  // MARK: Ahead of the stream

  /// Starts logging ratings in order, because it is still unknown which of them count. Earlier
  /// counts are dropped.
  mutating func beginLog() {
    counts = OrdinaryCounts()
    jokes = JokeHistogram()
    log = KeyedDigitLog()
  }

  /// The number of logged ratings.
  var loggedCount: Int { log?.count ?? 0 }

  /// Swaps the log with another one.
  mutating func exchangeLog(with other: inout KeyedDigitLog) {
    let logged = log.take()
    log = other
    other = logged ?? KeyedDigitLog()
  }

  /// Takes over a run of another scanner.
  mutating func enter(_ run: RecordRun, _ votes: inout KeyedDigitLog) {
    votes.count(run.votes, in: &jokes)
    recognisedCount &+= run.counts.total
  }

  // MARK: Recognising

  /// Decides about the recognised events at an offset, if the table decides about every event.
  ///
  /// - Parameters:
  ///   - start: the start of the first event; set to the end of the last recognised one.
  ///   - limit: events that begin here or later are ignored.
  mutating func pass(
    _ text: Span<UInt8>, from start: inout Int, before limit: Int,
    into passed: inout DecidedRecords
  ) {
    guard rule.decidesAll, !documents.isEmpty else { return }
    let limit = min(limit, text.count)
    // If only totals are wanted, events are counted in bulk.
    let isCounting = rule.changesNothing || !passed.keepsEdits
    while start < limit {
      let end = min(limit, start &+ Self.batchByteCount)
      search(start..<end, of: text)
      let countBefore = passed.count
      if isCounting {
        addAll(in: text, into: &passed)
      } else {
        for run in runs { addSingly(run, in: text, into: &passed) }
      }
      recognisedCount &+= passed.count &- countBefore
      start = runs.last?.end ?? start
      guard start >= end else { return }
    }
  }

  /// Finds the events of known shapes that begin in a range.
  private mutating func search(_ range: Range<Int>, of text: Span<UInt8>) {
    runs.removeAll(keepingCapacity: true)
    let searches = patterns.find(in: range, of: text, &runs)
    credit = min(max(credit &+ searches.cheap &- searches.dear, 0), Self.creditLimit)
  }

  /// Counts the events of a run, and adds their decisions.
  private mutating func addSingly(
    _ run: JokeHistogram.Records, in text: Span<UInt8>, into passed: inout DecidedRecords
  ) {
    var place = run.start
    for _ in 0..<run.count {
      let next = place &+ run.byteCount
      _ = count(OrdinaryEvent(run), at: place, place..<next, in: text, into: &passed)
      place = next
    }
  }

  /// Adds the decision about an event; false if it must be decided individually.
  @inline(__always)
  private func pass(
    _ range: Range<Int>, ratingOffset: Int, in text: Span<UInt8>,
    into passed: inout DecidedRecords
  ) -> Bool {
    let rating = Int(text[ratingOffset] &- UInt8(ascii: "0"))
    switch rule.decisions[rating &- 1] {
    case nil: return false
    case .keep, .refuse: passed.keep(range)
    case .delete: passed.drop(range, in: text)
    case .update(let newRating):
      passed.keep(range, making: Edit(ratingOffset..<ratingOffset &+ 1, newRating.digits))
    }
    return true
  }

  /// The number of events to parse before the next search.
  var countToRead: Int {
    if rule.decidesNothing && !isLearning { return 0 }
    return credit == 0 ? Self.countWithoutLook : 1
  }

  /// Whether a search pays: if shapes rarely repeat, trying all of them costs more than parsing.
  private mutating func isWorthLooking() -> Bool {
    guard !documents.isEmpty else { return false }
    guard credit == 0 else { return true }
    leftOutCount &+= 1
    return leftOutCount % Self.creditLimit == 0
  }

  /// Finds events of known shapes, some of which must be decided individually.
  ///
  /// - Returns: the runs, each of one shape; empty if none is recognised.
  mutating func find(
    _ text: Span<UInt8>, at start: Int, before limit: Int
  ) -> [JokeHistogram.Records] {
    guard !rule.decidesAll, isWorthLooking() else { return [] }
    search(start..<min(limit, text.count, start &+ Self.batchByteCount), of: text)
    return runs
  }

  /// The document parts of a shape, for deciding about an event individually; nil if they are not
  /// known.
  func document(ofShape shape: Int) -> EventDocument? { documents[shape] }

  /// Notes that events that were found are decided.
  mutating func note(_ count: Int) { recognisedCount &+= count }

  // MARK: Learning

  /// Whether learning another shape pays. If shapes do not repeat, learning costs more than
  /// parsing.
  var isLearning: Bool { learnedCount <= 32 + recognisedCount / 512 }

  /// Learns the shape of an event.
  ///
  /// - Parameters:
  ///   - range: the event, with its separator.
  ///   - document: the parts for deciding about each event individually, if known.
  mutating func learn(
    _ event: OrdinaryEvent, _ text: Span<UInt8>, range: Range<Int>,
    _ document: EventDocument?
  ) {
    guard range.count <= Self.lengthLimit else { return }
    let (moved, text) = (event.moved(by: -range.lowerBound), text.extracting(range))
    // An element or a member has a known shape if the end of the window cut it.
    guard isLines || !patterns.hold(text) else { return }
    learnedCount += 1
    guard let places = [RecordPatterns.Place](text, isLine: isLines, moved) else { return }
    patterns.add(places, key: moved.jokeID, digit: moved.ratingOffset)
    if documents.count == patterns.count { documents.removeFirst() }
    documents.append(document)
  }

  /// Forgets all shapes, because they do not apply to another container.
  mutating func forget() {
    (patterns, documents) = (Self.noPatterns(isLines), [])
  }
}
