import Scan
import SystemIO

/// A path in BigQuery's spelling: `"rating_events", "ID"`, with a number for a numeric ID.
struct KeyPath: CustomStringConvertible {
  /// The path in Firestore's spelling: `rating_events/ID`.
  let description: String

  /// Parses a path; nil for another spelling.
  init?(_ text: String) {
    guard let steps = text.withUTF8Bytes({ Self.steps(of: $0) }) else { return nil }
    description = steps.joined(separator: "/")
  }

  private static func steps(of text: Span<UInt8>) -> [String]? {
    var (steps, start) = ([String](), 0)
    while let (step, end) = step(of: text, at: start) {
      steps.append(step)
      if end == text.count { return steps }
      guard text.holds(", ", at: end) else { return nil }
      start = end + 2
    }
    return nil
  }

  /// The step that begins at an offset, a quoted text or a number, and its end.
  private static func step(of text: Span<UInt8>, at start: Int) -> (String, end: Int)? {
    guard text.byte(at: start) == UInt8(ascii: "\"") else {
      var end = start
      while let byte = text.byte(at: end), byte == UInt8(ascii: "-") || isDigit(byte) {
        end += 1
      }
      return Int64(text.extracting(start..<end).text).map { ("__id\($0)__", end) }
    }
    var inner = start + 1
    while let quote = text.firstOffset(of: UInt8(ascii: "\""), from: inner) {
      inner = quote + 1
      // A closing quote is followed by the next step or the end.
      guard inner == text.count || text.holds(", ", at: inner) else { continue }
      let step = text.extracting(start + 1..<quote)
      guard !step.isEmpty, step.firstOffset(of: UInt8(ascii: "/")) == nil else { return nil }
      return (step.text, inner)
    }
    return nil
  }
}
