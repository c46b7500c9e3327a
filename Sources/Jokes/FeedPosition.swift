/// A joke's place in a feed, and the reason for it.
///
/// Rules, “Saved jokes and the feed”.
public struct FeedPosition: Hashable, Sendable {
  /// The first difference from the joke before it.
  public enum Difference: Hashable, Sendable {
    /// It is for Christmas, and it is not the season.
    case isDemoted
    /// Its tier comes later.
    case tier
    /// It is less popular.
    case popularity
    /// Only its index in the catalogue.
    case catalogue
  }

  /// Its tier.
  public var tier: FeedOrder.Tier
  /// Whether it moved behind all others: it is for Christmas, and it is not the season.
  public var isDemoted: Bool
  /// Its position, from 1, if no joke were moved for Christmas.
  public var positionBeforeDemotion: Int
  /// Its position in the feed, from 1.
  public var position: Int
  /// How many jokes the feed shows.
  public var shownCount: Int
  /// The joke right before it, and the difference; nil for the first.
  public var previous: Neighbour?

  /// The joke before another.
  public struct Neighbour: Hashable, Sendable {
    /// The joke.
    public var id: JokeID
    /// The first difference between the two.
    public var difference: Difference
  }
}

extension FeedOrder {
  /// The index, of these, whose joke comes first in the feed; nil if the feed shows none.
  ///
  /// - Complexity: O(*n*) for *n* indices.
  public func first(ofJokesAt indices: [Int], in catalogue: [Joke]) -> Int? {
    indices.filter { shows(catalogue[$0]) }.map { key(of: catalogue[$0], at: $0) }.min()?.place
  }

  /// The position of the joke at an index of the catalogue; nil if the feed does not show its
  /// category.
  ///
  /// - Complexity: O(*n*); nothing is sorted.
  public func position(ofJokeAt index: Int, in catalogue: [Joke]) -> FeedPosition? {
    guard shows(catalogue[index]) else { return nil }
    let own = key(of: catalogue[index], at: index)
    var (undemotedBefore, before, shown) = (0, 0, 0)
    var previous: Key?
    for (place, joke) in catalogue.enumerated() where shows(joke) {
      shown += 1
      let other = key(of: joke, at: place)
      if other.isUndemotedBefore(own) { undemotedBefore += 1 }
      guard other < own else { continue }
      before += 1
      previous = previous.map { max($0, other) } ?? other
    }
    return FeedPosition(
      tier: own.tier, isDemoted: own.isDemoted, positionBeforeDemotion: undemotedBefore + 1,
      position: before + 1, shownCount: shown,
      previous: previous.map {
        .init(id: catalogue[$0.place].id, difference: Self.difference($0, own))
      })
  }

  private static func difference(_ previous: Key, _ own: Key) -> FeedPosition.Difference {
    if previous.isDemoted != own.isDemoted { return .isDemoted }
    if previous.tier != own.tier { return .tier }
    return previous.popularity != own.popularity ? .popularity : .catalogue
  }
}
