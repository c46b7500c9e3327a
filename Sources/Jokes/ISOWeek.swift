/// A week of ISO 8601, as events and rankings label it: `2026-W07`.
///
/// A week begins on Monday and belongs to the year that has its Thursday, so a year has 52 or 53.
/// Rules, “Rankings of weeks”.
public struct ISOWeek: Hashable, Sendable {
  /// The year to which the week belongs, 0 to 9999.
  public let year: Int
  /// The number in that year, 1 to 53.
  public let number: Int

  /// Parses a label; nil if ISO 8601 has no such week.
  public init?(_ label: Span<UInt8>) {
    guard label.count == 8, label[4] == UInt8(ascii: "-"), label[5] == UInt8(ascii: "W"),
      let year = Self.number(label.extracting(0..<4)),
      let number = Self.number(label.extracting(6..<8)),
      (1...Self.weekCount(of: year)).contains(number)
    else { return nil }
    (self.year, self.number) = (year, number)
  }

  /// Parses a label.
  public init?(_ label: String) { self.init(ContiguousArray(label.utf8).span) }

  /// The days from 1 January 1970 to its Monday; negative before it.
  public var mondaySince1970: Int { Self.firstMonday(of: year) + (number - 1) * 7 }

  private static func number(_ digits: Span<UInt8>) -> Int? {
    var value = 0
    for index in digits.indices {
      let digit = digits[index] &- UInt8(ascii: "0")
      guard digit < 10 else { return nil }
      value = value * 10 + Int(digit)
    }
    return value
  }

  private static func weekCount(of year: Int) -> Int {
    (firstMonday(of: year + 1) - firstMonday(of: year)) / 7
  }

  /// The days from 1 January 1970 to the Monday of a year's first week, the week with 4 January.
  private static func firstMonday(of year: Int) -> Int {
    let yearsBefore = year + 399
    let leapDays = yearsBefore / 4 - yearsBefore / 100 + yearsBefore / 400
    // 1 January of the year -399 was a Monday, 865,259 days before 1 January 1970.
    let fourthOfJanuary = yearsBefore * 365 + leapDays + 3
    return fourthOfJanuary - fourthOfJanuary % 7 - 865_259
  }
}

extension ISOWeek: Comparable {
  /// Whether the first week is before the second.
  public static func < (one: ISOWeek, other: ISOWeek) -> Bool {
    (one.year, one.number) < (other.year, other.number)
  }
}

extension ISOWeek: CustomStringConvertible {
  /// The label.
  public var description: String {
    let (yearDigits, digits) = (String(year), String(number))
    return String(repeating: "0", count: 4 - yearDigits.count) + yearDigits + "-W"
      + (digits.count < 2 ? "0" : "") + digits
  }
}

/// The weeks from one to another, both included; an end that is nil is open.
public struct WeekRange: Hashable, Sendable {
  /// The first week.
  public let first: ISOWeek?
  /// The last week.
  public let last: ISOWeek?

  /// Creates a range; nil if its first week is after its last.
  public init?(from first: ISOWeek?, to last: ISOWeek?) {
    if let first, let last, last < first { return nil }
    (self.first, self.last) = (first, last)
  }

  /// The one week that it has; nil if it has several.
  public var onlyWeek: ISOWeek? { first == last ? first : nil }

  /// Whether a week is in it.
  public func contains(_ week: ISOWeek) -> Bool {
    first.map { $0 <= week } ?? true && last.map { week <= $0 } ?? true
  }
}
