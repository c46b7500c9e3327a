import Scan
import SystemIO

/// A path in BigQuery's spelling: `"rating_events", "ID"`, with a number for a numeric ID.
struct KeyPath: CustomStringConvertible {
  /// The path in Firestore's spelling: `rating_events/ID`.
  let description: String

  /// Parses a path; nil for another spelling.
  init?(_ text: String) {
    var steps: [String] = []
    var rest = text[...]
    while true {
      guard let step = Self.step(&rest) else { return nil }
      steps.append(step)
      if rest.isEmpty { break }
      guard rest.hasPrefix(", ") else { return nil }
      rest.removeFirst(2)
    }
    description = steps.joined(separator: "/")
  }

  /// Removes the next step, a quoted text or a number.
  private static func step(_ rest: inout Substring) -> String? {
    guard rest.first == "\"" else {
      let digits = rest.prefix { $0.isASCII && ($0.isNumber || $0 == "-") }
      guard let number = Int64(digits) else { return nil }
      rest = rest[digits.endIndex...]
      return "__id\(number)__"
    }
    let inner = rest.dropFirst()
    // A closing quote is followed by the next step or the end.
    let end = inner.indices.first { index in
      let after = inner[inner.index(after: index)...]
      return inner[index] == "\"" && (after.isEmpty || after.hasPrefix(", "))
    }
    guard let end else { return nil }
    rest = inner[inner.index(after: end)...]
    let step = String(inner[..<end])
    return step.isEmpty || step.hasSlash ? nil : step
  }
}
