import Scan
import SystemIO

/// What a message calls a value that should be another.
///
/// Nothing is copied from the input: most values are read, and none of them are told about.
enum ValueLabel: Sendable, ExpressibleByStringLiteral {
  /// These words.
  case words(StaticString)
  /// The text itself.
  case text(JSONString)
  /// A value that is not what its type says.
  case malformed(JSONString)
  /// A value of a type that Firestore does not have.
  case unknownType(JSONString)

  init(stringLiteral words: StaticString) { self = .words(words) }

  /// The label, with what it takes from the text that the value was found in.
  func string(in text: Span<UInt8>) -> String {
    switch self {
    case .words(let words): "\(words)"
    case .text(let string): string.string(in: text)
    case .malformed(let type): "a malformed \(type.string(in: text))"
    case .unknownType(let type):
      "a value of the unknown type '\(Excerpt.value(type.string(in: text)))'"
    }
  }
}

extension JSONKind {
  /// What a message calls a value of this kind that should be something else.
  var label: ValueLabel {
    switch self {
    case .true: "true"
    case .false: "false"
    case .null: "null"
    case .array: "an array"
    case .object: "an object"
    case .string: "a string"
    case .number: "a number"
    }
  }
}
