/// Counts votes under a policy that may leave some out.
///
/// The order of the votes does not matter. Memory grows with the distinct keys: 24 bytes each, and
/// a third to two thirds more for free slots.
public struct VoteBook: Sendable {
  /// The policy.
  public let policy: VotePolicy
  /// The tally of the votes that count.
  public private(set) var tally = Tally()
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
  public mutating func enter(_ vote: KeyedVote, for joke: Span<UInt8>) {
    if policy == .everyVote { return tally.count(joke, as: vote.precedence.verdict) }
    guard let key = vote.key(under: policy) else {
      untoldCount += 1
      return tally.count(joke, as: vote.precedence.verdict)
    }
    if !vote.isDated { undatedCount += 1 }
    guard let other = latest.enter(vote.precedence, under: key) else {
      return tally.count(joke, as: vote.precedence.verdict)
    }
    leftOutCount += 1
    guard other < vote.precedence else { return }
    tally.count(joke, as: other.verdict, times: -1)
    tally.count(joke, as: vote.precedence.verdict)
  }
}
