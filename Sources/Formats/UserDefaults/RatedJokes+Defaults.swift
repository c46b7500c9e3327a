public import Jokes

extension RatedJokes {
  /// Reads the rated jokes of a dump and their timestamps.
  ///
  /// A missing key counts as empty; a timestamp that is not a number counts as missing.
  ///
  /// - Throws: an error of cause `unusable` if the ratings or their timestamps are not a
  ///   dictionary, or if a key occurs twice.
  public init(of dump: DefaultsDump) throws(DefaultsDumpError) {
    var ratings: [JokeID: RatingReading] = [:]
    for entry in try dump.entries(of: .ratings) ?? [] {
      ratings[entry.key] = entry.value.reading
    }
    self.init(
      ratings: ratings, timestamps: try dump.timestamps(of: .ratingTimestamps))
  }
}
