import Jokes
import Scan
import SystemIO

/// Recognises ordinary events by the shapes of those that were read before, and counts them all.
///
/// What it does not recognise is left to the strict reader, from which it learns new shapes. Both find
/// the same in every event: a pattern allows nothing that the reader would take for something else.
struct EventScanner: Sendable {
  var rule: RatingDecisionTable
  /// The ratings of each joke, where they are tallied.
  private var jokes = JokeHistogram()
  /// The same in their order, where nobody knows yet which of them count.
  private var log: KeyedDigitLog?
  /// Whether each event ends with its line.
  let isLines: Bool
  let collection: [UInt8]
  private var counts = OrdinaryCounts()

  private var patterns: EventPatterns
  /// How many events were learned from, in vain or not.
  private var learnedCount = 0
  /// How many events the strict reader found ordinary.
  private var readCount = 0
  /// How many events were recognised.
  private var recognisedCount = 0
  /// What a match adds to that was found soon, and a miss takes from; where nothing is left, few events
  /// are looked at.
  private(set) var credit = EventScanner.creditLimit
  private var leftOutCount = 0

  private static let creditLimit = 64
  /// How many events are read before shapes are looked for again that hardly repeat.
  private static let countWithoutLook = 256
  /// How many bytes of events are compared before these are counted: what is at hand then.
  private static let batchByteCount = 16 << 10
  /// The same where each is looked at: the pass may end at any, and those behind it were compared in
  /// vain.
  private static let stepByteCount = 2 << 10
  /// How many shapes are tried before the search costs more than a match saves.
  private static let cheapSearch = 4
  /// How long an event may be whose shape is learned.
  private static let lengthLimit = 8 << 10

  /// - Parameter collection: the path of the collection whose events are wanted.
  init(_ rule: RatingDecisionTable, isLines: Bool, collection: [UInt8]) {
    self.rule = rule
    self.isLines = isLines
    self.collection = collection
    patterns = EventPatterns(isLines: isLines)
  }

  // MARK: Counting

  /// Counts an event that the strict reader found ordinary, and gives what becomes of it; nil where
  /// it is to be decided about by itself.
  mutating func count(_ event: OrdinaryEvent, in text: Span<UInt8>) -> Decision? {
    readCount &+= 1
    let rating = Int(text[event.ratingOffset] &- UInt8(ascii: "0"))
    guard let decision = rule.decisions[rating - 1] else { return nil }
    add(event, in: text)
    return decision
  }

  /// Enters an event at an offset.
  mutating func add(_ event: OrdinaryEvent, in text: Span<UInt8>, at offset: Int = 0) {
    let rating = Int(text[offset &+ event.ratingOffset] & 7)
    if rule.isTallying {
      let (start, end) = (offset &+ event.jokeID.lowerBound, offset &+ event.jokeID.upperBound)
      let joke = text.extracting(start..<end)
      if log == nil { jokes.add(joke, digit: rating) } else { log?.add(joke, digit: rating) }
    }
    counts.byRating[rating] &+= 1
  }

  /// Enters events of one shape.
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

  /// What each joke was counted as.
  var tally: Tally { rule.tally(of: jokes) }

  /// How many events were counted since that was asked last.
  var count: Int { counts.total }

  /// How many ordinary events were met.
  var metCount: Int { readCount &+ recognisedCount }

  /// The events counted since this was asked last.
  mutating func takeCounts() -> OrdinaryCounts {
    defer { counts = OrdinaryCounts() }
    return counts
  }

  // MARK: Ahead of the stream

  /// Keeps the ratings of jokes apart from now on, until somebody knows which of them count; those so far
  /// are forgotten.
  mutating func beginLog() {
    _ = takeCounts()
    jokes = JokeHistogram()
    log = KeyedDigitLog()
  }

  /// How many ratings were kept apart.
  var loggedCount: Int { log?.count ?? 0 }

  /// Gives the ratings that were kept apart, for others that there is room for.
  mutating func exchangeLog(with other: inout KeyedDigitLog) {
    let logged = log.take()
    log = other
    other = logged ?? KeyedDigitLog()
  }

  /// Takes over what another has found.
  mutating func enter(_ run: RecordRun, _ votes: inout KeyedDigitLog) {
    votes.count(run.votes, in: &jokes)
    recognisedCount &+= run.counts.total
  }

  // MARK: Recognising

  /// Passes over events that are recognised.
  ///
  /// - Parameters:
  ///   - start: where the first begins; in the end, where the first does that was not passed over.
  ///   - limit: no event is wanted that begins there or later.
  mutating func pass(
    _ text: Span<UInt8>, from start: inout Int, before limit: Int = .max,
    into passed: inout DecidedRecords
  ) {
    if rule.decidesNothing { return }
    let limit = min(limit, text.count)
    // Where the sums are all that is wanted, no event is looked at by itself.
    let isCounting = rule.changesNothing || rule.isTold && !passed.keepsEdits
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

  /// Adds events of the shape that matched last, up to one that is to be decided about by itself.
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

  /// Adds what becomes of an event; false if it is to be decided about by itself.
  @inline(__always)
  func pass(
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

  /// Adds to the credit for a shape that was found soon, and takes from it for any other search.
  private mutating func settleCredit(hasFound: Bool) {
    let isWorthIt = hasFound && patterns.triedCount <= Self.cheapSearch
    credit = isWorthIt ? min(credit + 1, Self.creditLimit) : max(credit - 1, 0)
  }

  /// How many events to read before shapes are looked for again.
  var countToRead: Int {
    if rule.decidesNothing && !isLearning { return 0 }
    return credit == 0 ? Self.countWithoutLook : 1
  }

  /// Where shapes hardly repeat, to try them all would cost more than to read the event.
  private mutating func isWorthLooking() -> Bool {
    guard !patterns.isEmpty else { return false }
    guard credit == 0 else { return true }
    leftOutCount &+= 1
    return leftOutCount % Self.creditLimit == 0
  }

  /// Events of one shape that begin at an offset, each to be decided about by itself.
  ///
  /// - Returns: the events, and what is known of the first from its first byte on; nil where none is
  ///   recognised, or cannot be decided about by what is known.
  mutating func find(
    _ text: Span<UInt8>, at start: Int, before limit: Int
  ) -> (events: JokeHistogram.Records, event: OrdinaryEvent, document: EventDocument)? {
    guard !rule.isTold, isWorthLooking() else { return nil }
    // Each takes its time; where one is not to be shown, those behind it were compared in vain.
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

  /// Whether it pays to learn one more shape: where they do not repeat, to learn each would cost more
  /// than to read the event.
  var isLearning: Bool { learnedCount <= 32 + recognisedCount / 512 }

  /// Takes an event for a pattern of others to come.
  ///
  /// - Parameters:
  ///   - range: the event with what separates it from its neighbour.
  ///   - document: what it takes to decide about the event by itself, where that is known.
  mutating func learn(
    _ event: OrdinaryEvent, _ text: Span<UInt8>, range: Range<Int>,
    _ document: EventDocument? = nil
  ) {
    guard range.count <= Self.lengthLimit, !patterns.know(text, range: range) else { return }
    learnedCount += 1
    patterns.learn(event, text, range: range, document)
  }

  /// Forgets all shapes, because events now stand in another container.
  mutating func forget() {
    patterns = EventPatterns(isLines: isLines)
  }
}
