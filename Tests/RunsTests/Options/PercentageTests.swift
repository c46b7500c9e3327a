@testable import Runs
import Testing

struct PercentageTests {
  @Test(arguments: [
    ("0", 0), ("5", 50_000), ("5%", 50_000), ("0.5", 5_000), ("0.5%", 5_000), ("0.0001%", 1),
    ("100", 1_000_000), ("100%", 1_000_000),
  ])
  func `a percentage is read with its sign and without`(text: String, partsPerMillion: Int) {
    #expect(Percentage(argument: text) == Percentage(partsPerMillion: partsPerMillion))
  }

  @Test(arguments: [
    "", "%", "%%", "5%%", "101", "101%", "100.0001", "1.", ".5", "1.00001", "5 %", "1e2", "-5",
    "+5", "1.2.3", "1,5", "99999999999999999999",
  ])
  func `anything else is no percentage`(text: String) {
    #expect(Percentage(argument: text) == nil)
    #expect(GrowthLimit(argument: text) == nil || text.hasPrefix("10"))
  }

  @Test func `growth may be more than all`() throws {
    let limit = try #require(GrowthLimit(argument: "250.5")).percentage
    #expect(limit == Percentage(partsPerMillion: 2_505_000))
    #expect(limit.description == "250.5%")
    #expect(!limit.isExceeded(by: 501, of: 200) && limit.isExceeded(by: 502, of: 200))
    #expect(GrowthLimit(argument: "1000000%") != nil)
    #expect(GrowthLimit(argument: "1000000.0001%") == nil)
  }

  @Test(arguments: [
    (100_000, 42_011, 300_000, "14%"), (240_000, 1, 4, "25%"), (240_000, 6, 10, "60%"),
    (140_000, 42_011, 300_000, "14.004%"), (10_000, 1_001, 100_000, "1.001%"),
    (10_000, 100_001, 10_000_000, "1.0001%"), (0, 1, 1_000_000, "0.0001%"),
    (1_000, 52, 10_000, "0.52%"), (1_000_000, 3, 2, "150%"),
  ])
  func `an excess is printed with the digits that tell it from the limit`(
    limit: Int, part: Int, whole: Int, text: String
  ) {
    #expect(Percentage(partsPerMillion: limit).excess(of: part, in: whole) == text)
  }
}
