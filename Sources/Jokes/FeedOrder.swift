/// The order in which a device shows its jokes.
///
/// First by tier: unseen, then seen but unrated, then rated; inside a tier by popularity, and never
/// shuffled. A joke rated in this session stays where it was until the feed is refreshed. Out of
/// season, Christmas jokes move behind all others. Rules, “Saved jokes and the feed”.
public struct FeedOrder: Sendable {
  /// The tiers of a feed, in order.
  public enum Tier: Int, CaseIterable, Sendable {
    /// No impression.
    case unseen
    /// Seen but not rated, or rated since the last refresh.
    case seenUnrated
    /// Rated, with any rating.
    case rated
  }

  /// The jokes seen.
  public var impressions: Impressions
  /// The jokes the device holds a rating for.
  public private(set) var rated: Set<JokeID>
  /// The jokes rated since the last refresh, which count as unrated.
  public private(set) var ratedInSession: Set<JokeID>
  /// The only category shown; nil shows all.
  public var category: JokeCategory?
  /// Whether Christmas jokes keep their places.
  public var isChristmasSeason: Bool

  /// Creates the order for one device on one day.
  public init(
    impressions: Impressions, rated: Set<JokeID>, ratedInSession: Set<JokeID> = [],
    category: JokeCategory? = nil, isChristmasSeason: Bool
  ) {
    self.impressions = impressions
    self.rated = rated
    self.ratedInSession = ratedInSession
    self.category = category
    self.isChristmasSeason = isChristmasSeason
  }

  /// Whether a day of this month, 1 to 12, is in the Christmas season: 1 November to 31 December.
  public static func isChristmasSeason(month: Int) -> Bool { month >= 11 }

  // MARK: The session

  /// Rates a joke; it stays in its tier until the feed is refreshed.
  public mutating func rate(_ joke: JokeID) {
    rated.insert(joke)
    ratedInSession.insert(joke)
  }

  /// Removes a joke's rating, also from the session.
  public mutating func unrate(_ joke: JokeID) {
    rated.remove(joke)
    ratedInSession.remove(joke)
  }

  /// Refreshes the feed: jokes rated in the session join the rated ones.
  public mutating func refresh() { ratedInSession = [] }

  // MARK: The order

  /// The tier of a joke.
  public func tier(of joke: JokeID) -> Tier {
    if rated.contains(joke), !ratedInSession.contains(joke) { return .rated }
    return impressions.contains(joke) ? .seenUnrated : .unseen
  }

  /// Whether the feed shows a joke.
  public func shows(_ joke: Joke) -> Bool { category == nil || joke.category == category }

  /// Whether a joke moves behind all others: it is for Christmas, and out of season.
  public func isDemoted(_ joke: Joke) -> Bool { joke.isForChristmas && !isChristmasSeason }

  /// The jokes to show, in order; equal jokes keep the catalogue's order.
  ///
  /// - Complexity: O(*n* log *n*).
  public func feed(_ catalogue: [Joke]) -> [Joke] { feed(catalogue, limit: Int.max) }

  /// The first jokes to show, at most `limit`, in order.
  ///
  /// - Complexity: O(*n* log *k*) for *k* jokes, and memory for as many.
  public func feed(_ catalogue: [Joke], limit: Int) -> [Joke] {
    let enough = max(limit, 1024)
    var keys: [Key] = []
    var last: Key?
    for (place, joke) in catalogue.enumerated() where shows(joke) {
      let key = key(of: joke, at: place)
      if let last, last < key { continue }
      keys.append(key)
      // At twice the limit, the worse half cannot be shown.
      guard keys.count / 2 >= enough else { continue }
      keys.sort()
      keys.removeSubrange(enough...)
      last = keys.last
    }
    keys.sort()
    return keys.prefix(limit).map { catalogue[$0.place] }
  }

  /// The sort key of the joke at an index of the catalogue.
  func key(of joke: Joke, at place: Int) -> Key {
    Key(
      popularity: joke.popularity, place: place, tier: tier(of: joke.id),
      isDemoted: isDemoted(joke))
  }

  /// A joke's sort key; the index in the catalogue makes the order stable.
  struct Key: Comparable {
    // Wide members first: a million keys take a quarter less memory.
    var popularity: Double
    var place: Int
    var tier: Tier
    var isDemoted: Bool

    static func < (one: Key, other: Key) -> Bool {
      one.isDemoted == other.isDemoted ? one.isUndemotedBefore(other) : !one.isDemoted
    }

    /// Whether it precedes the other if no joke is moved for Christmas.
    func isUndemotedBefore(_ other: Key) -> Bool {
      if tier != other.tier { return tier.rawValue < other.tier.rawValue }
      if popularity != other.popularity { return popularity > other.popularity }
      return place < other.place
    }
  }
}
