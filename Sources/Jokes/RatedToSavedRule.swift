/// The rule that makes every rated joke of a device a saved one, once.
///
/// Rules, “Rated to saved”. Ratings and their timestamps stay; the reader of the dump handles its
/// flag.
public struct RatedToSavedRule: Sendable {
  /// Now, in seconds since 1970, for ratings without a timestamp.
  public var now: Double
  /// Whether an existing saved timestamp wins over the rating's.
  public var keepsSavedTimestamps: Bool

  /// Creates the rule.
  public init(now: Double, keepsSavedTimestamps: Bool = false) {
    self.now = now
    self.keepsSavedTimestamps = keepsSavedTimestamps
  }

  /// The source of a saved joke's timestamp.
  public enum TimestampSource: Hashable, Sendable {
    /// The time it was rated.
    case rating
    /// Now, because the rating has no time.
    case now
    /// The existing one, which is kept.
    case kept
  }

  /// One rated joke, saved.
  public struct SavedJoke: Hashable, Sendable {
    /// The joke.
    public var id: JokeID
    /// Its saved time, in seconds since 1970.
    public var timestamp: Double
    /// The source of that time.
    public var source: TimestampSource
    /// Whether it replaces another saved timestamp.
    public var replacesTimestamp: Bool
    /// Whether it was saved already.
    public var wasSaved: Bool
  }

  /// Every rated joke as a saved one: those already saved, in the order of their ratings, then new
  /// ones, newest first and ties by id, which is the order to append them in.
  ///
  /// - Parameters:
  ///   - rated: the rated jokes, each once.
  ///   - ratedAt: the times of the ratings, in seconds since 1970.
  ///   - saved: the jokes already saved.
  ///   - savedAt: the times of saving, in seconds since 1970.
  public func saving(
    rated: [JokeID], ratedAt: [JokeID: Double], saved: Set<JokeID>, savedAt: [JokeID: Double]
  ) -> [SavedJoke] {
    order(
      rated.count, { (ratedAt[rated[$0]], saved.contains(rated[$0]), savedAt[rated[$0]]) },
      isSmaller: { rated[$0] < rated[$1] }
    ).map { SavedJoke(id: rated[$0.place], $0) }
  }

  /// The result for one rated joke.
  package struct Saving: Hashable, Sendable {
    /// The joke's index among the rated ones.
    package let place: Int
    /// Its saved time, in seconds since 1970.
    package let timestamp: Double
    /// Where the timestamp comes from.
    package let source: TimestampSource
    /// Whether it replaces another saved time.
    package let replacesTimestamp: Bool
    /// Whether it was the saved time before.
    package let keepsTimestamp: Bool
    /// Whether the joke was saved before.
    package let wasSaved: Bool
  }

  /// The same, for jokes given by index.
  ///
  /// - Parameters:
  ///   - joke: what is known about the joke at an index.
  ///   - isSmaller: whether the id at one index is smaller than the one at another.
  package func order<Failure: Error>(
    _ count: Int,
    _ joke: (Int) throws(Failure) -> (ratedAt: Double?, isSaved: Bool, savedAt: Double?),
    isSmaller: (Int, Int) -> Bool
  ) throws(Failure) -> [Saving] {
    var savings: [Saving] = []
    savings.reserveCapacity(count)
    for place in 0..<count {
      let (ratedAt, isSaved, savedAt) = try joke(place)
      savings.append(saving(place, ratedAt, isSaved, savedAt))
    }
    savings.sort { one, other in
      if one.wasSaved || other.wasSaved { return one.wasSaved && !other.wasSaved }
      return one.timestamp != other.timestamp
        ? one.timestamp > other.timestamp : isSmaller(one.place, other.place)
    }
    return savings
  }

  /// The saved time of a joke rated at one time and saved at another.
  private func saving(
    _ place: Int, _ ratedAt: Double?, _ wasSaved: Bool, _ savedAt: Double?
  ) -> Saving {
    let isKept = keepsSavedTimestamps && savedAt != nil
    let timestamp = (isKept ? savedAt : ratedAt) ?? now
    return Saving(
      place: place, timestamp: timestamp,
      source: isKept ? .kept : ratedAt == nil ? .now : .rating,
      replacesTimestamp: savedAt.map { $0 != timestamp } ?? false,
      keepsTimestamp: savedAt == timestamp, wasSaved: wasSaved)
  }
}

extension RatedToSavedRule.SavedJoke {
  /// The saving of the joke with this id.
  package init(id: JokeID, _ saving: RatedToSavedRule.Saving) {
    self.init(
      id: id, timestamp: saving.timestamp, source: saving.source,
      replacesTimestamp: saving.replacesTimestamp, wasSaved: saving.wasSaved)
  }
}
