/// The rule that makes five-point ratings binary: 4 and 5 are hilarious, 1 and 2 horrible, 3 is
/// deleted.
///
/// Applied to its own result it changes nothing. Rules, “Binary ratings”.
public struct BinaryRatingRule: Sendable {
  /// The policy for ratings other than 1 to 5.
  public var unexpected: UnexpectedRatingPolicy

  /// Creates the rule; by default it keeps unexpected ratings.
  public init(unexpected: UnexpectedRatingPolicy = .keep) { self.unexpected = unexpected }

  /// The decision for a document or entry with this rating, read or not.
  public func decide(_ reading: RatingReading) -> Decision {
    switch reading {
    case .rating(let rating): decide(rating)
    case .unexpected:
      switch unexpected {
      case .keep: .keep
      case .drop: .delete
      case .fail: .refuse
      }
    }
  }

  /// The decision for a document or entry with this rating.
  public func decide(_ rating: Rating) -> Decision {
    switch rating {
    case .five, .one: .keep
    case .four: .update(.hilarious)
    case .two: .update(.horrible)
    case .three: .delete
    }
  }
}
