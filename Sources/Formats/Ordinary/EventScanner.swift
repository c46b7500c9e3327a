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
  let collection: [UInt8]
  private var counts = OrdinaryCounts()

  private var patterns: EventPatterns
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
  /// The number of bytes to compare if each event is decided individually: the pass may end at any
  /// event, which wastes the comparison of those after it.
  private static let stepByteCount = 2 << 10
  /// The number of shapes at which a search costs more than a match saves.
  private static let cheapSearch = 4
  /// The longest event whose shape is learned.
  private static let lengthLimit = 8 << 10

  /// - Parameter collection: the path of the wanted collection.
  init(_ rule: RatingDecisionTable, isLines: Bool, collection: [UInt8]) {
    self.rule = rule
    self.isLines = isLines
    self.collection = collection
    patterns = EventPatterns(isLines: isLines)
  }

  // MARK: Counting

  /// Whether the table drops an event.
  func drops(_ event: OrdinaryEvent, in text: Span<UInt8>) -> Bool {
    rule.drops[Int(text[event.ratingOffset] & 7)] != 0
  }

  /// Counts an event that the strict reader found ordinary, and adds its decision; false if it must
  /// be decided individually.
  ///
  /// - Parameter whole: the event with its line end or separator.
  @inline(__always)
  mutating func count(
    _ event: OrdinaryEvent, _ whole: Range<Int>, in text: Span<UInt8>,
    into passed: inout DecidedRecords
  ) -> Bool {
    readCount &+= 1
    guard pass(whole, ratingOffset: event.ratingOffset, in: text, into: &passed) else {
      return false
    }
    add(event, in: text, at: 0)
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

  /// Counts events of one shape.
  private mutating func add(
    _ events: JokeHistogram.Records, in text: Span<UInt8>, into passed: inout DecidedRecords
  ) {
    var added = OrdinaryCounts()
    if rule.isTallying, log == nil {
      jokes.add(events, in: text, to: &added.byRating)
    } else {
      if rule.isTallying { log?.add(events, in: text) }
      added.byRating = events.digitCounts(in: text)
    }
    counts += added
    passed.add(events, droppedCount: rule.changesNothing ? 0 : added.records(rule).dropped)
  }

  /// The tally of the jokes.
  var tally: Tally { rule.tally(of: jokes) }

  /// The number of ordinary events so far.
  var metCount: Int { readCount &+ recognisedCount }

  /// Returns the counts since the last call, and resets them.
  mutating func takeCounts() -> OrdinaryCounts {
    defer { counts = OrdinaryCounts() }
    return counts
  }

  // MARK: Ahead of the stream

  /// Starts logging ratings in order, because it is still unknown which of them count. Earlier
  /// counts are dropped.
  mutating func beginLog() {
    _ = takeCounts()
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

  /// Decides about the recognised events at an offset.
  ///
  /// - Parameters:
  ///   - start: the start of the first event; set to the end of the last recognised one.
  ///   - limit: events that begin here or later are ignored.
  mutating func pass(
    _ text: Span<UInt8>, from start: inout Int, before limit: Int = .max,
    into passed: inout DecidedRecords
  ) {
    if rule.decidesNothing { return }
    let limit = min(limit, text.count)
    // If only totals are wanted, events are counted in bulk.
    let isCounting = rule.changesNothing || rule.decidesAll && !passed.keepsEdits
    let byteLimit = isCounting ? Self.batchByteCount : Self.stepByteCount
    while start < limit, !patterns.isEmpty {
      let events = patterns.find(text, at: start, byteLimit: min(byteLimit, limit &- start))
      let countBefore = passed.count
      if isCounting {
        add(events, in: text, into: &passed)
      } else {
        addSingly(events, of: patterns, in: text, into: &passed)
      }
      let count = passed.count &- countBefore
      start &+= count &* events.byteCount
      recognisedCount &+= count
      settleCredit(hasFound: count > 0)
      guard count > 0, count == events.count else { return }
    }
  }

  /// Adds the decisions about events of the latest shape, up to one that must be decided
  /// individually.
  private mutating func addSingly(
    _ events: JokeHistogram.Records, of patterns: EventPatterns, in text: Span<UInt8>,
    into passed: inout DecidedRecords
  ) {
    guard let event = patterns.latestEvent else { return }
    var start = events.start
    for _ in 0..<events.count {
      let range = start..<start &+ events.byteCount
      guard
        pass(
          range, ratingOffset: start &+ events.digit, in: text, into: &passed)
      else { return }
      add(event, in: text, at: start)
      start = range.upperBound
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
    case .delete: passed.drop(range)
    case .update(let newRating):
      passed.keep(range, making: Edit(ratingOffset..<ratingOffset &+ 1, newRating.digits))
    }
    return true
  }

  /// Raises the credit for a quick match, and lowers it for any other search.
  private mutating func settleCredit(hasFound: Bool) {
    let isWorthIt = hasFound && patterns.triedCount <= Self.cheapSearch
    credit = isWorthIt ? min(credit + 1, Self.creditLimit) : max(credit - 1, 0)
  }

  /// The number of events to parse before the next search.
  var countToRead: Int {
    if rule.decidesNothing && !isLearning { return 0 }
    return credit == 0 ? Self.countWithoutLook : 1
  }

  /// Whether a search pays: if shapes rarely repeat, trying all of them costs more than parsing.
  private mutating func isWorthLooking() -> Bool {
    guard !patterns.isEmpty else { return false }
    guard credit == 0 else { return true }
    leftOutCount &+= 1
    return leftOutCount % Self.creditLimit == 0
  }

  /// The events of one shape at an offset, to be decided individually.
  ///
  /// - Returns: the events, and what is known of the first one, relative to its first byte; nil if
  ///   none is recognised or the known parts are not enough to decide.
  mutating func find(
    _ text: Span<UInt8>, at start: Int, before limit: Int
  ) -> (events: JokeHistogram.Records, event: OrdinaryEvent, document: EventDocument)? {
    guard !rule.decidesAll, isWorthLooking() else { return nil }
    // If one event is not decided individually, comparing those after it would be wasted.
    let byteLimit = rule.decidesNothing ? Self.batchByteCount : 1
    let events = patterns.find(text, at: start, byteLimit: min(byteLimit, limit &- start))
    settleCredit(hasFound: events.count > 0)
    guard events.count > 0, let event = patterns.latestEvent,
      let document = patterns.latestDocument
    else { return nil }
    recognisedCount &+= events.count
    return (events, event, document)
  }

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
    _ document: EventDocument? = nil
  ) {
    guard range.count <= Self.lengthLimit, !patterns.know(text, range: range) else { return }
    learnedCount += 1
    patterns.learn(event, text, range: range, document)
  }

  /// Forgets all shapes, because they do not apply to another container.
  mutating func forget() {
    patterns = EventPatterns(isLines: isLines)
  }
}
