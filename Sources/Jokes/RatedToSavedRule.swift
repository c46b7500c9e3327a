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
    order(
      ratedAt: rated.map { ratedAt[$0] }, isSaved: rated.map(saved.contains),
      savedAt: rated.map { savedAt[$0] }, isSmaller: { rated[$0] < rated[$1] }
    ).map { SavedJoke(id: rated[$0.place], $0) }
  }

  /// What becomes of one rated joke.
  package struct Saving: Hashable, Sendable {
    /// The joke's place among the rated ones.
    package let place: Int
    /// When it counts as saved: seconds since 1970.
    package let timestamp: Double
    package let source: TimestampSource
    package let replacesTimestamp: Bool
    package let wasSaved: Bool
  }

  /// The same, with what is known of each rated joke at its place.
  ///
  /// - Parameter isSmaller: whether the id at one place is smaller than the one at another.
  package func order(
    ratedAt: [Double?], isSaved: [Bool], savedAt: [Double?], isSmaller: (Int, Int) -> Bool
  ) -> [Saving] {
    var savings: [Saving] = []
    savings.reserveCapacity(ratedAt.count)
    for wasSaved in [true, false] {
      for place in ratedAt.indices where isSaved[place] == wasSaved {
        savings.append(saving(place, ratedAt[place], wasSaved, savedAt[place]))
      }
    }
    let oldCount = savings.firstIndex { !$0.wasSaved } ?? savings.count
    savings[oldCount...].sort { one, other in
      one.timestamp != other.timestamp
        ? one.timestamp > other.timestamp : isSmaller(one.place, other.place)
    }
    return savings
  }

  /// When a joke rated at one time, and saved at another, counts as saved.
  private func saving(
    _ place: Int, _ ratedAt: Double?, _ wasSaved: Bool, _ savedAt: Double?
  ) -> Saving {
    let isKept = keepsSavedTimestamps && savedAt != nil
    let timestamp = (isKept ? savedAt : ratedAt) ?? now
    return Saving(
      place: place, timestamp: timestamp,
      source: isKept ? .kept : ratedAt == nil ? .now : .rating,
      replacesTimestamp: savedAt.map { $0 != timestamp } ?? false, wasSaved: wasSaved)
  }
}

extension RatedToSavedRule.SavedJoke {
  /// A joke of this id, saved so.
  package init(id: JokeID, _ saving: RatedToSavedRule.Saving) {
    self.init(
      id: id, timestamp: saving.timestamp, source: saving.source,
      replacesTimestamp: saving.replacesTimestamp, wasSaved: saving.wasSaved)
  }
}
