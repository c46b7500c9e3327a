import Jokes
@testable import Runs
import Scan
import Testing

struct RankingDifferenceTests {
  private func ranking(_ hilarious: [(String, Int)]) -> Ranking {
    let jokes = hilarious.enumerated().map {
      RankedJoke(id: JokeID($1.0), count: $1.1, rank: $0 + 1)
    }
    return Ranking(
      hilarious: .init(jokes: jokes), horrible: .init(jokes: []), hilariousTotal: 0,
      horribleTotal: 0)
  }

  @Test func `jokes that enter, leave and move are named on one line`() {
    let difference = RankingDifference(
      from: ranking([("a", 3), ("b", 2), ("c", 1)]), to: ranking([("d", 4), ("", 3), ("a", 2)]))
    #expect(!difference.isEmpty)
    #expect(difference.lines == ["hilarious: enter: d, ''; leave: b, c; move: a 1 → 3"])
  }

  @Test func `the same places may have other counts`() {
    let difference = RankingDifference(from: ranking([("a", 3)]), to: ranking([("a", 2)]))
    #expect(!difference.isEmpty)
    #expect(difference.lines == ["hilarious: the same places, with other counts"])
  }

  @Test func `a ranking does not differ from itself`() {
    let difference = RankingDifference(from: ranking([("a", 3)]), to: ranking([("a", 3)]))
    #expect(difference.isEmpty && difference.lines.isEmpty)
  }

  @Test func `a program gets both lists, also where nothing moved`() {
    var writer = JSONWriter()
    writer.object {
      RankingDifference(from: ranking([("a", 3)]), to: ranking([("b", 3), ("a", 1)])).facts
        .write(to: &$0)
    }
    #expect(
      String(decoding: writer.bytes, as: UTF8.self)
        == #"{"hilarious":{"entered":["b"],"left":[],"moved":[{"joke_id":"a","from":1,"to":2}]},"#
        + #""horrible":{"entered":[],"left":[],"moved":[]}}"#)
  }
}
