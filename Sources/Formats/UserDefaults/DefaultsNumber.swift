import Jokes
package import Scan
import SystemIO

/// A number of a dump, by its decimal spelling, so that nothing is rounded on the way.
public struct DefaultsNumber: Hashable, Sendable {
  /// The number in decimal digits, with an optional sign, point and exponent.
  ///
  /// Where the number was read from text, this is how it was spelled there.
  package let spelling: String

  /// A number as it was spelled, or would be.
  init(spelling: String) { self.spelling = spelling }

  /// The shortest spelling of a moment, in seconds since 1970.
  ///
  /// - Precondition: the number is finite.
  public init(seconds: Double) {
    precondition(seconds.isFinite, "a time must be a number")
    spelling = "\(seconds)"
  }

  /// The nearest `Double`, or nil where that would be infinite.
  public var double: Double? {
    let bytes = Array(spelling.utf8)
    return JSONNumber.double(of: bytes.span)
  }

  /// The exact value.
  package var decimal: JSONNumber {
    let bytes = Array(spelling.utf8)
    return JSONNumber(bytes.span)
  }
}

extension JSONNumber {
  /// Whether the value is 1 to 9, so that its one digit can become another without a new spelling.
  var isOneDigit: Bool { digits.count == 1 && exponent == 0 && !isNegative }
}
