/// A joke of the catalogue, with the fields that the feed depends on.
public struct Joke: Hashable, Sendable {
  /// The joke's key.
  public var id: JokeID
  /// The joke's text.
  public var text: String
  /// The joke's category.
  public var category: JokeCategory
  /// Whether it has the tag `christmas`.
  public var isForChristmas: Bool
  /// The popularity score; 0 if the catalogue has none.
  public var popularity: Double

  /// Creates a joke.
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
