import Jokes
import TestSupport
import Testing

struct StandingTests {
  private func tally(_ counts: [String: Int]) -> Tally {
    var tally = Tally()
    for (id, count) in counts where count > 0 {
      tally.count(ContiguousArray(id.utf8).span, as: .hilarious, times: count)
    }
    return tally
  }

  @Test func `a joke on the list is measured against the first that is left off`() {
    let standing = tally(["a": 5, "b": 3, "c": 3]).standing(
      of: JokeID("b"), as: .hilarious, length: 2)
    #expect(standing.place == 2 && standing.isListed && standing.jokeCount == 3)
    #expect(standing.distance == 0 && standing.winsTies)
    #expect(standing.rival == RankedJoke(id: JokeID("c"), count: 3, rank: 3))
  }

  @Test func `a joke that is left off is measured against the last of the list`() {
    let standing = tally(["a": 5, "b": 3, "c": 3]).standing(
      of: JokeID("c"), as: .hilarious, length: 2)
    #expect(standing.place == 3 && !standing.isListed)
    #expect(standing.distance == 1 && !standing.winsTies)
    #expect(standing.rival?.id == JokeID("b"))
  }

  @Test func `where the list has room, one rating is enough`() {
    let standing = tally(["a": 5]).standing(of: JokeID("x"), as: .hilarious, length: 10)
    #expect(standing.place == nil && standing.count == 0 && standing.rival == nil)
    #expect(standing.distance == 1)
    let other = tally(["a": 5]).standing(of: JokeID("a"), as: .horrible, length: 10)
    #expect(other.distance == 1 && other.jokeCount == 0)
  }

  @Test(arguments: SeededGenerator.seeds(200))
  func `so many more or fewer ratings, and no fewer, change whether it is listed`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let ids = ["a", "b", "c", "d", "e"]
    var counts = Dictionary(
      uniqueKeysWithValues: ids.map { ($0, Int.random(in: 0...4, using: &generator)) })
    let (id, length) = (generator.pick(ids), Int.random(in: 1...4, using: &generator))
    func isListed(_ count: Int) -> Bool {
      counts[id] = count
      return tally(counts).standing(of: JokeID(id), as: .hilarious, length: length).isListed
    }
    let count = counts[id] ?? 0
    let standing = tally(counts).standing(of: JokeID(id), as: .hilarious, length: length)
    if standing.isListed {
      #expect(isListed(count - standing.distance), "seed \(seed)")
      #expect(!isListed(count - standing.distance - 1), "seed \(seed)")
    } else {
      #expect(isListed(count + standing.distance), "seed \(seed)")
      #expect(standing.distance > 0, "seed \(seed)")
      #expect(!isListed(count + standing.distance - 1), "seed \(seed)")
    }
  }
}
