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
      let saving = saving(ratedAt: ratedAt[place], savedAt: savedAt[place])
      return SavedJoke(
        id: rated[place], timestamp: saving.timestamp, source: saving.source,
        replacesTimestamp: saving.replacesTimestamp, wasSaved: isSaved[place])
    }
    let new = jokes.filter { !$0.wasSaved }.sorted { one, other in
      Self.isNewer(one.timestamp, than: other.timestamp) { one.id < other.id }
    }
    return jokes.filter(\.wasSaved) + new
  }

  /// What becomes of the time of one rated joke.
  package struct Saving: Hashable, Sendable {
    /// When it counts as saved: seconds since 1970.
    package var timestamp: Double
    /// Where that came from.
    package var source: TimestampSource
    /// Whether another saved timestamp was there and is lost.
    package var replacesTimestamp: Bool
  }

  /// When a joke rated at one time, and saved at another, counts as saved.
  package func saving(ratedAt: Double?, savedAt: Double?) -> Saving {
    let isKept = keepsSavedTimestamps && savedAt != nil
    let timestamp = (isKept ? savedAt : ratedAt) ?? now
    return Saving(
      timestamp: timestamp, source: isKept ? .kept : ratedAt == nil ? .now : .rating,
      replacesTimestamp: savedAt.map { $0 != timestamp } ?? false)
  }

  /// Whether a joke that is new comes before another: the newer first, and of two of one time the one
  /// of the smaller id.
  package static func isNewer(
    _ time: Double, than other: Double, isSmaller: () -> Bool
  ) -> Bool {
    time != other ? time > other : isSmaller()
  }
}
