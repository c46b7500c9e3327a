/// The order in which a device shows its jokes.
///
/// First by tier: unseen, then seen but unrated, then rated; inside a tier by popularity, and never
/// shuffled. A joke rated in this session stays where it was until the feed is refreshed. Out of
/// season, Christmas jokes move behind all others. Rules, “Saved jokes and the feed”.
public struct FeedOrder: Sendable {
  /// What sets jokes apart before their popularity does; the lower the sooner.
  public enum Tier: Int, CaseIterable, Sendable {
    case unseen
    case seenUnrated
    case rated
  }

  /// The jokes seen.
  public var impressions: Impressions
  /// The jokes the device holds a rating for.
  public var rated: Set<JokeID>
  /// The jokes rated since the last refresh: they count as unrated.
  public var ratedInSession: Set<JokeID>
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

  /// Whether a day is in the Christmas season: 1 November to 31 December.
  public static func isChristmasSeason(month: Int) -> Bool { month >= 11 }

  /// The tier of a joke.
  public func tier(of joke: JokeID) -> Tier {
    if rated.contains(joke), !ratedInSession.contains(joke) { return .rated }
    return impressions.contains(joke) ? .seenUnrated : .unseen
  }

  /// The jokes to show, in their order; jokes that nothing sets apart keep the catalogue's.
  ///
  /// - Complexity: O(*n* log *n*).
  public func feed(_ catalogue: [Joke]) -> [Joke] {
    let shown = catalogue.indices.filter {
      category == nil || catalogue[$0].category == category
    }
    let keys = shown.map { index in
      Key(
        isDemoted: catalogue[index].isForChristmas && !isChristmasSeason,
        tier: tier(of: catalogue[index].id), popularity: catalogue[index].popularity, place: index)
    }
    return keys.sorted().map { catalogue[$0.place] }
  }

  /// What a joke is ordered by; the place in the catalogue makes the order stable.
  private struct Key: Comparable {
    var isDemoted: Bool
    var tier: Tier
    var popularity: Double
    var place: Int

    static func < (one: Key, other: Key) -> Bool {
      if one.isDemoted != other.isDemoted { return !one.isDemoted }
      if one.tier != other.tier { return one.tier.rawValue < other.tier.rawValue }
      if one.popularity != other.popularity { return one.popularity > other.popularity }
      return one.place < other.place
    }
  }
}
