import Jokes
import TestSupport
import Testing

/// Some ratings, counted by a tally, and by a dictionary that leaves no room for doubt.
private struct Ratings {
  var events: [(id: String, verdict: BinaryRating)] = []

  init(seed: UInt64, count: Int, jokes: Int) {
    var generator = SeededGenerator(seed: seed)
    let stems = ["joke_", "é", "e\u{301}", "", "a long id that fills more than one word of eight "]
    for _ in 0..<count {
      let number = Int.random(in: 0..<jokes, using: &generator)
      let id = stems[number % stems.count] + (number < stems.count ? "" : String(number))
      events.append((id, generator.pick(BinaryRating.allCases)))
    }
  }

  var plainCounts: [JokeID: [Int]] {
    events.reduce(into: [:]) { counts, event in
      counts[JokeID(event.id), default: [0, 0]][event.verdict == .hilarious ? 0 : 1] += 1
    }
  }

  func tally(_ range: Range<Int>? = nil) -> Tally {
    var tally = Tally()
    for event in events[range ?? 0..<events.count] {
      tally.count(Array(event.id.utf8).span, as: event.verdict)
    }
    return tally
  }
}

struct TallyTests {
  @Test(arguments: [(0, 1), (1, 1), (100, 3), (3000, 40), (5000, 2500)], [UInt64](1...3))
  func `a tally counts as a dictionary does`(size: (count: Int, jokes: Int), seed: UInt64) {
    let ratings = Ratings(seed: seed, count: size.count, jokes: size.jokes)
    let tally = ratings.tally()
    let plain = ratings.plainCounts
    #expect(counts(tally) == plain, "seed \(seed)")
    #expect(tally.jokeCount == plain.count, "seed \(seed)")
    #expect(tally.hilariousTotal == plain.values.reduce(0) { $0 + $1[0] }, "seed \(seed)")
    #expect(tally.horribleTotal == plain.values.reduce(0) { $0 + $1[1] }, "seed \(seed)")
  }

  @Test(arguments: SeededGenerator.seeds(20))
  func `parts merge into the whole, in any order`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let ratings = Ratings(seed: seed, count: 700, jokes: 90)
    let cuts = (0..<4).map { _ in Int.random(in: 0...700, using: &generator) }.sorted()
    let bounds = [0] + cuts + [700]
    let parts = zip(bounds, bounds.dropFirst()).map { ratings.tally($0..<$1) }
    var sum = Tally()
    for part in parts.shuffled(using: &generator) { sum.merge(part) }
    let whole = ratings.tally()
    #expect(Ranking(of: sum, length: 10) == Ranking(of: whole, length: 10), "seed \(seed)")
    #expect(counts(sum) == counts(whole), "seed \(seed)")
    #expect(sum.jokeCount == whole.jokeCount, "seed \(seed)")
    #expect(sum.hilariousTotal == whole.hilariousTotal, "seed \(seed)")
    #expect(sum.horribleTotal == whole.horribleTotal, "seed \(seed)")
  }

  @Test func `merging nothing changes nothing`() {
    let ratings = Ratings(seed: 7, count: 50, jokes: 10)
    var tally = ratings.tally()
    tally.merge(Tally())
    var other = Tally()
    other.merge(tally)
    #expect(counts(tally) == ratings.plainCounts)
    #expect(counts(other) == ratings.plainCounts)
  }

  @Test func `a rating can count several times`() {
    var tally = Tally()
    tally.count(Array("a".utf8).span, as: .horrible, times: 41)
    tally.count(Array("a".utf8).span, as: .horrible)
    #expect(tally.horribleTotal == 42)
    #expect(tally.hilariousTotal == 0)
    #expect(tally.jokeCount == 1)
  }

  @Test func `ids that share their words of eight bytes stay apart`() {
    var tally = Tally()
    let ids = ["", "\0", "\0\0", "\0\0\0\0\0\0\0\0", "\0\0\0\0\0\0\0\0\0"]
    for id in ids { tally.count(Array(id.utf8).span, as: .hilarious) }
    #expect(tally.jokeCount == ids.count)
  }

  @Test(arguments: [UInt64](1...5))
  func `five points count as the migrated ratings do`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var (before, after) = (Tally(), Tally())
    for _ in 0..<2000 {
      let id = Array("joke\(Int.random(in: 0..<60, using: &generator))".utf8)
      let rating = generator.pick(Rating.allCases)
      if let verdict = RatingScale.fivePoint.verdict(rating) { before.count(id.span, as: verdict) }
      let migrated: Rating
      switch BinaryRatingRule().decide(rating) {
      case .keep, .refuse: migrated = rating
      case .update(let next): migrated = next
      case .delete: continue
      }
      if let verdict = RatingScale.binary.verdict(migrated) { after.count(id.span, as: verdict) }
    }
    #expect(Ranking(of: before, length: 60) == Ranking(of: after, length: 60), "seed \(seed)")
  }
}
