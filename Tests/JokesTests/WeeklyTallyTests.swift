import Jokes
import TestSupport
import Testing

/// Some ratings of weeks, counted by a weekly tally, and by a dictionary for each week.
private struct Ratings {
  var events: [(week: String, joke: String, verdict: BinaryRating)] = []

  init(seed: UInt64, count: Int) {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<count {
      events.append(
        (
          generator.pick(["2026-W07", "2026-W08", "a", "a-b", "é", "e\u{301}", "w"]),
          generator.pick(["j", "j/k", "/", "é", "e\u{301}", "2026-W07/j"]),
          generator.pick(BinaryRating.allCases)
        ))
    }
  }

  func tally(_ range: Range<Int>? = nil) -> WeeklyTally {
    var tally = WeeklyTally()
    for event in events[range ?? 0..<events.count] {
      tally.count(Array("\(event.week)/\(event.joke)".utf8).span, as: event.verdict)
    }
    return tally
  }

  var plainCounts: [[UInt8]: [JokeID: [Int]]] {
    events.reduce(into: [:]) { counts, event in
      let side = event.verdict == .hilarious ? 0 : 1
      counts[Array(event.week.utf8), default: [:]][JokeID(event.joke), default: [0, 0]][side] += 1
    }
  }
}

struct WeeklyTallyTests {
  private func contents(_ tally: WeeklyTally) -> [(label: [UInt8], counts: [JokeID: [Int]])] {
    var weeks: [([UInt8], [JokeID: [Int]])] = []
    tally.forEachWeek { weeks.append((Array($0.utf8), counts($1))) }
    return weeks
  }

  @Test(arguments: SeededGenerator.seeds(20))
  func `each week counts as a dictionary does, in the order of the labels' bytes`(seed: UInt64) {
    let ratings = Ratings(seed: seed, count: Int(seed) * 40)
    let weeks = contents(ratings.tally())
    let plain = ratings.plainCounts
    let labels = plain.keys.sorted { $0.lexicographicallyPrecedes($1) }
    #expect(weeks.map(\.label) == labels, "seed \(seed)")
    for (label, counts) in weeks { #expect(counts == plain[label], "seed \(seed)") }
  }

  @Test(arguments: SeededGenerator.seeds(20))
  func `parts merge into the whole`(seed: UInt64) {
    let ratings = Ratings(seed: seed, count: 300)
    var sum = ratings.tally(100..<300)
    sum.merge(ratings.tally(0..<100))
    let (merged, whole) = (contents(sum), contents(ratings.tally()))
    #expect(merged.map(\.label) == whole.map(\.label), "seed \(seed)")
    #expect(merged.map(\.counts) == whole.map(\.counts), "seed \(seed)")
  }

  @Test func `a week of which nothing counts is there, and empty`() {
    var tally = WeeklyTally()
    tally.enter(Array("2026-W07/".utf8).span)
    tally.count(Array("2026-W08/j".utf8).span, as: .horrible)
    tally.count(Array("2026-W08/j".utf8).span, as: .horrible, times: -1)
    let weeks = contents(tally)
    #expect(weeks.map(\.label) == ["2026-W07", "2026-W08"].map { Array($0.utf8) })
    #expect(weeks.map(\.counts) == [[:], [:]])
  }
}
