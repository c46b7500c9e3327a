@testable import Runs
import Testing

struct TimeSpanTests {
  @Test(arguments: [("0", 0), ("30s", 30), ("10m", 600), ("2h", 7200), ("1d", 86_400)])
  func `a number with its unit is read, and written the same`(text: String, seconds: Int) {
    #expect(TimeSpan(argument: text)?.seconds == seconds)
    #expect(TimeSpan(seconds: seconds).argumentText == text)
  }

  @Test(arguments: [("90s", "90s"), ("60s", "1m"), ("48h", "2d"), ("00s", "0")])
  func `the largest unit is written that tells it`(text: String, shown: String) {
    #expect(TimeSpan(argument: text)?.description == shown)
  }

  @Test(arguments: [
    "", "s", "30", "-1s", "+1s", "1.5h", "1 h", "1w", "1H", "5min", "1099511627777s",
    "99999999999999999999d", "106751991167300d",
  ])
  func `anything else is no time`(text: String) {
    #expect(TimeSpan(argument: text) == nil)
  }
}
