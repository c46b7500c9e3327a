import Scan
import SystemIO

/// The label of an unexpected value in messages.
///
/// It copies nothing from the input, since few of the values that are read are reported.
enum ValueLabel: Sendable, ExpressibleByStringLiteral {
  /// Fixed words.
  case words(StaticString)
  /// The text itself.
  case text(JSONString)
  /// A value that does not match its type.
  case malformed(JSONString)
  /// A value of a type unknown to Firestore.
  case unknownType(JSONString)

  init(stringLiteral words: StaticString) { self = .words(words) }

  /// The label, with the text that it quotes.
  func string(in text: Span<UInt8>) -> String {
    switch self {
    case .words(let words): "\(words)"
    case .text(let string): string.string(in: text)
    case .malformed(let type): "a malformed \(type.string(in: text))"
    case .unknownType(let type):
      "a value of the unknown type \(Excerpt.value(type.string(in: text)))"
    }
  }
}

extension JSONKind {
  /// The label in messages of a value of this kind.
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
