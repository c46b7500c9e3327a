import Formats
import Jokes
import Scan
import SystemIO
import Testing

struct RankingPeriodTests {
  private func range(_ first: String?, _ last: String?) -> RankingPeriod {
    RankingPeriod(WeekRange(from: first.flatMap { ISOWeek($0) }, to: last.flatMap { ISOWeek($0) }))
  }

  private func ends(_ period: RankingPeriod) -> [String?] {
    [period.start?.description, period.end?.description]
  }

  @Test func `a week is from Monday to the last millisecond of Sunday`() {
    let week = RankingPeriod.week("2026-W53")
    #expect(week.id == "2026-W53")
    #expect(ends(week) == ["2026-12-28T00:00:00Z", "2027-01-03T23:59:59.999Z"])
    #expect(ends(.week("9999-W51")) == ["9999-12-20T00:00:00Z", "9999-12-26T23:59:59.999Z"])
  }

  @Test func `a moment that no Firestore timestamp has is left out`() {
    #expect(ends(.week("9999-W52")) == ["9999-12-27T00:00:00Z", nil])
    #expect(ends(.week("0001-W01")) == ["0001-01-01T00:00:00Z", "0001-01-07T23:59:59.999Z"])
    #expect(ends(.week("0000-W52")) == [nil, nil])
  }

  @Test(arguments: [RankingPeriod.allTime, .week("2025-W53"), .week("2026-W01--2026-W02")])
  func `all time, and a label that is no week, have no ends`(period: RankingPeriod) {
    #expect(ends(period) == [nil, nil])
  }

  @Test func `some weeks are named by both ends, and never like all time`() {
    let (start, end) = ("2025-12-29T00:00:00Z", "2026-02-15T23:59:59.999Z")
    let whole = range("2026-W01", "2026-W07")
    #expect(whole.id == "2026-W01--2026-W07")
    #expect(ends(whole) == [start, end])
    #expect(range("2026-W01", nil).id == "2026-W01--")
    #expect(ends(range("2026-W01", nil)) == [start, nil])
    #expect(range(nil, "2026-W07").id == "--2026-W07")
    #expect(ends(range(nil, "2026-W07")) == [nil, end])
    #expect(range("2026-W07", "2026-W07") == .week("2026-W07"))
  }

  @Test(arguments: ["2026-W07", "W7", "é", "__id7__", "a b", String(repeating: "w", count: 1500)])
  func `a label that Firestore allows as an id names a document`(label: String) {
    let isAccepted = RankingPeriod.accepts(Array(label.utf8).span)
    #expect(isAccepted)
  }

  @Test(arguments: [
    "", "all_time", ".", "..", "a/b", "__a__", String(repeating: "w", count: 1501),
  ])
  func `a label that Firestore does not allow as an id is not accepted`(label: String) {
    let isAccepted = RankingPeriod.accepts(Array(label.utf8).span)
    #expect(!isAccepted)
  }
}
