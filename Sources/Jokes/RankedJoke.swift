/// A joke's place in one list of the ranking.
public struct RankedJoke: Hashable, Sendable {
  /// The joke.
  public var id: JokeID
  /// The number of its ratings, at least 1.
  public var count: Int
  /// Its rank, from 1; each rank is used once.
  public var rank: Int

  /// Creates a ranked joke.
  public init(id: JokeID, count: Int, rank: Int) {
    self.id = id
    self.count = count
    self.rank = rank
  }
}
