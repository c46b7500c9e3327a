import Scan
import SystemIO

/// The learned shapes of events, the most recent ones.
struct EventPatterns: Sendable {
  /// Whether each event is a line.
  private let isLines: Bool
  private var all: [EventPattern] = []
  /// The length of each pattern, in a compact array for fast searches.
  private var lengths: [Int] = []
  /// The index of the pattern that matched last.
  private var latest = 0
  /// The index of the pattern that matched last, by line length modulo the count.
  private var latestByLength = [UInt8](repeating: 0, count: 64)
  /// The index to replace next.
  private var next = 0
  /// The number of patterns tried in the last search.
  private(set) var triedCount = 0

  private static let limit = 32

  init(isLines: Bool) { self.isLines = isLines }

  var isEmpty: Bool { all.isEmpty }

  /// The document parts for the shape that matched last.
  var latestDocument: EventDocument? { isEmpty ? nil : all[latest].document }

  /// The event of the shape that matched last; nil if no shape was learned.
  var latestEvent: OrdinaryEvent? { isEmpty ? nil : all[latest].event }

  /// The events of one shape that begin at an offset. The shape becomes the latest one.
  ///
  /// - Precondition: a shape was learned.
  mutating func find(
    _ text: Span<UInt8>, at offset: Int, byteLimit: Int
  ) -> JokeHistogram.Records {
    triedCount = 1
    var (first, length) = (latest, Int?.none)
    if isLines, let end = text.firstOffset(of: UInt8(ascii: "\n"), from: offset) {
      let found = end + 1 - offset
      (first, length) = (Int(latestByLength[found % latestByLength.count]), found)
    }
    let none = all[first].records(text, from: offset, byteLimit: byteLimit)
    if none.count > 0 {
      latest = first
      return none
    }
    for index in lengths.indices where length == nil || lengths[index] == length {
      guard index != first else { continue }
      triedCount &+= 1
      let found = all[index].records(text, from: offset, byteLimit: byteLimit)
      guard found.count > 0 else { continue }
      use(index)
      return found
    }
    return none
  }

  private mutating func use(_ index: Int) {
    latest = index
    let place = lengths[index] % latestByLength.count
    latestByLength[place] = UInt8(truncatingIfNeeded: index)
  }

  /// Whether an event has a learned shape, as an event has that the end of the window cut.
  func know(_ text: Span<UInt8>, range: Range<Int>) -> Bool {
    all.contains { $0.matches(text, range: range) }
  }

  /// Learns the shape of an event, and replaces the oldest one at the limit.
  ///
  /// - Parameter document: the parts for deciding about each event individually, if known.
  mutating func learn(
    _ event: OrdinaryEvent, _ text: Span<UInt8>, range: Range<Int>,
    _ document: EventDocument? = nil
  ) {
    guard
      let pattern = EventPattern(
        text, range: range, isLine: isLines, event: event, document: document)
    else { return }
    if all.count < Self.limit {
      all.append(pattern)
      lengths.append(pattern.count)
      use(all.count - 1)
    } else {
      (all[next], lengths[next]) = (pattern, pattern.count)
      use(next)
      next = (next + 1) % Self.limit
    }
  }
}
