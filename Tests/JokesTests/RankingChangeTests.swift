import Jokes
import Testing

private func list(_ ids: String...) -> Ranking.List {
  Ranking.List(
    jokes: ids.enumerated().map { RankedJoke(id: JokeID($1), count: 9 - $0, rank: $0 + 1) })
}

struct RankingChangeTests {
  @Test func `jokes enter, leave and move`() {
    let change = RankingChange(from: list("a", "b", "c", "d"), to: list("b", "e", "c", "a"))
    #expect(change.entered == [JokeID("e")])
    #expect(change.left == [JokeID("d")])
    #expect(change.moved.map(\.id) == [JokeID("b"), JokeID("a")])
    #expect(change.moved.map(\.from) == [2, 1])
    #expect(change.moved.map(\.to) == [1, 4])
    #expect(!change.isEmpty)
  }

  @Test func `the same places are no change, whatever the counts`() {
    var newer = list("a", "b")
    newer.jokes[0].count = 1000
    newer.tiesLeftOff = 3
    #expect(RankingChange(from: list("a", "b"), to: newer).isEmpty)
  }

  @Test func `a list from nothing is all entered, and one to nothing all left`() {
    let none = Ranking.List(jokes: [])
    #expect(RankingChange(from: none, to: list("b", "a")).entered == [JokeID("b"), JokeID("a")])
    #expect(RankingChange(from: list("b", "a"), to: none).left == [JokeID("b"), JokeID("a")])
    #expect(RankingChange(from: none, to: none).isEmpty)
  }

  @Test func `two spellings of one letter are two jokes`() {
    let change = RankingChange(from: list("\u{E9}"), to: list("e\u{301}"))
    #expect(change.entered.count == 1)
    #expect(change.left.count == 1)
  }

  @Test func `a document that lists a joke twice does not stop the comparison`() {
    #expect(RankingChange(from: list("a", "a"), to: list("a")).isEmpty)
  }
}
