import Formats
import Jokes
@testable import Runs
import Scan
import SystemIO
import Testing

struct ArgumentValueTests {
  @Test(arguments: ["0", "7", "-7", "007", "9223372036854775807"])
  func `whole numbers are read`(argument: String) {
    #expect(Int(argument: argument) != nil)
  }

  @Test(arguments: ["", "+7", "-", "7.0", "1e3", "1_000", " 7", "0x10", "9223372036854775808", "٣"])
  func `anything else is no whole number`(argument: String) {
    #expect(Int(argument: argument) == nil)
  }

  @Test func `an empty text is no value`() {
    #expect(String(argument: "") == nil)
    #expect(String?(argument: "") == nil)
    #expect(String?(argument: "x") == .some(.some("x")))
  }

  @Test(arguments: [
    ("2026-03-01T04:05:06Z", 1_772_337_906), ("0", 0), ("1772337906", 1_772_337_906),
    ("-1", -1), ("253402300799", 253_402_300_799),
  ])
  func `a time is RFC 3339 or whole seconds`(argument: String, seconds: Int64) {
    #expect(Timestamp(argument: argument) == Timestamp(seconds: seconds))
  }

  @Test(arguments: ["", "now", "2026-03-01", "1.5", "253402300800", "2026-03-01T04:05:06"])
  func `anything else is no time`(argument: String) {
    #expect(Timestamp(argument: argument) == nil)
  }

  @Test func `an enum takes its words and says them`() {
    #expect(ColorMode(argument: "always") == .always)
    #expect(ColorMode(argument: "ALWAYS") == nil)
    #expect(ColorMode.expectation == "'auto', 'always' or 'never'")
    #expect(ColorMode?.allowedWords == ["auto", "always", "never"])
    #expect(LogFormat.json.argumentText == "json")
  }

  @Test func `a value's text is read as the same value`() {
    let time = Timestamp(seconds: 1, nanoseconds: 500_000_000)
    #expect(time.argumentText.flatMap(Timestamp.init(argument:)) == time)
    #expect(Int?.none.argumentText == nil)
    #expect(Int?.some(3).argumentText == "3")
  }

  @Test func `a date is a day of the calendar`() {
    #expect(CalendarDate(argument: "2026-12-24")?.month == 12)
    #expect(CalendarDate(argument: "2028-02-29")?.argumentText == "2028-02-29")
  }

  @Test(arguments: [
    "", "2026-02-29", "2026-13-01", "2026-3-1", "24.12.2026", "2026-12-24T00:00:00Z",
  ])
  func `anything else is no date`(argument: String) {
    #expect(CalendarDate(argument: argument) == nil)
  }
}

struct ArgumentValuesTests {
  @Test func `the domain's names are read as options`() {
    #expect(
      DatabaseName(argument: "projects/p/databases/d")?.argumentText == "projects/p/databases/d")
    #expect(DatabaseName(argument: "p") == nil)
    #expect(RatingScale(argument: "five-point") == .fivePoint)
    #expect(UnexpectedRatingPolicy(argument: "drop") == .drop)
    #expect(UnexpectedRatingPolicy(argument: "Drop") == nil)
    #expect(BinaryRating(argument: "hilarious") == .hilarious)
  }
}
