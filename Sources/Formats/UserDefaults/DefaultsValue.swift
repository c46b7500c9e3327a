import JSONText
public import Jokes

/// A value of a dump, as far as anyone here looks into it.
public enum DefaultsValue: Hashable, Sendable {
  /// A number of any type and width.
  case number(DefaultsNumber)
  /// A string.
  case string(String)
  /// True or false, and not a number that is taken for one.
  case boolean(Bool)
  /// The null of JSON or of a binary property list.
  case null
  /// Anything else, by what it is called in a message: `an array`, `data`.
  case other(String)

  /// The rating that this is, or the label under which it is counted. `true` is not a 1.
  public var reading: RatingReading {
    switch self {
    case .number(let number):
      let decimal = number.decimal
      guard let rating = decimal.integer.flatMap(Rating.init) else {
        return .unexpected(decimal.label)
      }
      return .rating(rating)
    case .string(let text): return .unexpected(Self.label(text))
    case .boolean(let value): return .unexpected(value ? "true" : "false")
    case .null: return .unexpected("null")
    case .other(let name): return .unexpected(name)
    }
  }

  /// The value as a flag: a boolean, or a number that is 1 or 0. Strings are none.
  var flag: Bool? {
    switch self {
    case .boolean(let value): value
    case .number(let number):
      switch number.decimal.integer {
      case 1: true
      case 0: false
      default: nil
      }
    case .string, .null, .other: nil
    }
  }

  /// The text in quotes, cut where it is long: labels stand in tables.
  private static func label(_ text: String) -> String {
    // The same cut as for a document's rating, so that both count under one label.
    let shown = text.count > 38 ? text.prefix(37) + "…" : text[...]
    var label: [UInt8] = []
    label.appendJSONString(shown.utf8)
    return String(decoding: label, as: UTF8.self)
  }
}
