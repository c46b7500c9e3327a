import ByteIO
import Jokes

/// Recognises ordinary events by the shapes of those that were read before, and counts them all.
///
/// What it does not recognise is left to the strict reader, from which it learns new shapes. Both find
/// the same in every event: a template allows nothing that the reader would take for something else.
struct EventScanner: Sendable {
  var rule: OrdinaryRule
  /// The ratings of each joke, where they are tallied.
  private var jokes = KeyedDigitCounts()
  /// Whether each event ends with its line.
  private let isLines: Bool
  private let collection: [UInt8]
  private var counts = OrdinaryCounts()

  /// Recognises the events that no template has the shape of.
  private var members: EventMembers
  private var templates: [EventTemplate] = []
  /// The template that matched last.
  private var latest = 0
  /// The place of the next new template.
  private var next = 0
  private var learnedCount = 0
  /// How many events were recognised.
  private var recognisedCount = 0
  /// What a match adds to and a miss takes from; where nothing is left, few events are looked at.
  private var credit = EventScanner.creditLimit
  private var leftOutCount = 0

  private static let templateLimit = 16
  private static let creditLimit = 64
  /// How many events are compared before the first of them is looked at.
  private static let stepCount = 8
  /// A match saves about what a miss costs.
  private static let creditForMatch = 1
  /// How long an event may be whose shape is learned.
  private static let lengthLimit = 8 << 10

  /// - Parameter collection: the path of the collection whose events are wanted.
  init(_ rule: OrdinaryRule, isLines: Bool, collection: [UInt8]) {
    self.rule = rule
    self.isLines = isLines
    self.collection = collection
    members = EventMembers(isLines: isLines)
  }

  // MARK: Counting

  /// Counts an event that the strict reader found ordinary, and gives what becomes of it; nil where
  /// it is to be decided about by itself.
  mutating func count(_ event: OrdinaryEvent, in text: Span<UInt8>) -> Decision? {
    let rating = Int(text[event.ratingOffset] &- UInt8(ascii: "0"))
    guard let decision = rule.decisions[rating - 1] else { return nil }
    add(event, in: text)
    return decision
  }

  /// Enters an event at an offset.
  private mutating func add(_ event: OrdinaryEvent, in text: Span<UInt8>, at offset: Int = 0) {
    if rule.isTallying {
      jokes.add(event.records(from: offset), in: text, to: &counts.byRating)
    } else {
      counts.byRating[Int(text[offset &+ event.ratingOffset] & 7)] &+= 1
    }
  }

