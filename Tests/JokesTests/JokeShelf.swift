import Jokes

/// The jokes of one device, as its screens show them.
struct JokeShelf {
  /// The jokes that the app loaded.
  var catalogue: [Joke]
  /// The order of the feed: what was seen, what was rated, and what was rated just now.
  private(set) var order: FeedOrder
  /// The saved jokes.
  private(set) var saved: SavedJokes

  /// - Parameters:
  ///   - seen: `jokeImpressions` of the app's defaults.
  ///   - rated: the keys of `jokeRatings`.
  ///   - saved: `savedJokeIds`.
  ///   - savedAt: `savedJokeTimestamps`.
  ///   - month: today's, 1 to 12, for the season.
  init(
    catalogue: [Joke], seen: [String], rated: [String], saved: [String],
    savedAt: [String: Double], month: Int
  ) {
    self.catalogue = catalogue
    order = FeedOrder(
      impressions: Impressions(seen.map { JokeID($0) }), rated: Set(rated.map { JokeID($0) }),
      isChristmasSeason: FeedOrder.isChristmasSeason(month: month))
    let times = savedAt.map { (JokeID($0.key), $0.value) }
    self.saved = SavedJokes(
      ids: saved.map { JokeID($0) }, timestamps: Dictionary(uniqueKeysWithValues: times))
  }

  /// What the feed shows, from top to bottom.
  var feed: [Joke] { order.feed(catalogue) }

  /// What the screen of saved jokes shows.
  var savedJokes: [Joke] { saved.list(of: catalogue) }

  /// A joke scrolled past, or its detail was opened: both count as seeing it.
  mutating func see(_ joke: Joke) { order.impressions.mark(joke.id) }

  /// A joke was rated: it stays where it is until the feed is refreshed.
  mutating func rate(_ joke: Joke) { order.rate(joke.id) }

  /// The feed was pulled down.
  mutating func refresh() { order.refresh() }

  /// The bookmark was tapped: saves a joke that is not saved, and the other way round.
  mutating func toggleSaved(_ joke: Joke, now: Double) {
    if !saved.unsave(joke.id) { saved.save(joke.id, at: now) }
  }
}
