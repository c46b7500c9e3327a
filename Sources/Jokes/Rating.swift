/// A joke's rating on the five-point scale that the app used before its ratings became binary.
public enum Rating: Int, CaseIterable, Sendable {
  case one = 1
  case two
  case three
  case four
  case five

  /// The best of the two ratings that the binary scale keeps.
  public static let hilarious = Rating.five
  /// The worst of the two ratings that the binary scale keeps.
  public static let horrible = Rating.one
}
