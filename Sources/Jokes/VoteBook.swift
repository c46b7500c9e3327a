/// Counts votes under a policy, of which only some count.
///
/// The same whatever the order of the votes. Memory grows with the votes that share no key, 24 bytes
/// each and a third to two thirds of that for free slots.
public struct VoteBook: Sendable {
  /// Which votes count.
  public let policy: VotePolicy
  /// What counts, of all votes entered so far.
  public private(set) var tally = Tally()
  /// The votes that do not count, because another of the same device does.
  public private(set) var leftOutCount = 0
  /// The votes that count because they do not say whose they are, or of which week.
  public private(set) var untoldCount = 0
  /// The votes that do not say when they were, and so give way to any that does.
  public private(set) var undatedCount = 0
  private var latest = LatestVotes()

  /// A book without votes.
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
