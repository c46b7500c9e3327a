/// A vote with its keys under the chosen policies, computed on any thread.
public struct KeyedVote: Hashable, Sendable {
  /// Its order among votes with the same key.
  public let precedence: VotePrecedence
  /// Whether it has a time.
  public let isDated: Bool
  private var (week, device) = (VoteKey.none, VoteKey.none)

  /// Creates a vote for a joke; an empty device or week counts as missing.
  public init(
    _ verdict: BinaryRating, joke: Span<UInt8>, device: Span<UInt8>, week: Span<UInt8>,
    microseconds: Int64?, under policies: [VotePolicy]
  ) {
    precedence = VotePrecedence(verdict, microseconds: microseconds)
    isDated = microseconds != nil
    for policy in policies {
      let key = policy.key(joke: joke, device: device, week: week) ?? .none
      switch policy {
      case .everyVote: break
      case .week: self.week = key
      case .deviceLatest: self.device = key
      }
    }
  }

  /// The key that it shares with votes of which only one counts; nil if it always counts.
  public func key(under policy: VotePolicy) -> VoteKey? {
    let key =
      switch policy {
      case .everyVote: VoteKey.none
      case .week: week
      case .deviceLatest: device
      }
    return key == .none ? nil : key
  }
}
