import Scan
import SystemIO

/// A path as BigQuery spells it: `"rating_events", "ID"`, with a number for an id that is one.
struct KeyPath: CustomStringConvertible {
  /// The path as Firestore has it: `rating_events/ID`.
  let description: String

  /// Nil where it is spelled otherwise.
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

  /// Takes the next step off: what stands in quotes, or a number.
  private static func step(_ rest: inout Substring) -> String? {
    guard rest.first == "\"" else {
      let digits = rest.prefix { $0.isASCII && ($0.isNumber || $0 == "-") }
      guard let number = Int64(digits) else { return nil }
      rest = rest[digits.endIndex...]
      return "__id\(number)__"
    }
    let inner = rest.dropFirst()
    // A quote that ends the step is followed by the next step, or by nothing.
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
