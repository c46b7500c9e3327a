/// The rule that turns five points into two: 4 and 5 are hilarious, 1 and 2 horrible, 3 goes.
///
/// Applied to its own result it changes nothing. Rules, “Binary ratings”.
public struct BinaryRatingRule: Sendable {
  /// The rule; it has no settings.
  public init() {}

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
