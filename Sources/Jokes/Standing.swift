/// A joke's place in one of the two lists, and its distance from the last place.
///
/// Rules, “All-time top 10”.
public struct Standing: Hashable, Sendable {
  /// The number of its ratings of this kind.
  public var count: Int
  /// Its place among all jokes with such ratings, from 1; nil without any.
  public var place: Int?
  /// The number of jokes with such ratings.
  public var jokeCount: Int
  /// Whether it is on the list.
  public var isListed: Bool
  /// The ratings that it can lose and stay on the list; if it is not on it, those that it lacks.
  public var distance: Int
  /// The joke that would overtake it, or that it must overtake; nil if there is none.
  public var rival: RankedJoke?
  /// Whether it precedes the rival at equal counts, by the bytes of its id.
  public var winsTies: Bool
}

extension Tally {
  /// The place of a joke in a list of this length.
  ///
  /// - Complexity: O(*d* log *d*) in the number of distinct jokes.
  public func standing(of joke: JokeID, as verdict: BinaryRating, length: Int) -> Standing {
    let whole = Ranking(of: self, length: .max).list(verdict).jokes
    let own = whole.first { $0.id == joke }
    let isListed = own.map { $0.rank <= length } ?? false
    // For a listed joke, the first one left off.
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
