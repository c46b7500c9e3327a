/// Counts votes under a policy that may leave some out.
///
/// The order of the votes does not matter. Memory grows with the distinct keys: 24 bytes each, and
/// a third to two thirds more for free slots.
public struct VoteBook: Sendable {
  /// The policy.
  public let policy: VotePolicy
  /// The tally of the votes that count.
  public private(set) var tally = Tally()
  /// The same by week, of the votes that were entered with their weeks.
  public private(set) var weeks = WeeklyTally()
  /// The number of votes left out for another of the same device.
  public private(set) var leftOutCount = 0
  /// The number of votes that count because they lack a device or week.
  public private(set) var untoldCount = 0
  /// The number of votes without a time, which lose to any vote with one.
  public private(set) var undatedCount = 0
  private var latest = LatestVotes()

  /// Creates an empty book.
  public init(_ policy: VotePolicy) { self.policy = policy }

  /// Fetches from memory what a vote is compared with when it is entered later.
  ///
  /// To fetch for many votes before the first of them is entered is faster than to wait for each.
  public mutating func fetch(_ vote: KeyedVote) {
    if let key = vote.key(under: policy) { latest.fetch(key) }
  }

  /// Enters a vote for the joke whose id is these UTF-8 bytes.
  ///
  /// - Parameter pair: the week's label, a slash and, to tell jokes apart, the joke's id, to count
  ///   by week too; else empty. Votes of one key must be of one week then.
  public mutating func enter(
    _ vote: KeyedVote, for joke: Span<UInt8>, in pair: Span<UInt8> = Span()
  ) {
    let verdict = vote.precedence.verdict
    if policy == .everyVote { return count(verdict, joke, pair) }
    guard let key = vote.key(under: policy) else {
      untoldCount += 1
      return count(verdict, joke, pair)
    }
    if !vote.isDated { undatedCount += 1 }
    guard let other = latest.enter(vote.precedence, under: key) else {
      return count(verdict, joke, pair)
    }
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
