/// The rule that turns every rated joke of a device into a saved one, once.
///
/// Rules, “Rated to saved”. Ratings and their timestamps stay as they are; the flag that the
/// migration is done belongs to the dump, and so to its reader.
public struct RatedToSavedRule: Sendable {
  /// The seconds since 1970 that stand for “now” where a rating has no timestamp.
  public var now: Double
  /// Whether a saved timestamp that is there already wins over the rating's.
  public var keepsSavedTimestamps: Bool

  /// The rule at a moment.
  public init(now: Double, keepsSavedTimestamps: Bool = false) {
    self.now = now
    self.keepsSavedTimestamps = keepsSavedTimestamps
  }

  /// Where a saved joke's timestamp came from.
  public enum TimestampSource: Hashable, Sendable {
    /// The time it was rated.
    case rating
    /// Now: the rating had no time.
    case now
    /// It had one already, and that was to be kept.
    case kept
  }

  /// One rated joke, saved.
  public struct SavedJoke: Hashable, Sendable {
    /// The joke.
    public var id: JokeID
    /// When it counts as saved: seconds since 1970.
    public var timestamp: Double
    /// Where that came from.
    public var source: TimestampSource
    /// Whether another saved timestamp was there and is lost.
    public var replacesTimestamp: Bool
    /// Whether it was saved already.
    public var wasSaved: Bool
  }

  /// Every rated joke as a saved one: those already saved first, in the order of their ratings,
  /// then the new ones, newest first and ties by id, which is the order to append them in.
  ///
  /// - Parameters:
  ///   - rated: the rated jokes, each once.
  ///   - ratedAt: when they were rated, in seconds since 1970.
  ///   - saved: the jokes already saved.
  ///   - savedAt: when those were saved, in seconds since 1970.
  public func saving(
    rated: [JokeID], ratedAt: [JokeID: Double], saved: Set<JokeID>, savedAt: [JokeID: Double]
  ) -> [SavedJoke] {
    saving(
      rated: rated, ratedAt: rated.map { ratedAt[$0] }, isSaved: rated.map(saved.contains),
      savedAt: rated.map { savedAt[$0] })
  }

  /// The same, with what is known of each rated joke at its place.
  package func saving(
    rated: [JokeID], ratedAt: [Double?], isSaved: [Bool], savedAt: [Double?]
  ) -> [SavedJoke] {
    let jokes = rated.indices.map { place in
      let (id, older, rating) = (rated[place], savedAt[place], ratedAt[place])
      let isKept = keepsSavedTimestamps && older != nil
      let timestamp = (isKept ? older : rating) ?? now
      return SavedJoke(
        id: id, timestamp: timestamp,
        source: isKept ? .kept : rating == nil ? .now : .rating,
        replacesTimestamp: older.map { $0 != timestamp } ?? false, wasSaved: isSaved[place])
    }
    let new = jokes.filter { !$0.wasSaved }.sorted { one, other in
      one.timestamp != other.timestamp ? one.timestamp > other.timestamp : one.id < other.id
    }
    return jokes.filter(\.wasSaved) + new
  }
}
