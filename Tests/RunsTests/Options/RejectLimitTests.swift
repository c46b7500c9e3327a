@testable import Runs
import Testing

struct RejectLimitTests {
  @Test(
    arguments: [
      ("0", .count(0)), ("25", .count(25)), ("5%", share(50_000)),
      ("0.5%", share(5_000)), ("0.0001%", share(1)),
      ("100%", share(1_000_000)), ("0%", share(0)),
    ] as [(String, RejectLimit)])
  func `a number or a percentage is read, and written the same`(text: String, limit: RejectLimit) {
    #expect(RejectLimit(argument: text) == limit)
    #expect(limit.argumentText == text)
  }

  @Test(arguments: [
    "", "%", "0.5", "-1", "101%", "100.0001%", "1.%", ".5%", "1.00001%", "5 %", "five", "1e2%",
    "-5%",
    "1.2.3%", "99999999999999999999%",
  ])
  func `anything else is no limit`(text: String) {
    #expect(RejectLimit(argument: text) == nil)
  }

  @Test(
    arguments: [
      (.count(0), 0, 10, false), (.count(0), 1, 10, true), (.count(3), 3, 3, false),
      (share(1_000), 1, 1_000, false), (share(1_000), 2, 1_000, true),
      (share(2_900), 29, 10_000, false), (share(0), 0, 0, false),
      (share(1_000_000), Int.max, Int.max, false),
      (share(999_999), Int.max, Int.max, true),
    ] as [(RejectLimit, Int, Int, Bool)])
  func `a limit is exceeded only beyond it`(
    limit: RejectLimit, rejects: Int, records: Int, isExceeded: Bool
  ) {
    #expect(limit.reading(rejects: rejects, of: records).isExceeded == isExceeded)
  }
}

private func share(_ partsPerMillion: Int) -> RejectLimit {
  .share(Percentage(partsPerMillion: partsPerMillion))
}
