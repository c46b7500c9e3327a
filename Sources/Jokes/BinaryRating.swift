/// A verdict on the binary scale.
public enum BinaryRating: CaseIterable, Sendable {
  case hilarious
  case horrible
}
