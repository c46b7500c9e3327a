public import Jokes
package import Scan
import SystemIO

/// A value of a dump; only scalars are decoded.
public enum DefaultsValue: Hashable, Sendable {
  /// A number of any type and width.
  case number(DefaultsNumber)
  /// A property list's number that is not finite, by name: `nan`, `inf`, `-inf`.
  case notFinite(String)
  /// A string.
  case string(String)
  /// A boolean; numbers are not converted.
  case boolean(Bool)
  /// The null of JSON or of a binary property list.
  case null
  /// Any other type, by its name in messages: `an array`, `data`.
  case other(String)

  /// The number, if it is one.
  var number: DefaultsNumber? {
    if case .number(let number) = self { number } else { nil }
  }

  /// The rating, or the label under which the value is counted. `true` is not a 1.
  public var reading: RatingReading {
    switch self {
    case .number(let number):
      let bytes = Array(number.spelling.utf8)
      return RatingReading(number: bytes.span)
    case .string(let text): return RatingReading(text: text)
    case .boolean(let value): return .unexpected(value ? "true" : "false")
    case .null: return .unexpected("null")
    case .notFinite(let name), .other(let name): return .unexpected(name)
    }
  }

  /// The value as `UserDefaults.bool(forKey:)` reads it: a boolean, a nonzero number, or a string
  /// for which `NSString.boolValue` is true. Nil for any other type, which reads as false.
  package var flag: Bool? {
    switch self {
    case .boolean(let value): value
    // A number too large for a `Double` is nonzero, too.
    case .number(let number): number.double != 0
    case .notFinite: true
    case .string(let text): Self.isTrue(text)
    case .null, .other: nil
    }
  }

  /// Whether `NSString.boolValue` is true: after white space, one sign and zeros comes a `t` or `y`
  /// of either case or a nonzero digit. The rest is ignored.
  private static func isTrue(_ text: String) -> Bool {
    var rest = text.unicodeScalars.drop(while: \.properties.isWhitespace)
    if let first = rest.first, "tTyY".unicodeScalars.contains(first) { return true }
    if rest.first == "+" || rest.first == "-" { rest = rest.dropFirst() }
    rest = rest.drop { $0 == "0" }
    return rest.first.map { "tTyY123456789".unicodeScalars.contains($0) } ?? false
  }
}

/// A number of a dump in its decimal spelling, so that nothing is rounded.
public struct DefaultsNumber: Hashable, Sendable {
  /// The number in decimal digits, with an optional sign, point and exponent.
  ///
  /// A number read from text keeps the text's spelling.
  package let spelling: String

  /// Makes a number from its spelling.
  init(spelling: String) { self.spelling = spelling }

  /// Makes a number from seconds since 1970, in the shortest spelling.
  ///
  /// - Precondition: the number is finite.
  public init(seconds: Double) {
    precondition(seconds.isFinite, "a time must be a number")
    spelling = seconds.description
  }

  /// The nearest `Double`, or nil if it is infinite.
  public var double: Double? {
    let bytes = Array(spelling.utf8)
    return JSONNumber.double(of: bytes.indices, in: bytes.span)
  }

  /// The exact value.
  package var decimal: JSONNumber {
    let bytes = Array(spelling.utf8)
    return JSONNumber(bytes.span)
  }
}

extension JSONNumber {
  /// Whether the value is 1 to 9, so that changing one digit changes the rating.
  var isOneDigit: Bool { digits.count == 1 && exponent == 0 && !isNegative }
}

/// A value of a dump that holds bytes.
///
/// Property lists have a data type. JSON has none: bytes are a string in base64, or, if they are
/// JSON themselves, a nested value.
public struct DefaultsData: Hashable, Sendable {
  /// The decoded value.
  public enum Content: Hashable, Sendable {
    /// The bytes.
    case bytes([UInt8])
    /// The value holds no bytes; the reason completes “it is kept, because”.
    case unreadable(String)
  }

  /// The bytes, or the reason why there are none.
  public var content: Content
  /// The offset of the value in the dump.
  public var byteOffset: Int
  /// The offset of the bytes in the dump, if they stand there undecoded.
  public var contentOffset: Int?
}

/// An entry of a dictionary whose keys are joke ids.
public struct DefaultsEntry: Hashable, Sendable {
  /// The joke's id.
  public var key: JokeID
  /// The entry's value.
  public var value: DefaultsValue
  /// The offset of the value in the dump.
  public var byteOffset: Int
}
