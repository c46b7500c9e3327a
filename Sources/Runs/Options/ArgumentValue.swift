package import Scan
import SystemIO

/// A value that can be written on a command line.
package protocol ArgumentValue: SendableMetatype {
  /// What a value looks like, as words that read on after “takes”.
  static var expectation: String { get }
  /// The words that can be written, where there are only so many.
  static var allowedWords: [String] { get }
  /// Reads a value; nil where the argument is none.
  init?(argument: String)
  /// The argument that would be read as this value; nil where the value stands for none.
  var argumentText: String? { get }
}

extension ArgumentValue {
  package static var allowedWords: [String] { [] }
}

extension ArgumentValue where Self: CustomStringConvertible {
  package var argumentText: String? { description }
}

/// Any text but none: an empty argument is a shell variable that was never set.
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

  /// Reads decimal digits, with a `-` before them for a negative number.
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

/// An enum of words takes exactly its words.
extension ArgumentValue where Self: RawRepresentable & CaseIterable, RawValue == String {
  package static var allowedWords: [String] { allCases.map(\.rawValue) }
  package static var expectation: String {
    WordList.alternatives(allowedWords.map { "'\($0)'" })
  }

  package init?(argument: String) { self.init(rawValue: argument) }

  package var argumentText: String? { rawValue }
}
