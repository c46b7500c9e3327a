public import Jokes
import Scan
import SystemIO

/// The plan that makes the ratings of a dump binary. Rules, “Binary ratings”.
///
/// Making a plan changes nothing. The plan of a dump that is already migrated is empty, because the
/// flag is set.
public struct BinaryRatingsMigration: Sendable {
  /// One rating, and the decision about it.
  public struct Step: Hashable, Sendable {
    /// The joke.
    public var id: JokeID
    /// The rating as read.
    public var reading: RatingReading
    /// The rule's decision.
    public var decision: Decision
    /// The offset of the rating in the dump.
    public var byteOffset: Int
  }

  /// Whether a flag says that the ratings are binary, so that there is nothing to do.
  public let isAlreadyDone: Bool
  /// Every rating, in the order of the dump.
  public let steps: [Step]
  /// The changes to the dump; empty if the rule refused a rating.
  public let changes: DefaultsChanges

  /// The first refused rating.
  public var firstRefusal: Step? { steps.first { $0.decision == .refuse } }

  /// Plans the migration of a dump.
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
      for (place, member) in ratings.enumerated() {
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

  /// Whether a flag in the dump says that its ratings are binary.
  public static func isDone(in dump: DefaultsDump) throws(DefaultsDumpError) -> Bool {
    var isDone = false
    for flag in DefaultsKey.binaryMigrationFlags where try dump.flag(flag) == true {
      isDone = true
    }
    return isDone
  }

  /// Whether a dump has the planned result: a flag, and the remaining ratings in order.
  package func isCarriedOut(in dump: DefaultsDump) throws(DefaultsDumpError) -> Bool {
    guard try Self.isDone(in: dump) else { return false }
    var left = steps.lazy.compactMap(\.readingAfter).makeIterator()
    for member in try dump.dictionary(.ratings) ?? .none {
      if left.next() != (try dump.form.reading(of: member)) { return false }
    }
    return left.next() == nil
  }

  /// - Parameter ratings: the index of the ratings.
  private static func changes(
    of dump: DefaultsDump, for steps: [Step], of ratings: DumpIndex?
  ) throws(DefaultsDumpError) -> DefaultsChanges {
    var changes = DefaultsChanges()
    let rated = changes.add(.ratings, at: try dump.place(of: .ratings), ratings)
    // Checked even if no timestamp is removed, so that a dump's usability does not depend on its
    // ratings.
    let times = try dump.dictionary(.ratingTimestamps)
    let ratedAt = changes.add(.ratingTimestamps, at: try dump.place(of: .ratingTimestamps), times)
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
    for key in DefaultsKey.binaryMigrationFlags {
      let flag = changes.add(key, at: try dump.place(of: key))
      changes.add(.flag(true), flag)
    }
    return changes
  }
}

extension BinaryRatingsMigration.Step {
  /// The rating after the migration; nil if it is deleted.
  fileprivate var readingAfter: RatingReading? {
    switch decision {
    case .keep, .refuse: reading
    case .update(let rating): .rating(rating)
    case .delete: nil
    }
  }
}
