import Jokes
import TestSupport
import Testing

@testable import Runs

/// Some votes, and the plain way to find those that count.
private struct Votes {
  var all: [(joke: String, vote: Vote)] = []

  init(seed: UInt64, count: Int) {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<count {
      let device: String? = generator.pick([nil, "d1", "d2", "d", "é", "e\u{301}"])
      let week: String? = generator.pick([nil, "2026-W01", "2026-W02", "1d"])
      let time: Int64? = generator.pick([nil, 0, 1, 2, 3, -1])
      all.append(
        (
          generator.pick(["a", "b", "1", ""]),
          Vote(
            generator.pick(BinaryRating.allCases), device: device, week: week, microseconds: time)
        ))
    }
  }

  func book(_ policy: VotePolicy) -> VoteBook {
    var book = VoteBook(policy)
    for (joke, vote) in all { book.enter(vote, ofJoke: joke) }
    return book
  }

  /// The ranking of the votes that count, found by sorting what shares a key.
  func plainRanking(_ policy: VotePolicy) -> Ranking {
    var groups: [[String?]: [(joke: String, vote: Vote)]] = [:]
    for (index, each) in all.enumerated() {
      let device = each.vote.device.map { "\(Array($0.utf8))" }
      let isTold = device != nil && (policy == .deviceLatest || each.vote.week != nil)
      let key =
        policy == .everyVote || !isTold
        ? ["\(index)"] : [each.joke, device, policy == .week ? each.vote.week : nil]
      groups[key, default: []].append(each)
    }
    var tally = Tally()
    for group in groups.values {
      let last = group.max { one, other in
        let times = (one.vote.microseconds ?? .min, other.vote.microseconds ?? .min)
        if times.0 != times.1 { return times.0 < times.1 }
        return one.vote.verdict == .horrible && other.vote.verdict == .hilarious
      }
      guard let last else { continue }
      tally.count(ContiguousArray(last.joke.utf8).span, as: last.vote.verdict)
    }
    return ranking(tally)
  }
}

/// The ranking of all jokes, which tells all counts.
private func ranking(_ tally: Tally) -> Ranking { Ranking(of: tally, length: .max) }

struct VoteBookTests {
  @Test(arguments: VotePolicy.allCases, SeededGenerator.seeds(30))
  func `a book counts the same votes as sorting them does`(policy: VotePolicy, seed: UInt64) {
    let votes = Votes(seed: seed, count: Int(seed) * 7)
    let book = votes.book(policy)
    #expect(ranking(book.tally) == votes.plainRanking(policy), "seed \(seed)")
    let counted = book.tally.hilariousTotal + book.tally.horribleTotal
    #expect(counted + book.leftOutCount == votes.all.count, "seed \(seed)")
  }

  @Test(arguments: VotePolicy.allCases, SeededGenerator.seeds(30))
  func `the order of the votes does not matter`(policy: VotePolicy, seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var votes = Votes(seed: seed, count: 150)
    let before = votes.book(policy)
    votes.all.shuffle(using: &generator)
    let after = votes.book(policy)
    #expect(ranking(after.tally) == ranking(before.tally), "seed \(seed)")
    #expect(after.leftOutCount == before.leftOutCount, "seed \(seed)")
    #expect(after.untoldCount == before.untoldCount, "seed \(seed)")
  }

  @Test(arguments: VotePolicy.allCases, [UInt64](1...10))
  func `votes that are entered twice do not change the count`(policy: VotePolicy, seed: UInt64) {
    var votes = Votes(seed: seed, count: 90)
    let twice = votes.all + votes.all.filter { $0.vote.device != nil && $0.vote.week != nil }
    let once = votes.book(policy)
    votes.all = twice
    guard policy != .everyVote else { return }
    #expect(ranking(votes.book(policy).tally) == ranking(once.tally), "seed \(seed)")
  }

