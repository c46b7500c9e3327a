/// A moment, in UTC: whole seconds since 1970 and the nanoseconds after them.
///
/// Its text is RFC 3339 with a `Z`; it reads any offset, and loses none of nine fraction digits.
/// Years 1 to 9999, as a Firestore timestamp.
package struct Timestamp: Hashable, Sendable {
  /// Whole seconds since 1970, rounded down.
  package var seconds: Int64
  /// The rest, 0 to 999,999,999.
  package var nanoseconds: Int32

  package init(seconds: Int64, nanoseconds: Int32 = 0) {
    self.seconds = seconds
    self.nanoseconds = nanoseconds
  }

  /// The time as fractional seconds since 1970, as property lists of apps hold it.
  package var secondsSince1970: Double { Double(seconds) + Double(nanoseconds) / 1e9 }

  /// The day in UTC.
  package var date: CalendarDate {
    CalendarDate(daysSince1970: Int(seconds.flooredDivision(by: 86_400)))
  }

  /// The first and the last second that RFC 3339 can express.
  package static let secondsRange: ClosedRange<Int64> = -62_135_596_800...253_402_300_799
}

extension Timestamp: Comparable {
  package static func < (one: Timestamp, other: Timestamp) -> Bool {
    (one.seconds, one.nanoseconds) < (other.seconds, other.nanoseconds)
  }
}

extension Timestamp: CustomStringConvertible {
  /// The moment in RFC 3339, with 0, 3, 6 or 9 digits of fraction, as Firestore spells it.
  package var description: String {
    var text = ScratchBytes()
    text.append(self)
    return text.span.text
  }
}

extension ScratchBytes {
  /// Appends a moment in RFC 3339, with 0, 3, 6 or 9 digits of fraction, as Firestore spells it.
  package mutating func append(_ moment: Timestamp) {
    let day = moment.seconds.flooredDivision(by: 86_400)
    let secondOfDay = Int(moment.seconds - day * 86_400)
    append(CalendarDate(daysSince1970: Int(day)))
    append("T")
    appendDecimal(secondOfDay / 3600, digits: 2)
    append(":")
    appendDecimal(secondOfDay / 60 % 60, digits: 2)
    append(":")
    appendDecimal(secondOfDay % 60, digits: 2)
    append(fraction: Int(moment.nanoseconds))
    append("Z")
  }

  private mutating func append(fraction nanoseconds: Int) {
    if nanoseconds == 0 { return }
    append(".")
    if nanoseconds % 1_000_000 == 0 {
      appendDecimal(nanoseconds / 1_000_000, digits: 3)
    } else if nanoseconds % 1_000 == 0 {
      appendDecimal(nanoseconds / 1_000, digits: 6)
    } else {
      appendDecimal(nanoseconds, digits: 9)
    }
  }

  /// Appends a date as `2026-03-01`.
  fileprivate mutating func append(_ date: CalendarDate) {
    appendDecimal(date.year, digits: 4)
    append("-")
    appendDecimal(date.month, digits: 2)
    append("-")
    appendDecimal(date.day, digits: 2)
  }
}

extension Timestamp {
  /// Parses RFC 3339: `2026-03-01T04:05:06Z`, `…06.789+01:00`; nil for anything else.
  ///
  /// Fraction digits past the ninth are cut off. A leap second reads as the second after it.
  package init?(rfc3339 text: some StringProtocol) {
    self.init(rfc3339: ContiguousArray(text.utf8).span)
  }

