/// How a rating counts towards the ranking.
///
/// After the migration only 5 and 1 count. The five-point scale is for data that is not migrated,
/// and gives the same counts. Rules, “All-time top 10”.
public enum RatingScale: String, CaseIterable, Sendable {
  /// 5 is hilarious, 1 horrible, the rest is not counted.
  case binary
  /// 4 and 5 are hilarious, 1 and 2 horrible, 3 is neutral.
  case fivePoint = "five-point"

  /// The verdict for a rating; nil if it does not count.
  public func verdict(_ rating: Rating) -> BinaryRating? {
    switch (self, rating) {
    case (_, .five), (.fivePoint, .four): .hilarious
    case (_, .one), (.fivePoint, .two): .horrible
    case (_, .three), (.binary, .four), (.binary, .two): nil
    }
  }
}
