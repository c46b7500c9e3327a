/// A vote with its keys under the policies that are asked for, which are made on any thread.
public struct KeyedVote: Hashable, Sendable {
  /// How it is ordered among votes that share a key.
  public let precedence: VotePrecedence
  /// Whether it says when it was.
  public let isDated: Bool
  private var (week, device) = (VoteKey.none, VoteKey.none)

  /// A vote for a joke; an empty device or week says nothing.
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

  /// What it has in common with votes of which only one counts; nil where it counts whatever others
  /// there are.
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
