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
  public init(of dump: DefaultsDump) throws(DefaultsDumpError) {
    let seen = try dump.strings(of: .impressions) ?? []
    impressions = Impressions(seen.map { JokeID($0) })
    rated = Set((try dump.entries(of: .ratings) ?? []).map(\.key))
    saved = try SavedJokes(of: dump)
  }
}

extension RatedJokes {
  /// Reads the rated jokes of a dump and their timestamps.
  ///
  /// A missing key counts as empty; a timestamp that is not a number counts as missing.
  public init(of dump: DefaultsDump) throws(DefaultsDumpError) {
    var ratings: [JokeID: RatingReading] = [:]
    for entry in try dump.entries(of: .ratings) ?? [] {
      ratings[entry.key] = entry.value.reading
    }
    self.init(
      ratings: ratings, timestamps: try dump.timestamps(of: .ratingTimestamps))
  }
}

extension SavedJokes {
  /// Reads the saved jokes of a dump and their timestamps.
  ///
  /// A missing key counts as empty; a saved timestamp that is not a number counts as missing.
  public init(of dump: DefaultsDump) throws(DefaultsDumpError) {
    let ids = try dump.strings(of: .savedJokes) ?? []
    self.init(
      ids: ids.map { JokeID($0) }, timestamps: try dump.timestamps(of: .savedTimestamps))
  }
}