  /// The same of UTF-8 bytes, with at most this many fraction digits.
  package init?(rfc3339 text: Span<UInt8>, fractionDigits limit: Int = .max) {
    guard text.count >= 20, text[10] | 0x20 == UInt8(ascii: "t"), text[13] == UInt8(ascii: ":"),
      text[16] == UInt8(ascii: ":"), let date = CalendarDate(text.extracting(0..<10)),
      let hour = text.pair(at: 11), hour < 24, let minute = text.pair(at: 14), minute < 60,
      let second = text.pair(at: 17), second < 61
    else { return nil }
    var (end, nanoseconds) = (19, 0)
    if text[19] == UInt8(ascii: ".") {
      end = 20
      var unit = 100_000_000
      while end < text.count, let digit = text.digit(at: end) {
        nanoseconds &+= digit &* unit
        unit /= 10
        end &+= 1
      }
      if end == 20 || end - 20 > limit { return nil }
    }
    guard let offset = Self.offsetSeconds(text.extracting(end..<text.count)) else { return nil }
    let seconds = date.daysSince1970 * 86_400 + hour * 3600 + minute * 60 + second - offset
    guard Self.secondsRange.contains(Int64(seconds)) else { return nil }
    self.init(seconds: Int64(seconds), nanoseconds: Int32(nanoseconds))
  }

  private static func offsetSeconds(_ zone: Span<UInt8>) -> Int? {
    if zone.count == 1 { return zone[0] | 0x20 == UInt8(ascii: "z") ? 0 : nil }
    guard zone.count == 6, zone[3] == UInt8(ascii: ":"), let hours = zone.pair(at: 1),
      hours < 24, let minutes = zone.pair(at: 4), minutes < 60
    else { return nil }
    switch zone[0] {
    case UInt8(ascii: "+"): return hours * 3600 + minutes * 60
    case UInt8(ascii: "-"): return -(hours * 3600 + minutes * 60)
    default: return nil
    }
  }
}

/// A day of the Gregorian calendar, without a time zone.
package struct CalendarDate: Hashable, Sendable {
  /// The year, 1 to 9999.
  package let year: Int
  /// The month, 1 to 12.
  package let month: Int
  /// The day of the month, from 1.
  package let day: Int

  /// The date this many days after 1 January 1970.
  ///
  /// Counts in eras of 400 years that start on 1 March, so that a leap day ends a year.
  package init(daysSince1970: Int) {
    let days = daysSince1970 + 719_468
    let era = days.flooredDivision(by: 146_097)
    let dayOfEra = days - era * 146_097
    let yearOfEra =
      (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shifted = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * shifted + 2) / 5 + 1
    month = shifted < 10 ? shifted + 3 : shifted - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  }

  /// Parses `2026-03-01`; nil if there is no such day.
  package init?(_ text: some StringProtocol) { self.init(ContiguousArray(text.utf8).span) }

  fileprivate init?(_ bytes: Span<UInt8>) {
    guard bytes.count == 10, bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-"),
      let century = bytes.pair(at: 0), let yearOfCentury = bytes.pair(at: 2),
      let month = bytes.pair(at: 5), (1...12).contains(month), let day = bytes.pair(at: 8), day >= 1
    else { return nil }
    let year = century * 100 + yearOfCentury
    guard year > 0, day <= Self.dayCount(of: month, in: year) else { return nil }
    (self.year, self.month, self.day) = (year, month, day)
  }

  private static func dayCount(of month: Int, in year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// Days since 1 January 1970, negative before it.
  package var daysSince1970: Int {
    let shiftedYear = month <= 2 ? year - 1 : year
    let era = shiftedYear.flooredDivision(by: 400)
    let yearOfEra = shiftedYear - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }
}

extension CalendarDate: CustomStringConvertible {
  package var description: String {
    var text = ScratchBytes()
    text.append(self)
    return text.span.text
  }
}

extension Span<UInt8> {
  /// The value of a decimal digit; nil for another byte.
  @inline(__always)
  fileprivate func digit(at offset: Int) -> Int? {
    let digit = self[offset] &- UInt8(ascii: "0")
    return digit < 10 ? Int(digit) : nil
  }

  /// The value of two decimal digits; nil where one is something else.
  @inline(__always)
  fileprivate func pair(at offset: Int) -> Int? {
    guard let tens = digit(at: offset), let ones = digit(at: offset &+ 1) else { return nil }
    return tens &* 10 &+ ones
  }
}

extension FixedWidthInteger where Self: SignedInteger {
  fileprivate func flooredDivision(by divisor: Self) -> Self {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? quotient - 1 : quotient
  }
}
