import Scan
import SystemIO

/// The learned shapes of ordinary events, the most recent ones, and what their documents share.
struct EventPatterns: Sendable {
  /// Whether each event is a line.
  private let isLines: Bool
  private var patterns: RecordPatterns
  /// For each pattern, the parts for deciding about each event individually; nil if unknown.
  private var documents: [EventDocument?] = []

  private static let limit = 32

  init(isLines: Bool) {
    self.isLines = isLines
    patterns = RecordPatterns(isLines ? .lines : .values, limit: Self.limit)
  }

  var isEmpty: Bool { documents.isEmpty }

  /// The document parts of a shape, if known.
  func document(ofShape shape: Int) -> EventDocument? { documents[shape] }

  /// Finds the consecutive events of known shapes that begin in a range.
  ///
  /// - Parameter runs: gets them, in order.
  /// - Returns: the number of searches that paid, and of those that did not.
  mutating func find(
    in range: Range<Int>, of text: Span<UInt8>, _ runs: inout [JokeHistogram.Records]
  ) -> (cheap: Int, dear: Int) { patterns.find(in: range, of: text, &runs) }

  /// Learns the shape of an event, unless it is known; the oldest shape makes room.
  ///
  /// - Parameters:
  ///   - text: the event, with its separator and without its line end.
  ///   - document: the parts for deciding about each event individually, if known.
  /// - Returns: whether the shape is new.
  mutating func learn(
    _ event: OrdinaryEvent, _ text: Span<UInt8>, _ document: EventDocument?
  ) -> Bool {
    // An element or a member has a known shape if the end of the window cut it.
    guard isLines || !patterns.hold(text) else { return false }
    guard let places = [RecordPatterns.Place](text, isLine: isLines, event) else { return true }
    patterns.add(places, key: event.jokeID, digit: event.ratingOffset)
    if documents.count == patterns.count { documents.removeFirst() }
    documents.append(document)
    return true
  }
}
