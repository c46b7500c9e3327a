/// A joke's place in one list of the ranking.
public struct RankedJoke: Hashable, Sendable {
  /// The joke.
  public var id: JokeID
  /// How many ratings put it there; at least 1.
  public var count: Int
  /// Its place, from 1; every place is taken once.
  public var rank: Int

  /// A joke at a place.
  public init(id: JokeID, count: Int, rank: Int) {
    self.id = id
    self.count = count
    self.rank = rank
  }
}
