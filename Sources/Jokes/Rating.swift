/// A joke's rating on the five-point scale.
public enum Rating: Int, CaseIterable, Sendable {
  case one = 1
  case two
  case three
  case four
  case five

  /// The best rating, which stays on the binary scale.
  public static let hilarious = Rating.five
  /// The worst rating, which stays on the binary scale.
  public static let horrible = Rating.one
}
