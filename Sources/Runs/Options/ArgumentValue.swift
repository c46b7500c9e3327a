package import Formats
package import Jokes
package import Scan
import SystemIO

/// A value that an argument can spell.
package protocol ArgumentValue: SendableMetatype {
  /// The values in words, to follow “takes”.
  static var expectation: String { get }
  /// The accepted words, if there are finitely many.
  static var allowedWords: [String] { get }
  /// What a shell can complete of a value.
  static var completion: ValueCompletion { get }
  /// Parses a value; nil if the argument is not one.
  init?(argument: String)
  /// The argument that parses as this value; nil if the value stands for no argument.
  var argumentText: String? { get }
}

extension ArgumentValue {
  package static var allowedWords: [String] { [] }
  package static var completion: ValueCompletion { .words(allowedWords) }
}

extension ArgumentValue where Self: CustomStringConvertible {
  package var argumentText: String? { description }
}

/// Any text except an empty one, which is most often an unset shell variable.
extension String: ArgumentValue {
  package static var expectation: String { "a text that is not empty" }

  package init?(argument: String) {
    guard !argument.isEmpty else { return nil }
    self = argument
  }

  package var argumentText: String? { self }
}

extension Int: ArgumentValue {
  package static var expectation: String { "a whole number" }

  /// Parses decimal digits, with `-` before a negative number.
  package init?(argument: String) {
    guard let last = argument.utf8.last, last >= UInt8(ascii: "0"), argument.utf8.first != plus
    else { return nil }
    self.init(argument, radix: 10)
  }
}

private let plus = UInt8(ascii: "+")

extension Optional: ArgumentValue where Wrapped: ArgumentValue {
  package static var expectation: String { Wrapped.expectation }
  package static var allowedWords: [String] { Wrapped.allowedWords }
  package static var completion: ValueCompletion { Wrapped.completion }

  package init?(argument: String) {
    guard let value = Wrapped(argument: argument) else { return nil }
    self = value
  }

  package var argumentText: String? { flatMap(\.argumentText) }
}

extension Timestamp: ArgumentValue {
  package static var expectation: String {
    "a time as in '2026-03-01T04:05:06Z', or whole seconds since 1970"
  }

  package init?(argument: String) {
    if let seconds = Int(argument: argument).map(Int64.init) {
      guard Timestamp.secondsRange.contains(seconds) else { return nil }
      self.init(seconds: seconds)
    } else {
      self.init(rfc3339: argument)
    }
  }
}

extension CalendarDate: ArgumentValue {
  package static var expectation: String { "a date as in '2026-03-01'" }

  package init?(argument: String) { self.init(argument) }
}

extension SHA256.Digest: ArgumentValue {
  package static var expectation: String { "64 hexadecimal digits, as 'sha256sum' prints them" }

  package init?(argument: String) { self.init(hexadecimal: argument) }
}

/// An enum of words accepts exactly its raw values.
extension ArgumentValue where Self: RawRepresentable & CaseIterable, RawValue == String {
  package static var allowedWords: [String] { allCases.map(\.rawValue) }
  package static var expectation: String {
    WordList.alternatives(allowedWords.map { "'\($0)'" })
  }

  package init?(argument: String) { self.init(rawValue: argument) }

  package var argumentText: String? { rawValue }
}

// The values of options that other modules declare.
extension DatabaseName: ArgumentValue {
  package static var expectation: String { "a name like projects/P/databases/D" }
  package init?(argument: String) { self.init(argument) }
}

extension UnexpectedRatingPolicy: ArgumentValue {}

extension RatingScale: ArgumentValue {}

extension BinaryRating: ArgumentValue {}

extension VotePolicy: ArgumentValue {}

extension ISOWeek: ArgumentValue {
  package static var expectation: String { "a week of ISO 8601, as in '2026-W07'" }
  package init?(argument: String) { self.init(argument) }
}

extension JokeCategory: ArgumentValue {}

extension CollectionPath: ArgumentValue {
  package static var expectation: String { "the path of a collection, as rating_events" }
  package init?(argument: String) { self.init(argument) }
}
