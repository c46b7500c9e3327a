public import Jokes

/// What a dump says about the feed of its device: what was seen, rated and saved.
///
/// A key that is missing is empty: a joke without it reads as not saved.
public struct FeedDefaults: Sendable {
  /// The jokes seen.
  public let impressions: Impressions
  /// The jokes that have a rating, whatever it is.
  public let rated: Set<JokeID>
  /// The saved jokes.
  public let saved: SavedJokes

  /// Reads it from a dump.
  ///
  /// A saved timestamp that is no number counts as missing.
  ///
  /// - Throws: an error of cause `unusable` where the ratings or the saved timestamps are no
  ///   dictionary, the impressions or saved jokes no array of strings, or a key comes twice.
  public init(of dump: DefaultsDump) throws(DefaultsDumpError) {
    let seen = try dump.strings(of: DefaultsKey.impressions) ?? []
    impressions = Impressions(seen.map { JokeID($0) })
    rated = Set((try dump.entries(of: DefaultsKey.ratings) ?? []).map(\.key))
    saved = try SavedJokes(of: dump)
  }
}
