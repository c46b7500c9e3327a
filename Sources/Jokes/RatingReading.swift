/// A rating as read from a document or entry.
public enum RatingReading: Hashable, Sendable {
  /// A number of the five-point scale in any spelling: `4`, `4.0` and `4e0` are all four.
  case rating(Rating)
  /// Anything else, with the label under which it is counted: `0`, `4.5`, `"4"`, `true`, `null`,
  /// `missing`.
  case unexpected(String)
}
