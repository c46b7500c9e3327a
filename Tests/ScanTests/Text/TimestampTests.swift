import Foundation
import Scan
import TestSupport
import Testing

struct TimestampTests {
  @Test(arguments: [
    ("1970-01-01T00:00:00Z", 0, 0), ("1969-12-31T23:59:59.5Z", -1, 500_000_000),
    ("2026-03-01T04:05:06Z", 1_772_337_906, 0),
    ("2026-03-01T05:05:06.789+01:00", 1_772_337_906, 789_000_000),
    ("2026-02-28T22:35:06-05:30", 1_772_337_906, 0),
    ("2000-02-29T00:00:00Z", 951_782_400, 0), ("1900-03-01T00:00:00Z", -2_203_891_200, 0),
    ("2016-12-31T23:59:60Z", 1_483_228_800, 0),
    ("2026-03-01t04:05:06z", 1_772_337_906, 0),
    ("2026-03-01T04:05:06.000000001Z", 1_772_337_906, 1),
    ("2026-03-01T04:05:06.1234567899Z", 1_772_337_906, 123_456_789),
    ("0001-01-01T00:00:00Z", -62_135_596_800, 0),
    ("9999-12-31T23:59:59.999999999Z", 253_402_300_799, 999_999_999),
  ])
  func `a moment is read`(text: String, seconds: Int64, nanoseconds: Int32) {
    #expect(
      Timestamp(rfc3339: text) == Timestamp(seconds: seconds, nanoseconds: nanoseconds))
  }

  @Test(arguments: [
    "", "2026-03-01", "2026-03-01T04:05:06", "2026-03-01 04:05:06Z", "2026-02-29T00:00:00Z",
    "1900-02-29T00:00:00Z", "2026-13-01T00:00:00Z", "2026-00-01T00:00:00Z", "2026-01-00T00:00:00Z",
    "2026-04-31T00:00:00Z", "2026-03-01T24:00:00Z", "2026-03-01T00:60:00Z", "2026-03-01T00:00:61Z",
    "2026-03-01T00:00:00.Z", "2026-03-01T00:00:00+24:00", "2026-03-01T00:00:00+00:60",
    "2026-03-01T00:00:00+0000", "2026-03-01T00:00:00ZZ", "2026-03-01T00:00:00Z ",
    "26-03-01T00:00:00Z", "+026-03-01T00:00:00Z", "0000-01-01T00:00:00Z",
    "0001-01-01T00:00:00+00:01", "9999-12-31T23:59:59-00:01", "２026-03-01T00:00:00Z",
    "2026-03-01T-1:00:00Z", "2026-03-01T00:00:00,5Z", "2026-03-01T00:00:00\u{0}",
  ])
  func `invalid timestamps are not parsed`(text: String) {
    #expect(Timestamp(rfc3339: text) == nil)
  }

  @Test(arguments: [
    (0, "1970-01-01T00:00:00Z"), (500_000_000, "1970-01-01T00:00:00.500Z"),
    (1_000_000, "1970-01-01T00:00:00.001Z"), (1_000, "1970-01-01T00:00:00.000001Z"),
    (1, "1970-01-01T00:00:00.000000001Z"), (123_456_789, "1970-01-01T00:00:00.123456789Z"),
  ])
  func `a fraction has 0, 3, 6 or 9 digits`(nanoseconds: Int32, text: String) {
    #expect(Timestamp(seconds: 0, nanoseconds: nanoseconds).description == text)
  }

  @Test func `random moments are spelled as Foundation spells them, and read back`() throws {
    var generator = SeededGenerator(seed: 42)
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = try #require(TimeZone(identifier: "GMT"))
    // From 1583 on, when Foundation's calendar has become Gregorian too.
    for _ in 0..<2000 {
      let seconds = Int64.random(in: -12_212_553_600...253_402_300_799, using: &generator)
      let nanoseconds = generator.pick([0, 5, 7_000, 90_000_000] as [Int32])
      let moment = Timestamp(seconds: seconds, nanoseconds: nanoseconds)
      let parts = calendar.dateComponents(
        [.year, .month, .day, .hour, .minute, .second],
        from: Date(timeIntervalSince1970: Double(seconds)))
      let values = [
        parts.year, parts.month, parts.day, parts.hour, parts.minute, parts.second,
      ].map { $0 ?? -1 }
      let plain = String(
        format: "%04d-%02d-%02dT%02d:%02d:%02d", values[0], values[1], values[2], values[3],
        values[4], values[5])
      #expect(moment.description.hasPrefix(plain), "\(seconds)")
      #expect(Timestamp(rfc3339: moment.description) == moment)
    }
  }

  @Test func `every day of the calendar follows the one before`() {
    var (year, month, day) = (1, 1, 1)
    for number in -719_162...2_932_896 {
      let date = CalendarDate(daysSince1970: number)
      guard date.year == year, date.month == month, date.day == day, date.daysSince1970 == number
      else {
        Issue.record("day \(number) is \(date), not \(year)-\(month)-\(day)")
        return
      }
      let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
      let length = month == 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].contains(month) ? 30 : 31
      day += 1
      if day > length { (month, day) = (month + 1, 1) }
      if month > 12 { (year, month) = (year + 1, 1) }
    }
  }

  @Test func `a date alone is read and spelled`() {
    #expect(CalendarDate("2028-02-29")?.description == "2028-02-29")
    #expect(CalendarDate("0999-01-01")?.description == "0999-01-01")
    #expect(CalendarDate("2027-02-29") == nil)
    #expect(CalendarDate("2027-2-01") == nil)
    #expect(CalendarDate("2027/02/01") == nil)
  }

  @Test func `moments are in order`() {
    let moments = [(-2, 999), (-1, 0), (-1, 1), (0, 0), (0, 999_999_999), (1, 0)].map {
      Timestamp(seconds: $0.0, nanoseconds: $0.1)
    }
    #expect(moments.shuffled().sorted() == moments)
  }

  @Test func `a moment is also a number of seconds`() {
    #expect(Timestamp(seconds: 10, nanoseconds: 250_000_000).secondsSince1970 == 10.25)
    #expect(Timestamp(seconds: -1, nanoseconds: 500_000_000).secondsSince1970 == -0.5)
  }
}