  /// What each joke was counted as.
  var tally: Tally {
    var tally = Tally()
    jokes.forEach { id, counts in
      for verdict in [BinaryRating.hilarious, .horrible] {
        let ratings = Rating.allCases.filter { rule.verdicts[$0.rawValue - 1] == verdict }
        let times = ratings.reduce(0) { $0 + counts[$1.rawValue] }
        if times > 0 { tally.count(id, as: verdict, times: times) }
      }
    }
    return tally
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
  ///   - start: where the first begins; in the end, where the first does that was not passed over.
  ///   - dropping: whether an event may go; where not, one that is to go ends the pass.
  ///   - edits: takes what is to be done to events that do not leave as they came.
  /// - Returns: how many events there were.
  mutating func pass(
    _ text: Span<UInt8>, from start: inout Int, dropping: Bool, edits: inout [EventEdit]
  ) -> Int {
    var passedCount = 0
    while true {
      guard find(text, at: start) else {
        guard passMembers(text, from: &start, dropping: dropping, edits: &edits) else {
          return passedCount
        }
        passedCount &+= 1
        continue
      }
      let template = templates[latest]
      if rule.onlyTallies {
        let count = template.matchCount(text, from: start)
        jokes.add(template.records(from: start, count: count), in: text, to: &counts.byRating)
        recognisedCount &+= count
        passedCount &+= count
        start &+= count &* template.count
        continue
      }
      // The pass may end at any event: those behind it would be compared in vain.
      for _ in 0..<template.matchCount(text, from: start, limit: Self.stepCount) {
        guard
          let edit = edit(
            start &+ template.event.ratingOffset, in: text, start..<start &+ template.count)
        else { return passedCount }
        switch edit {
        case .none: break
        case .drop: if dropping { edits.append(edit) } else { return passedCount }
        case .patch: edits.append(edit)
        }
        add(template.event, in: text, at: start)
        recognisedCount &+= 1
        passedCount &+= 1
        start &+= template.count
      }
    }
    return passedCount
  }

  /// Passes over an event that is recognised by its members.
  private mutating func passMembers(
    _ text: Span<UInt8>, from start: inout Int, dropping: Bool, edits: inout [EventEdit]
  ) -> Bool {
    guard let (event, end) = members.event(in: text, from: start, collection: collection),
      let edit = edit(event.ratingOffset, in: text, start..<end)
    else { return false }
    switch edit {
    case .none: break
    case .drop: if dropping { edits.append(edit) } else { return false }
    case .patch: edits.append(edit)
    }
    add(event, in: text)
    members.recognisedCount &+= 1
    if isLearningTemplates { learnTemplate(event, text, range: start..<(isLines ? end - 1 : end)) }
    start = end
    return true
  }

  /// What is to be done to an event; nil where it is to be decided about by itself.
  @inline(__always)
  private func edit(
    _ ratingOffset: Int, in text: Span<UInt8>, _ range: Range<Int>
  ) -> EventEdit? {
    let rating = Int(text[ratingOffset] &- UInt8(ascii: "0"))
    switch rule.decisions[rating &- 1] {
    case nil: return nil
    case .keep, .refuse: return EventEdit.none
    case .delete: return .drop(range)
    case .update(let newRating):
      return .patch(offset: ratingOffset, byte: newRating.digit)
    }
  }

  /// Makes the template the latest that matches at an offset; false where none does.
  private mutating func find(_ text: Span<UInt8>, at offset: Int) -> Bool {
    guard latest < templates.count, offset < text.count else { return false }
    // Where shapes hardly repeat, to try them all would cost more than to read the event.
    if credit == 0 {
      leftOutCount &+= 1
      guard leftOutCount % Self.creditLimit == 0 else { return false }
    }
    let isFound = matches(latest, text, at: offset) || findOther(text, at: offset)
    credit = isFound ? min(credit + Self.creditForMatch, Self.creditLimit) : max(credit - 1, 0)
    return isFound
  }

  private mutating func findOther(_ text: Span<UInt8>, at offset: Int) -> Bool {
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
    templates[index].mayMatch(text, at: offset)
      && templates[index].matchCount(text, from: offset, limit: 1) == 1
  }

  // MARK: Learning

  /// Whether it pays to learn one more shape: where they do not repeat, to learn each would cost more
  /// than to read the event.
  var isLearning: Bool { isLearningTemplates || members.isLearning }

  private var isLearningTemplates: Bool { learnedCount <= 64 + recognisedCount / 32 }

  /// Takes an event's shape for that of others to come.
  ///
  /// - Parameters:
  ///   - range: the event with what separates it from its neighbour.
  ///   - isFlat: whether its fields are the members of its own object, and all of these are.
  mutating func learn(
    _ event: OrdinaryEvent, _ text: Span<UInt8>, range: Range<Int>, isFlat: Bool
  ) {
    guard range.count <= Self.lengthLimit else { return }
    if members.isLearning { members.learn(event, text, range: range, isFlat: isFlat) }
    if isLearningTemplates { learnTemplate(event, text, range: range) }
  }

  private mutating func learnTemplate(
    _ event: OrdinaryEvent, _ text: Span<UInt8>, range: Range<Int>
  ) {
    guard range.count <= Self.lengthLimit,
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
    members.forget()
    (latest, next) = (0, 0)
  }
}
