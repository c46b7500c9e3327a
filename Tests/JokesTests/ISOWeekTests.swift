import Jokes
import Testing

struct ISOWeekTests {
  /// Weeks, and the days from 1 January 1970 to their Mondays.
  @Test(arguments: [
    ("1970-W01", -3), ("1970-W02", 4), ("2020-W53", 18_624), ("2021-W01", 18_631),
    ("2026-W01", 20_451), ("2026-W07", 20_493), ("2026-W53", 20_815), ("2027-W01", 20_822),
    ("2000-W01", 10_959), ("0001-W01", -719_162), ("9999-W51", 2_932_885),
    ("9999-W52", 2_932_892), ("0000-W01", -719_526), ("0000-W52", -719_169),
  ])
  func `a week begins on its Monday`(label: String, monday: Int) throws {
    let week = try #require(ISOWeek(label))
    #expect(week.mondaySince1970 == monday)
    #expect(week.description == label)
  }

  @Test(arguments: [
    "", "2026-W00", "2026-W54", "2025-W53", "2021-W53", "0000-W53", "9999-W53", "2026-W7",
    "2026-w07", "2026W07", "2026-W07 ", " 2026-W07", "2026-W07-1", "2026-W-7", "2026-W+7",
    "+026-W07", "20x6-W07", "2026-07", "２０２６-W07", "all_time", "2026-W0\u{0}",
  ])
  func `other labels are no weeks`(label: String) { #expect(ISOWeek(label) == nil) }

  @Test func `the weeks of all years follow each other without a gap`() {
    var monday = -719_526
    var count = 0
    var last: ISOWeek?
    for year in 0...9999 {
      for number in 1...53 {
        let digits = String(10_000 + year).dropFirst()
        guard let week = ISOWeek("\(digits)-W\(number < 10 ? "0" : "")\(number)") else {
          if number < 53 { Issue.record("\(year) has no week \(number)") }
          continue
        }
        if week.mondaySince1970 != monday { Issue.record("\(week) begins elsewhere") }
        if let last, !(last < week) { Issue.record("\(week) is not after \(last)") }
        (last, monday, count) = (week, monday + 7, count + 1)
      }
    }
    // The calendar repeats after 400 years, which are 20,871 weeks.
    #expect(count == 25 * 20_871)
  }

  @Test func `the years with 53 weeks are those of the calendar`() {
    let long = (2000...2030).filter { ISOWeek("\($0)-W53") != nil }
    #expect(long == [2004, 2009, 2015, 2020, 2026])
  }
}

struct WeekRangeTests {
  private static let weeks = ["2025-W52", "2026-W01", "2026-W02", "2027-W01"].map { ISOWeek($0) }

  @Test(arguments: weeks + [nil], weeks + [nil])
  func `a range has both of its ends, and what is between them`(first: ISOWeek?, last: ISOWeek?) {
    let range = WeekRange(from: first, to: last)
    if let first, let last, first > last {
      #expect(range == nil)
      return
    }
    for week in Self.weeks.compactMap({ $0 }) {
      let isAfter = first.map { $0.mondaySince1970 <= week.mondaySince1970 } ?? true
      let isBefore = last.map { week.mondaySince1970 <= $0.mondaySince1970 } ?? true
      #expect(range?.contains(week) == (isAfter && isBefore))
    }
    #expect(range?.onlyWeek == (first == last ? first : nil))
  }
}
