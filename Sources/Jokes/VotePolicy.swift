/// Which votes of one device for one joke count.
///
/// The app's event ids are made of device, joke and week, so a second vote in a week replaces the
/// first. Rules, “Votes of one device”.
public enum VotePolicy: String, CaseIterable, Sendable {
  /// Every vote, as the app counts.
  case everyVote = "none"
  /// The latest of each week, by the label of the event.
  case week
  /// The latest of all.
  case deviceLatest = "device-latest"

  /// The key shared by votes of which only one counts; nil if the vote always counts.
  ///
  /// An empty device or week counts as missing.
  public func key(joke: Span<UInt8>, device: Span<UInt8>, week: Span<UInt8>) -> VoteKey? {
    switch self {
    case .everyVote: nil
    case .week: device.isEmpty || week.isEmpty ? nil : VoteKey(joke, device, week)
    case .deviceLatest: device.isEmpty ? nil : VoteKey(joke, device, Span())
    }
  }

  /// The key of a vote.
  public func key(of vote: Vote, for joke: Span<UInt8>) -> VoteKey? {
    key(
      joke: joke, device: ContiguousArray((vote.device ?? "").utf8).span,
      week: ContiguousArray((vote.week ?? "").utf8).span)
  }
}

/// An event that counts, with the fields that policies need.
public struct Vote: Hashable, Sendable {
  /// The verdict.
  public var verdict: BinaryRating
  /// The device; nil if the event has none.
  public var device: String?
  /// The label of the week; nil if the event has none.
  public var week: String?
  /// The time, in microseconds since 1970; nil if the event has none.
  public var microseconds: Int64?

  /// Creates a vote.
  public init(
    _ verdict: BinaryRating, device: String? = nil, week: String? = nil, microseconds: Int64? = nil
  ) {
    self.verdict = verdict
    self.device = device
    self.week = week
    self.microseconds = microseconds
  }

  /// The precedence among votes with the same key, independent of the order of inputs: the latest
  /// wins, a vote with a time over one without, and at the same time the hilarious one.
  public var precedence: VotePrecedence { VotePrecedence(verdict, microseconds: microseconds) }
}

/// The precedence of a vote as one number: its time, with its verdict in the last bit.
public struct VotePrecedence: Hashable, Comparable, BitwiseCopyable, Sendable {
  private let number: Int64

  init(_ verdict: BinaryRating, microseconds: Int64?) {
    // Microseconds of the years 1 to 9999 take 59 bits.
    let time = max(microseconds ?? .min, .min >> 1)
    number = min(time, .max >> 1) << 1 | (verdict == .hilarious ? 1 : 0)
  }

  /// The verdict of the vote.
  public var verdict: BinaryRating { number & 1 == 1 ? .hilarious : .horrible }

  /// Whether the first vote loses to the second.
  public static func < (one: VotePrecedence, other: VotePrecedence) -> Bool {
    one.number < other.number
  }
}

/// A device, a joke and a week, or all weeks, as a fingerprint of 128 bits.
///
/// Of 10⁸ votes two share a key by chance once in 10²² runs. The hashes have new keys in each
/// process, so that no input can be built to collide.
public struct VoteKey: Hashable, Sendable {
  /// The bits, which are never all 0 for a vote.
  package let bits: (UInt64, UInt64)

  private static let hashes = (KeyedHash(), KeyedHash())

  fileprivate init(_ joke: Span<UInt8>, _ device: Span<UInt8>, _ week: Span<UInt8>) {
    let (one, other) = Self.hashes
    bits = (max(one.hash(joke, device, week), 1), other.hash(joke, device, week))
  }

  /// The key of no vote.
  static let none = VoteKey(bits: (0, 0))

  private init(bits: (UInt64, UInt64)) { self.bits = bits }

  /// Whether both have the same bits.
  public static func == (one: VoteKey, other: VoteKey) -> Bool { one.bits == other.bits }

  /// Its bits are already a hash.
  public func hash(into hasher: inout Hasher) { hasher.combine(bits.0) }
}
