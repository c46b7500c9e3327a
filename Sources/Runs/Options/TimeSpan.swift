/// A duration or an age, in whole seconds.
package struct TimeSpan: Hashable, Sendable {
  /// Never negative.
  package let seconds: Int

  /// - Precondition: not negative.
  package init(seconds: Int) {
    precondition(seconds >= 0)
    self.seconds = seconds
  }

  private static let units: [(letter: UInt8, seconds: Int)] = [
    (UInt8(ascii: "s"), 1), (UInt8(ascii: "m"), 60), (UInt8(ascii: "h"), 3600),
    (UInt8(ascii: "d"), 86_400),
  ]
}

extension TimeSpan: ArgumentValue {
  package static var expectation: String {
    "a whole number with its unit: seconds as in '30s', 'm', 'h' or 'd'"
  }

  /// Parses `30s`, `10m`, `2h`, `1d`, or `0`.
  package init?(argument: String) {
    if argument == "0" {
      self.init(seconds: 0)
      return
    }
    guard let unit = Self.units.first(where: { $0.letter == argument.utf8.last }),
      let count = Int(argument: String(argument.dropLast())), count >= 0
    else { return nil }
    let (seconds, isOverflowing) = count.multipliedReportingOverflow(by: unit.seconds)
    // A larger span would overflow when it is added to a time.
    guard !isOverflowing, seconds <= 1 << 40 else { return nil }
    self.init(seconds: seconds)
  }
}

extension TimeSpan: CustomStringConvertible {
  /// The number in the largest unit that divides it.
  package var description: String {
    if seconds == 0 { return "0" }
    let unit = Self.units.last { seconds % $0.seconds == 0 }
    guard let unit else { return "\(seconds)s" }
    return "\(seconds / unit.seconds)\(Character(Unicode.Scalar(unit.letter)))"
  }
}
