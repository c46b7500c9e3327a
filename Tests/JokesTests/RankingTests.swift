import Jokes
import TestSupport
import Testing

private func tally(_ counts: [(String, hilarious: Int, horrible: Int)]) -> Tally {
  var tally = Tally()
  for (id, hilarious, horrible) in counts {
    if hilarious > 0 { tally.count(Array(id.utf8).span, as: .hilarious, times: hilarious) }
    if horrible > 0 { tally.count(Array(id.utf8).span, as: .horrible, times: horrible) }
  }
  return tally
}

struct RankingTests {
  @Test func `the highest count comes first, ties by the bytes of the id`() {
    let ranking = Ranking(
      of: tally([("b", 2, 0), ("é", 5, 0), ("z", 5, 1), ("a", 2, 0)]), length: 3)
    #expect(
      ranking.hilarious.jokes == [
        RankedJoke(id: JokeID("z"), count: 5, rank: 1),
        RankedJoke(id: JokeID("é"), count: 5, rank: 2),
        RankedJoke(id: JokeID("a"), count: 2, rank: 3),
      ])
    #expect(ranking.hilarious.tiesLeftOff == 1)
    #expect(ranking.horrible.jokes == [RankedJoke(id: JokeID("z"), count: 1, rank: 1)])
    #expect(ranking.horrible.tiesLeftOff == 0)
    #expect(ranking.hilariousTotal == 14)
    #expect(ranking.horribleTotal == 1)
  }

  @Test func `two spellings of one accented letter have a place each`() {
    let jokes = Ranking(of: tally([("caf\u{E9}", 3, 0), ("cafe\u{301}", 3, 0)]), length: 10)
      .hilarious.jokes
    #expect(
      jokes.map { Array($0.id.text.utf8) } == [Array("cafe\u{301}".utf8), Array("caf\u{E9}".utf8)])
    #expect(jokes.map(\.rank) == [1, 2])
  }

  @Test func `no ratings make empty lists`() {
    let ranking = Ranking(of: Tally(), length: 10)
    #expect(ranking.hilarious == Ranking.List(jokes: []))
    #expect(ranking.horrible == Ranking.List(jokes: []))
    #expect(ranking.hilariousTotal == 0)
  }

  @Test func `a list of no length still has its total`() {
    let ranking = Ranking(of: tally([("a", 2, 0)]), length: 0)
    #expect(ranking.hilarious.jokes.isEmpty)
    #expect(ranking.hilarious.tiesLeftOff == 0)
    #expect(ranking.hilariousTotal == 2)
  }

  @Test func `each verdict has its list`() {
    let ranking = Ranking(of: tally([("a", 2, 0), ("b", 0, 3)]), length: 10)
    #expect(ranking.list(.hilarious) == ranking.hilarious)
    #expect(ranking.list(.horrible) == ranking.horrible)
  }

  @Test(arguments: SeededGenerator.seeds(30))
  func `a ranking is what a plain sort gives`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var counts: [(String, hilarious: Int, horrible: Int)] = []
    for number in 0..<Int.random(in: 0...60, using: &generator) {
      let id = generator.pick(["j", "é", "😀", "Z", "\u{FFFD}", ""]) + String(number)
      let highest = generator.pick([1, 3, 50])
      counts.append(
        (
          id, Int.random(in: 0...highest, using: &generator),
          Int.random(in: 0...highest, using: &generator)
        ))
    }
    let length = Int.random(in: 0...20, using: &generator)
    let ranking = Ranking(of: tally(counts), length: length)
    expect(ranking.hilarious, length, counts.map { ($0.0, $0.hilarious) }, seed)
    expect(ranking.horrible, length, counts.map { ($0.0, $0.horrible) }, seed)
  }

  private func expect(
    _ list: Ranking.List, _ length: Int, _ counts: [(String, Int)], _ seed: UInt64
  ) {
    let sorted = counts.filter { $0.1 > 0 }.sorted { one, other in
      one.1 != other.1
        ? one.1 > other.1 : Array(one.0.utf8).lexicographicallyPrecedes(Array(other.0.utf8))
    }
    #expect(list.jokes.map(\.id) == sorted.prefix(length).map { JokeID($0.0) }, "seed \(seed)")
    #expect(list.jokes.map(\.count) == sorted.prefix(length).map(\.1), "seed \(seed)")
    #expect(list.jokes.map(\.rank) == Array(1..<list.jokes.count + 1), "seed \(seed)")
    let last = list.jokes.last?.count
    #expect(list.tiesLeftOff == sorted.dropFirst(length).count { $0.1 == last }, "seed \(seed)")
  }
}
