import Scan
import SystemIO

/// The shapes of the events that were learned from, each of which recognises others like it.
struct EventPatterns: Sendable {
  /// Whether each event ends with its line.
  private let isLines: Bool
  private var all: [EventPattern] = []
  /// The length of each, apart from the rest, which most searches need not look at.
  private var lengths: [Int] = []
  /// The one that matched last.
  private var latest = 0
  /// The same for some lengths each, of which that of a line is one.
  private var latestByLength = [UInt8](repeating: 0, count: 64)
  /// The place of the next new one.
  private var next = 0
  /// How many were tried on the event that was looked at last.
  private(set) var triedCount = 0

  private static let limit = 32

  init(isLines: Bool) { self.isLines = isLines }

  var isEmpty: Bool { all.isEmpty }

  /// What it takes to decide about events of the shape that matched last.
  var latestDocument: EventDocument? { isEmpty ? nil : all[latest].document }

  /// The event of the shape that matched last; nil where none was learned.
  var latestEvent: OrdinaryEvent? { isEmpty ? nil : all[latest].event }

  /// Events of one shape that begin at an offset; it is the latest from then on.
  ///
  /// - Precondition: some shape was learned.
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

  /// Whether an event has one of the shapes, as that has which was cut by the window's end.
  func know(_ text: Span<UInt8>, range: Range<Int>) -> Bool {
    all.contains { $0.matches(text, range: range) }
  }

  /// Learns the shape of an event, in the place of another where there are many.
  ///
  /// - Parameter document: what it takes to decide about the event by itself, where that is known.
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
