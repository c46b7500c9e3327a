/// The rule that turns five points into two: 4 and 5 are hilarious, 1 and 2 horrible, 3 goes.
///
/// Applied to its own result it changes nothing. Rules, “Binary ratings”.
public struct BinaryRatingRule: Sendable {
  /// What to do about ratings that are none of 1 to 5.
  public var unexpected: UnexpectedRatingPolicy

  /// The rule; what it does not expect it keeps, unless told otherwise.
  public init(unexpected: UnexpectedRatingPolicy = .keep) { self.unexpected = unexpected }

  /// What becomes of a document or entry whose rating was found to be this.
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

  /// What becomes of a document or entry with this rating.
  public func decide(_ rating: Rating) -> Decision {
    switch rating {
    case .five, .one: .keep
    case .four: .update(.hilarious)
    case .two: .update(.horrible)
    case .three: .delete
    }
  }
}
