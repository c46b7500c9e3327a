public import Jokes
import Scan
import SystemIO

/// What it takes to make the ratings of a dump binary. Rules, “Binary ratings”.
///
/// A migration is a plan: it changes nothing by itself. Made of a dump that it was applied to, it
/// finds the flag set, and plans nothing.
public struct BinaryRatingsMigration: Sendable {
  /// One entry of the ratings, and what becomes of it.
  public struct Step: Hashable, Sendable {
    /// The joke.
    public var id: JokeID
    /// What its rating was found to be.
    public var reading: RatingReading
    /// What the rule made of that.
    public var decision: Decision
    /// Where the rating stands in the dump.
    public var byteOffset: Int
  }

  /// Whether one of the flags says that the ratings are binary already: then nothing is to be done.
  public let isAlreadyDone: Bool
  /// Every rating, in the order of the dump.
  public let steps: [Step]
  /// What to do to the dump; nothing where the rule refused a rating.
  public let edits: [DefaultsEdit]

  /// The first rating that the rule refused, when it was told to.
  public var firstRefusal: Step? { steps.first { $0.decision == .refuse } }

  /// Plans the migration of a dump.
  ///
  /// - Throws: an error of cause `unusable` where the ratings or their timestamps are no dictionary,
  ///   or a key that matters comes twice.
  public init(
    of dump: DefaultsDump, rule: BinaryRatingRule = BinaryRatingRule()
  ) throws(DefaultsDumpError) {
    isAlreadyDone = try Self.isDone(in: dump)
    guard !isAlreadyDone else {
      (steps, edits) = ([], [])
      return
    }
    steps = (try dump.entries(of: DefaultsKey.ratings) ?? []).map { entry in
      let reading = entry.value.reading
      return Step(
        id: entry.key, reading: reading, decision: rule.decide(reading),
        byteOffset: entry.byteOffset)
    }
    edits = try Self.edits(for: steps, in: dump)
  }

  /// Whether one of the flags says that the ratings of a dump are binary already.
  ///
  /// - Throws: an error of cause `unusable` where a flag comes twice.
  public static func isDone(in dump: DefaultsDump) throws(DefaultsDumpError) -> Bool {
    var isDone = false
    for flag in DefaultsKey.binaryMigrationFlags where try dump.boolean(flag) == true {
      isDone = true
    }
    return isDone
  }

  /// Whether a dump holds the result: a flag, and the ratings that stay, in order.
  ///
  /// - Throws: as `init`.
  package func isCarriedOut(in dump: DefaultsDump) throws(DefaultsDumpError) -> Bool {
    guard try Self.isDone(in: dump) else { return false }
    var left = steps.lazy.compactMap(\.readingAfter).makeIterator()
    var isSame = true
    try dump.forEachEntry(of: DefaultsKey.ratings) { _, value in
      if left.next() != value.reading { isSame = false }
    }
    return isSame && left.next() == nil
  }

  private static func edits(
    for steps: [Step], in dump: DefaultsDump
  ) throws(DefaultsDumpError) -> [DefaultsEdit] {
    var deleted = KeyIndex()
    for step in steps where step.decision == .delete { deleted.insert(step.id.text) }
    // Looked through even where none is removed, so that a dump is usable or not whatever its ratings.
    var hasTimestamp = [Bool](repeating: false, count: deleted.count)
    try dump.forEachEntry(of: DefaultsKey.ratingTimestamps) { id, _ in
      if let place = deleted.place(of: id) { hasTimestamp[place] = true }
    }
    var deletedCount = 0
    var edits: [DefaultsEdit] = []
    for step in steps {
      switch step.decision {
      case .keep: break
      case .update(let rating):
        edits.append(.setRating(in: DefaultsKey.ratings, step.id, rating))
      case .delete:
        edits.append(.removeEntry(in: DefaultsKey.ratings, step.id))
        if hasTimestamp[deletedCount] {
          edits.append(.removeEntry(in: DefaultsKey.ratingTimestamps, step.id))
        }
        deletedCount += 1
      case .refuse: return []
      }
    }
    return edits + DefaultsKey.binaryMigrationFlags.map { .setBoolean($0, true) }
  }
}

extension BinaryRatingsMigration.Step {
  /// The rating that the entry has afterwards; nil where it is deleted.
  fileprivate var readingAfter: RatingReading? {
    switch decision {
    case .keep, .refuse: reading
    case .update(let rating): .rating(rating)
    case .delete: nil
    }
  }
}
