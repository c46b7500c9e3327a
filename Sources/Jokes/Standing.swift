/// Where one joke stands in one of the two lists, and how far it is from the last place of it.
///
/// Rules, “All-time top 10”.
public struct Standing: Hashable, Sendable {
  /// Its ratings of this kind.
  public var count: Int
  /// Its place among all jokes with such ratings, from 1; nil where it has none.
  public var place: Int?
  /// How many jokes have such ratings.
  public var jokeCount: Int
  /// Whether it is on the list.
  public var isListed: Bool
  /// The ratings that it could do without and stay on the list; where it is not on it, those that it
  /// needs to get there.
  public var distance: Int
  /// The joke that it would come behind, or has to come before; nil where nothing is in its way.
  public var rival: RankedJoke?
  /// Whether it comes before the rival where both have as many ratings, by the bytes of its id.
  public var winsTies: Bool
}

extension Tally {
  /// Where a joke stands in a list of so many places.
  ///
  /// - Complexity: O(*d* log *d*) in the number of distinct jokes.
  public func standing(of joke: JokeID, as verdict: BinaryRating, length: Int) -> Standing {
    let whole = Ranking(of: self, length: .max).list(verdict).jokes
    let own = whole.first { $0.id == joke }
    let isListed = own.map { $0.rank <= length } ?? false
    // Of a listed joke, the first that is left off.
    let rivalIndex = isListed ? length : length - 1
    let rival = rivalIndex < whole.count ? whole[rivalIndex] : nil
    let winsTies = rival.map { joke < $0.id } ?? false
    let needed = rival.map { $0.count + (winsTies ? 0 : 1) } ?? 1
    let count = own?.count ?? 0
    return Standing(
      count: count, place: own?.rank, jokeCount: whole.count, isListed: isListed,
      distance: isListed ? count - needed : needed - count, rival: rival, winsTies: winsTies)
  }
}
