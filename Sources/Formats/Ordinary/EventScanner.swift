import ByteIO
import Jokes

/// Recognises ordinary events by the shapes of those that were read before, and counts them all.
///
/// What it does not recognise is left to the strict reader, from which it learns new shapes. Both find
/// the same in every event: a template allows nothing that the reader would take for something else.
struct EventScanner: Sendable {
  var rule: OrdinaryRule
  /// What each joke was counted as.
  private(set) var tally = Tally()
  /// Whether each event ends with its line.
  private let isLines: Bool
  private let collection: [UInt8]
  private var counts = OrdinaryCounts()

  private var templates: [EventTemplate] = []
  /// The template that matched last.
  private var latest = 0
  /// The place of the next new template.
  private var next = 0
  private var learnedCount = 0
  /// How many events were recognised.
  private var recognisedCount = 0

  private static let templateLimit = 16
  /// How long an event may be whose shape is learned.
  private static let lengthLimit = 8 << 10

  /// - Parameter collection: the path of the collection whose events are wanted.
  init(_ rule: OrdinaryRule, isLines: Bool, collection: [UInt8]) {
    self.rule = rule
    self.isLines = isLines
    self.collection = collection
  }

  // MARK: Counting

  /// Counts an event that the strict reader found ordinary, and gives what becomes of it; nil where
  /// it is to be decided about by itself.
  mutating func count(_ event: OrdinaryEvent, in text: Span<UInt8>) -> Decision? {
    let rating = Int(text[event.ratingOffset] &- UInt8(ascii: "0"))
    guard let decision = rule.decisions[rating - 1] else { return nil }
    tallyJoke(text.extracting(event.jokeID), rating)
    counts.add(rating)
    return decision
  }

  private mutating func tallyJoke(_ id: Span<UInt8>, _ rating: Int) {
    guard let verdict = rule.verdicts[rating &- 1] else { return }
    tally.count(id, as: verdict)
  }

  /// How many events were counted since that was asked last.
  var count: Int { counts.total }

  /// The events counted since this was asked last.
  mutating func takeCounts() -> OrdinaryCounts {
    defer { counts = OrdinaryCounts() }
    return counts
  }

  // MARK: Recognising

  /// Passes over events that are recognised.
  ///
  /// - Parameters:
  ///   - pass: is given each event's range, where its rating's digit is, and what becomes of it;
  ///     false leaves it uncounted, and ends the pass.
  /// - Returns: where the first event begins that was not passed over.
  mutating func pass(
    _ text: Span<UInt8>, from start: Int,
    _ pass: (_ event: Range<Int>, _ ratingOffset: Int, _ decision: Decision) -> Bool
  ) -> Int {
    var offset = start
    while find(text, at: offset) {
      let template = templates[latest]
      for _ in 0..<template.matchCount(text, from: offset) {
        guard isWanted(template.event, in: text, at: offset),
          count(template, in: text, at: offset, pass)
        else { return offset }
        offset &+= template.count
      }
    }
    return offset
  }

  /// Counts an event that has the shape of a template; false where it is left uncounted.
  @inline(__always)
  private mutating func count(
    _ template: EventTemplate, in text: Span<UInt8>, at offset: Int,
    _ pass: (_ event: Range<Int>, _ ratingOffset: Int, _ decision: Decision) -> Bool
  ) -> Bool {
    let ratingOffset = offset &+ template.event.ratingOffset
    let rating = Int(text[ratingOffset] &- UInt8(ascii: "0"))
    let range = offset..<offset &+ template.count
    guard let decision = rule.decisions[rating &- 1], pass(range, ratingOffset, decision) else {
      return false
    }
    let id = template.event.jokeID
    tallyJoke(
      text.extracting(offset &+ id.lowerBound..<offset &+ id.upperBound), rating)
    counts.add(rating)
    recognisedCount &+= 1
    return true
  }

  /// Whether the event's name says that it is of the wanted collection, where it has to.
  private func isWanted(_ event: OrdinaryEvent, in text: Span<UInt8>, at offset: Int) -> Bool {
    guard let name = event.name else { return true }
    return text.extracting(offset &+ name.lowerBound..<offset &+ name.upperBound)
      .isName(ofDocumentIn: collection)
  }

  /// Makes the template the latest that matches at an offset; false where none does.
  private mutating func find(_ text: Span<UInt8>, at offset: Int) -> Bool {
    guard latest < templates.count, offset < text.count else { return false }
    if matches(latest, text, at: offset) { return true }
    var length: Int?
    if isLines {
      guard let end = text.firstOffset(of: UInt8(ascii: "\n"), from: offset) else { return false }
      length = end + 1 - offset
    }
    for index in templates.indices where length == nil || templates[index].count == length {
      guard index != latest, matches(index, text, at: offset) else { continue }
      latest = index
      return true
    }
    return false
  }

  private func matches(_ index: Int, _ text: Span<UInt8>, at offset: Int) -> Bool {
    templates[index].matchCount(text, from: offset, limit: 1) == 1
      && isWanted(templates[index].event, in: text, at: offset)
  }

  // MARK: Learning

  /// Takes an event's shape for that of others to come.
  ///
  /// - Parameter range: the event with what separates it from its neighbour.
  mutating func learn(_ event: OrdinaryEvent, _ text: Span<UInt8>, range: Range<Int>) {
    // Where shapes do not repeat, to learn each would cost more than to read it.
    guard range.count <= Self.lengthLimit, learnedCount <= 64 + recognisedCount / 32,
      let template = EventTemplate(text, range: range, isLine: isLines, event: event)
    else { return }
    learnedCount += 1
    if templates.count < Self.templateLimit {
      templates.append(template)
      latest = templates.count - 1
    } else {
      templates[next] = template
      latest = next
      next = (next + 1) % Self.templateLimit
    }
  }

  /// Forgets all shapes, because events now stand in another container.
  mutating func forget() {
    templates = []
    (latest, next) = (0, 0)
  }
}
