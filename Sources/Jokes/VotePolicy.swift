/// Which votes of one device for one joke count.
///
/// The app's event ids hold device, joke and week, so that voting again replaces the vote within a
/// week, and adds one in the next. Rules, “Votes of one device”.
public enum VotePolicy: String, CaseIterable, Sendable {
  /// Every vote, as the app counts.
  case everyVote = "none"
  /// The latest of each week, as events say what week it is.
  case week
  /// The latest of all.
  case deviceLatest = "device-latest"

  /// What two votes have in common of which only one counts; nil where the vote counts whatever
  /// others there are.
  ///
  /// An empty device or week says nothing.
  public func key(joke: Span<UInt8>, device: Span<UInt8>, week: Span<UInt8>) -> VoteKey? {
    switch self {
    case .everyVote: nil
    case .week: device.isEmpty || week.isEmpty ? nil : VoteKey(joke, device, week)
    case .deviceLatest: device.isEmpty ? nil : VoteKey(joke, device, Span())
    }
  }

  /// The same of a vote.
  public func key(of vote: Vote, for joke: Span<UInt8>) -> VoteKey? {
    key(
      joke: joke, device: ContiguousArray((vote.device ?? "").utf8).span,
      week: ContiguousArray((vote.week ?? "").utf8).span)
  }
}

/// An event that counts, as a policy sees it.
public struct Vote: Hashable, Sendable {
  /// What it counts as.
  public var verdict: BinaryRating
  /// The device that voted; nil where the event does not say.
  public var device: String?
  /// The label of the week; nil where the event does not say.
  public var week: String?
  /// When it was, in microseconds since 1970; nil where the event does not say.
  public var microseconds: Int64?

  /// A vote with what its event says of it.
  public init(
    _ verdict: BinaryRating, device: String? = nil, week: String? = nil, microseconds: Int64? = nil
  ) {
    self.verdict = verdict
    self.device = device
    self.week = week
    self.microseconds = microseconds
  }

  /// Of votes that share a key, the one of the highest precedence counts, so that no order of the
  /// inputs decides: the latest, one without a time before any other; of one moment the hilarious.
  public var precedence: VotePrecedence { VotePrecedence(verdict, microseconds: microseconds) }
}

/// How votes that share a key are ordered, in one number: its time, and its verdict in the last bit.
public struct VotePrecedence: Hashable, Comparable, Sendable {
  private let number: Int64

  init(_ verdict: BinaryRating, microseconds: Int64?) {
    // Microseconds of the years 1 to 9999 take 59 bits.
    let time = max(microseconds ?? .min, .min >> 1)
    number = min(time, .max >> 1) << 1 | (verdict == .hilarious ? 1 : 0)
  }

  /// The verdict of the vote.
  public var verdict: BinaryRating { number & 1 == 1 ? .hilarious : .horrible }

  /// Whether the first vote gives way to the second.
  public static func < (one: VotePrecedence, other: VotePrecedence) -> Bool {
    one.number < other.number
  }
}

/// A device, a joke and a week, or all weeks, known by 128 bits.
///
/// Of 10⁸ votes two share a key by chance once in 10²² runs; the hashes have a key that is new in each
/// process, so that nobody can make votes that do.
public struct VoteKey: Hashable, Sendable {
  private let bits: (UInt64, UInt64)

  private static let hashes = (KeyedHash(), KeyedHash())

  fileprivate init(_ joke: Span<UInt8>, _ device: Span<UInt8>, _ week: Span<UInt8>) {
    let (one, other) = Self.hashes
    bits = (max(one.hash(joke, device, week), 1), other.hash(joke, device, week))
  }

  /// The key of no vote.
  static let none = VoteKey(bits: (0, 0))

  private init(bits: (UInt64, UInt64)) { self.bits = bits }

  /// Bits by which it can be looked for.
  var hash: UInt64 { bits.0 }

  /// Whether both are the same bits.
  public static func == (one: VoteKey, other: VoteKey) -> Bool { one.bits == other.bits }

  /// Its bits are a hash already.
  public func hash(into hasher: inout Hasher) { hasher.combine(bits.0) }
}
