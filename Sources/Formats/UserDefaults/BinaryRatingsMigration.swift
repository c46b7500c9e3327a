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
  /// What to do to the dump, value by value; nothing where the rule refused a rating.
  package let changes: DefaultsChanges
  /// The same as edits.
  public var edits: [DefaultsEdit] { changes.edits }

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
      (steps, changes) = ([], DefaultsChanges())
      return
    }
    let ratings = try dump.dictionary(.ratings)
    var steps: [Step] = []
    steps.reserveCapacity(ratings?.count ?? 0)
    if let ratings {
      for (place, member) in ratings.members.enumerated() {
        let reading = try dump.form.reading(of: member)
        steps.append(
          Step(
            id: JokeID(ratings.name(at: place)), reading: reading,
            decision: rule.decide(reading), byteOffset: member.value.lowerBound))
      }
    }
    changes = try Self.changes(of: dump, for: steps, of: ratings)
    self.steps = steps
  }

  /// Whether one of the flags says that the ratings of a dump are binary already.
  ///
  /// - Throws: an error of cause `unusable` where a flag comes twice.
  public static func isDone(in dump: DefaultsDump) throws(DefaultsDumpError) -> Bool {
    var isDone = false
    for flag in AppKey.binaryMigrationFlags where try dump.flag(flag) == true {
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
    for member in try dump.dictionary(.ratings)?.members ?? [] {
      if left.next() != (try dump.form.reading(of: member)) { return false }
    }
    return left.next() == nil
  }

  /// - Parameter ratings: those of the steps.
  private static func changes(
    of dump: DefaultsDump, for steps: [Step], of ratings: DumpIndex?
  ) throws(DefaultsDumpError) -> DefaultsChanges {
    var changes = DefaultsChanges()
    let rated = try changes.add(.ratings, of: dump, ratings)
    // Looked through even where none is removed, so that a dump is usable or not whatever its ratings.
    let times = try dump.dictionary(.ratingTimestamps)
    let ratedAt = try changes.add(.ratingTimestamps, of: dump, times)
    for (place, step) in steps.enumerated() {
      switch step.decision {
      case .keep: break
      case .update(let rating): changes.add(.rating(rating), rated, at: place)
      case .delete:
        changes.add(.removal, rated, at: place)
        if let ratings, let time = times?.place(of: ratings, at: place) {
          changes.add(.removal, ratedAt, at: time)
        }
      case .refuse: return DefaultsChanges()
      }
    }
    for key in AppKey.binaryMigrationFlags {
      let flag = try changes.add(key, of: dump)
      changes.add(.flag(true), flag)
    }
    return changes
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
