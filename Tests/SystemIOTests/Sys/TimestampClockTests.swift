import Scan
import SystemIO
import Testing

struct TimestampClockTests {
  @Test func `the clock is in whole milliseconds and in this century`() {
    let now = Timestamp.clock
    #expect(now.nanoseconds % 1_000_000 == 0)
    #expect(now > Timestamp(seconds: 1_700_000_000))
  }
}
