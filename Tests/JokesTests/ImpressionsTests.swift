import Jokes
import TestSupport
import Testing

private func ids(_ numbers: some Sequence<Int>) -> [JokeID] { numbers.map { JokeID("\($0)") } }

struct ImpressionsTests {
  @Test func `the 501st pushes the first out`() {
    var impressions = Impressions(ids(0..<500))
    #expect(impressions.contains(JokeID("0")))
    impressions.mark(JokeID("new"))
    #expect(!impressions.contains(JokeID("0")))
    #expect(impressions.jokes == ids(1..<500) + [JokeID("new")])
  }

  @Test func `one that is there already does not move`() {
    var impressions = Impressions(ids(0..<500))
    impressions.mark(JokeID("0"))
    #expect(impressions.jokes == ids(0..<500))
  }

  @Test func `of too many in a dump the newest are remembered`() {
    let impressions = Impressions(ids(0..<502))
    #expect(impressions.jokes == ids(2..<502))
    #expect(!impressions.contains(JokeID("1")))
  }

  @Test func `a joke that a dump holds twice is forgotten with its last impression`() {
    var impressions = Impressions(ids([7, 7]) + ids(10..<508))
    impressions.mark(JokeID("a"))
    #expect(impressions.contains(JokeID("7")))
    impressions.mark(JokeID("b"))
    #expect(!impressions.contains(JokeID("7")))
  }

  @Test(arguments: SeededGenerator.seeds(20))
  func `impressions behave as a plain list of the last 500`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var plain: [JokeID] = []
    var impressions = Impressions()
    for _ in 0..<2000 {
      let joke = JokeID("\(Int.random(in: 0..<700, using: &random))")
      if !plain.contains(joke) { plain = (plain + [joke]).suffix(500) }
      impressions.mark(joke)
    }
    #expect(impressions.jokes == plain)
    #expect(
      (0..<700).allSatisfy {
        impressions.contains(JokeID("\($0)")) == plain.contains(JokeID("\($0)"))
      })
  }
}
