import Jokes
import TestSupport
import Testing

struct ShareScoreTests {
  private func score(_ count: Int, of total: Int) -> ShareScore {
    ShareScore(count, of: total, averageTotal: 4, averageShare: 0.25)
  }

  @Test(arguments: [(1, 1, 0.2065), (10, 10, 0.7225), (0, 5, 0), (1, 2, 0.0945), (80, 100, 0.7112)])
  func `the Wilson bound is the known one`(count: Int, total: Int, bound: Double) {
    #expect(abs(score(count, of: total).wilsonBound - bound) < 0.000_1)
  }

  @Test(arguments: 1...60)
  func `at the Wilson bound the share seen is just 1.96 deviations away`(total: Int) {
    for count in 0...total {
      let share = Double(count) / Double(total)
      let bound = score(count, of: total).wilsonBound
      #expect(0 <= bound && bound <= share)
      let deviation = (bound * (1 - bound) / Double(total)).squareRoot()
      #expect(abs(share - bound - 1.96 * deviation) < 1e-7, "\(count) of \(total)")
    }
  }

  @Test func `the Bayesian mean adds an average joke's ratings of the average share`() {
    #expect(score(3, of: 4).bayesianMean == 0.5)
    #expect(score(1, of: 1).bayesianMean == 0.4)
    #expect(abs(score(3_000_000, of: 4_000_000).bayesianMean - 0.75) < 1e-5)
  }

  @Test func `a tally scores the jokes that have ratings`() throws {
    var tally = Tally()
    for (joke, hilarious, horrible) in [("a", 3, 1), ("é", 0, 2), ("e\u{301}", 0, 0)] {
      tally.count(Array(joke.utf8).span, hilarious: hilarious, horrible: horrible)
    }
    let jokes = ["a", "é", "e\u{301}", "other"].map { JokeID($0) }
    let scores = tally.scores(of: jokes, as: .horrible)
    #expect(scores.count == 2)
    // 6 ratings of 2 jokes, half of them horrible.
    #expect(scores[JokeID("a")] == ShareScore(1, of: 4, averageTotal: 3, averageShare: 0.5))
    #expect(scores[JokeID("é")] == ShareScore(2, of: 2, averageTotal: 3, averageShare: 0.5))
    #expect(Tally().scores(of: jokes, as: .hilarious).isEmpty)
  }
}