  @Test(arguments: SeededGenerator.seeds(20))
  func `the weeks add up to all votes that have one`(seed: UInt64) {
    let votes = Votes(seed: seed, count: 200)
    var (book, labelled) = (VoteBook(.week), votes)
    labelled.all.removeAll { $0.vote.week == nil }
    for (joke, vote) in votes.all {
      let pair = vote.week.map { "\($0)/\(joke)" } ?? ""
      book.enter(vote, ofJoke: joke, inWeek: pair)
    }
    #expect(ranking(book.tally) == votes.plainRanking(.week), "seed \(seed)")
    var sum = Tally()
    book.weeks.forEachWeek { sum.merge($1) }
    #expect(ranking(sum) == labelled.plainRanking(.week), "seed \(seed)")
  }

  private func entered(_ policy: VotePolicy, _ votes: [Vote]) -> [Int] {
    var book = VoteBook(policy)
    for vote in votes { book.enter(vote, ofJoke: "j") }
    return [book.tally.hilariousTotal, book.tally.horribleTotal]
  }

  @Test func `a device counts once a week, and with its latest vote of it`() {
    let votes = [
      Vote(.hilarious, device: "d", week: "1", microseconds: 5),
      Vote(.horrible, device: "d", week: "1", microseconds: 6),
      Vote(.hilarious, device: "d", week: "2", microseconds: 1),
    ]
    #expect(entered(.everyVote, votes) == [2, 1])
    #expect(entered(.week, votes) == [1, 1])
    #expect(entered(.deviceLatest, votes) == [0, 1])
  }

  @Test func `a vote without a time gives way to one that has one`() {
    let votes = [
      Vote(.hilarious, device: "d"), Vote(.horrible, device: "d", microseconds: -62_135_596_800),
    ]
    #expect(entered(.deviceLatest, votes) == [0, 1])
  }

  @Test func `of one moment the hilarious vote counts`() {
    let votes = [
      Vote(.hilarious, device: "d", microseconds: 5), Vote(.horrible, device: "d", microseconds: 5),
    ]
    #expect(entered(.deviceLatest, votes) == [1, 0])
    #expect(entered(.deviceLatest, votes.reversed()) == [1, 0])
  }

  @Test func `times beyond all years are still in order`() {
    let votes = [Int64.min, 0, .max].map { Vote(.horrible, device: "d", microseconds: $0) }
    #expect(votes.map(\.precedence) == votes.map(\.precedence).sorted())
    #expect(votes[0].precedence < votes[1].precedence && votes[1].precedence < votes[2].precedence)
  }

  @Test func `every vote without a device or a week counts`() {
    #expect(
      entered(.week, [Vote(.horrible, device: "d"), Vote(.horrible, device: "d")]) == [0, 2])
    #expect(entered(.deviceLatest, [Vote(.hilarious), Vote(.hilarious)]) == [2, 0])
  }

  @Test(arguments: [("a", "bc", "ab", "c"), ("", "a", "a", ""), ("12345678", "9", "123456789", "")])
  func `a vote's key tells apart where the joke's id ends`(
    joke: String, device: String, otherJoke: String, otherDevice: String
  ) {
    func key(_ joke: String, _ device: String) -> VoteKey? {
      VotePolicy.deviceLatest.key(
        of: Vote(.hilarious, device: device), for: ContiguousArray(joke.utf8).span)
    }
    #expect(key(joke, device) == key(joke, device))
    #expect(key(joke, device) != key(otherJoke, otherDevice))
  }
}

extension VoteBook {
  /// Enters a vote with its key.
  ///
  /// - Parameter pair: the week and the joke, to count by week too.
  fileprivate mutating func enter(_ vote: Vote, ofJoke joke: String, inWeek pair: String = "") {
    let id = ContiguousArray(joke.utf8)
    let keyed = KeyedVote(
      vote.verdict, joke: id.span, device: ContiguousArray((vote.device ?? "").utf8).span,
      week: ContiguousArray((vote.week ?? "").utf8).span, microseconds: vote.microseconds,
      under: [policy])
    enter(keyed, for: id.span, in: ContiguousArray(pair.utf8).span)
  }
}
