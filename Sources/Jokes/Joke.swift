/// A joke of the catalogue, as far as the feed's order depends on it.
public struct Joke: Hashable, Sendable {
  /// The joke's key.
  public var id: JokeID
  /// What is told.
  public var text: String
  /// Where it belongs.
  public var category: JokeCategory
  /// Whether it is for Christmas: tagged `christmas`.
  public var isForChristmas: Bool
  /// How popular it is; 0 where the catalogue does not say.
  public var popularity: Double

  /// A joke.
  public init(
    id: JokeID, text: String, category: JokeCategory, isForChristmas: Bool = false,
    popularity: Double = 0
  ) {
    self.id = id
    self.text = text
    self.category = category
    self.isForChristmas = isForChristmas
    self.popularity = popularity
  }
}
