/// The order in which a device shows its jokes.
///
/// First by tier: unseen, then seen but unrated, then rated; inside a tier by popularity, and never
/// shuffled. A joke rated in this session stays where it was until the feed is refreshed. Out of
/// season, Christmas jokes move behind all others. Rules, “Saved jokes and the feed”.
public struct FeedOrder: Sendable {
  /// What sets jokes apart before their popularity does; the lower the sooner.
  public enum Tier: Int, CaseIterable, Sendable {
    /// Never shown: the feed begins with what is new.
    case unseen
    /// Shown, but not rated; or rated since the last refresh, and shown before.
    case seenUnrated
    /// Rated, whatever the rating is.
    case rated
  }

  /// The jokes seen.
  public var impressions: Impressions
  /// The jokes the device holds a rating for.
  public private(set) var rated: Set<JokeID>
  /// The jokes rated since the last refresh: they count as unrated.
  public private(set) var ratedInSession: Set<JokeID>
  /// The only category shown; nil shows all.
  public var category: JokeCategory?
  /// Whether Christmas jokes keep their places.
  public var isChristmasSeason: Bool

  /// An order for one device on one day.
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

  /// A joke is rated: it stays in its tier until the feed is refreshed.
  public mutating func rate(_ joke: JokeID) {
    rated.insert(joke)
    ratedInSession.insert(joke)
  }

  /// A joke's rating is taken back, and with it that it was rated in this session.
  public mutating func unrate(_ joke: JokeID) {
    rated.remove(joke)
    ratedInSession.remove(joke)
  }

  /// The feed is refreshed: what was rated in the session moves among the rated jokes.
  public mutating func refresh() { ratedInSession = [] }

  // MARK: The order

  /// The tier of a joke.
  public func tier(of joke: JokeID) -> Tier {
    if rated.contains(joke), !ratedInSession.contains(joke) { return .rated }
    return impressions.contains(joke) ? .seenUnrated : .unseen
  }

  /// Whether a joke is shown at all.
  public func shows(_ joke: Joke) -> Bool { category == nil || joke.category == category }

  /// Whether a joke moves behind all others: it is for Christmas, and it is not the season.
  public func isDemoted(_ joke: Joke) -> Bool { joke.isForChristmas && !isChristmasSeason }

  /// The jokes to show, in their order; jokes that nothing sets apart keep the catalogue's.
  ///
  /// - Complexity: O(*n* log *n*).
  public func feed(_ catalogue: [Joke]) -> [Joke] { feed(catalogue, limit: Int.max) }

  /// The first jokes to show, so many at most, in their order.
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
      // Twice as many as are wanted: the latter half cannot be shown any more.
      guard keys.count / 2 >= enough else { continue }
      keys.sort()
      keys.removeSubrange(enough...)
      last = keys.last
    }
    keys.sort()
    return keys.prefix(limit).map { catalogue[$0.place] }
  }

  /// What the joke at a place of the catalogue is ordered by.
  func key(of joke: Joke, at place: Int) -> Key {
    Key(
      popularity: joke.popularity, place: place, tier: tier(of: joke.id),
      isDemoted: isDemoted(joke))
  }

  /// What a joke is ordered by; the place in the catalogue makes the order stable.
  struct Key: Comparable {
    // The wide ones first: a million of them take a quarter less.
    var popularity: Double
    var place: Int
    var tier: Tier
    var isDemoted: Bool

    static func < (one: Key, other: Key) -> Bool {
      one.isDemoted == other.isDemoted ? one.isUndemotedBefore(other) : !one.isDemoted
    }

    /// Whether it would come before the other if no joke were moved for Christmas.
    func isUndemotedBefore(_ other: Key) -> Bool {
      if tier != other.tier { return tier.rawValue < other.tier.rawValue }
      if popularity != other.popularity { return popularity > other.popularity }
      return place < other.place
    }
  }
}
