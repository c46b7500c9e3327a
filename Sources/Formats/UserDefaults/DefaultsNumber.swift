import Jokes
package import Scan
import SystemIO

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
    spelling = "\(seconds)"
  }

  /// The nearest `Double`, or nil if it is infinite.
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
  /// Whether the value is 1 to 9, so that changing one digit changes the rating.
  var isOneDigit: Bool { digits.count == 1 && exponent == 0 && !isNegative }
}
