import Scan

/// Several texts in one argument, separated by commas; none is empty.
package struct ArgumentList: Hashable, Sendable {
  /// The texts, in order and as spelled, spaces included.
  package var texts: [String]

  package init(_ texts: [String] = []) { self.texts = texts }
}

extension ArgumentList: ArgumentValue {
  package static var expectation: String { "texts separated by commas, none of them empty" }

  package init?(argument: String) {
    let texts = argument.divided(at: ",").map(String.init)
    guard !texts.contains("") else { return nil }
    self.texts = texts
  }

  package var argumentText: String? { texts.isEmpty ? nil : texts.joined(separator: ",") }
}
