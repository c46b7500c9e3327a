public import Jokes

/// The part of a dump that determines its device's feed: seen, rated and saved jokes.
///
/// A missing key counts as empty.
public struct FeedDefaults: Sendable {
  /// The jokes seen.
  public let impressions: Impressions
  /// The jokes with a rating of any value.
  public let rated: Set<JokeID>
  /// The saved jokes.
  public let saved: SavedJokes

  /// Reads the feed's defaults from a dump.
  ///
  /// A saved timestamp that is not a number counts as missing.
  ///
  /// - Throws: an error of cause `unusable` if the ratings or the saved timestamps are not a
  ///   dictionary, if the impressions or saved jokes are not an array of strings, or if a key
  ///   occurs twice.
  public init(of dump: DefaultsDump) throws(DefaultsDumpError) {
    let seen = try dump.strings(of: .impressions) ?? []
    impressions = Impressions(seen.map { JokeID($0) })
    rated = Set((try dump.entries(of: .ratings) ?? []).map(\.key))
    saved = try SavedJokes(of: dump)
  }
}
