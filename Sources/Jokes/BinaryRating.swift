/// A verdict on the binary scale.
public enum BinaryRating: String, CaseIterable, Sendable {
  /// Funny: stored as a 5.
  case hilarious
  /// Not funny: stored as a 1.
  case horrible
}
