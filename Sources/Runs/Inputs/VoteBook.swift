package import Jokes

/// Counts votes under a policy that may leave some out.
///
/// The order of the votes does not matter. Memory grows with the distinct keys: 24 bytes each, and
/// a third to two thirds more for free slots.
package struct VoteBook: Sendable {
  /// The policy.
  package let policy: VotePolicy
  /// The tally of the votes that count.
  package private(set) var tally = Tally()
  /// The same by week, of the votes that were entered with their weeks.
  package private(set) var weeks = WeeklyTally()
  /// The number of votes left out for another of the same device.
  package private(set) var leftOutCount = 0
  /// The number of votes that count because they lack a device or week.
  package private(set) var untoldCount = 0
  /// The number of votes without a time, which lose to any vote with one.
  package private(set) var undatedCount = 0
  private var latest = HashTable<LatestVote>()

  /// Creates an empty book.
  package init(_ policy: VotePolicy) { self.policy = policy }

  /// Fetches from memory what a vote is compared with when it is entered later.
  ///
  /// To fetch for many votes before the first of them is entered is faster than to wait for each.
  package mutating func fetch(_ vote: KeyedVote) {
    if let key = vote.key(under: policy) { latest.fetch(key.bits.0) }
  }

  /// Enters a vote for the joke whose id is these UTF-8 bytes.
  ///
  /// - Parameter pair: the week's label, a slash and, to tell jokes apart, the joke's id, to count
  ///   by week too; else empty. Votes of one key must be of one week then.
  package mutating func enter(
    _ vote: KeyedVote, for joke: Span<UInt8>, in pair: Span<UInt8> = Span()
  ) {
    let verdict = vote.precedence.verdict
    if policy == .everyVote { return count(verdict, joke, pair) }
    guard let key = vote.key(under: policy) else {
      untoldCount += 1
      return count(verdict, joke, pair)
    }
    if !vote.isDated { undatedCount += 1 }
    var other: VotePrecedence?
    latest.insert(LatestVote(bits: key.bits, precedence: vote.precedence)) { latest in
      other = latest.precedence
      latest.precedence = max(latest.precedence, vote.precedence)
    }
    guard let other else { return count(verdict, joke, pair) }
    leftOutCount += 1
    guard other < vote.precedence else { return }
    count(other.verdict, joke, pair, times: -1)
    count(verdict, joke, pair)
  }

  private mutating func count(
    _ verdict: BinaryRating, _ joke: Span<UInt8>, _ pair: Span<UInt8>, times: Int = 1
  ) {
    tally.count(joke, as: verdict, times: times)
    if !pair.isEmpty { weeks.count(pair, as: verdict, times: times) }
  }
}

/// Of the votes with a key, the one that counts.
private struct LatestVote: HashTableEntry {
  /// The bits of the key.
  let bits: (UInt64, UInt64)
  var precedence: VotePrecedence

  static var free: LatestVote {
    LatestVote(bits: (0, 0), precedence: Vote(.horrible).precedence)
  }
  var isFree: Bool { bits == (0, 0) }
  var hash: UInt64 { bits.0 }
  func hasKey(of other: LatestVote) -> Bool { bits == other.bits }
}
