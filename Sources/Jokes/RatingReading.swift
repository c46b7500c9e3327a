/// What a document's or an entry's rating was found to be.
public enum RatingReading: Hashable, Sendable {
  /// A number of the five-point scale, however it is spelled: `4`, `4.0` and `4e0` are all four.
  case rating(Rating)
  /// Anything else, by the label under which it is counted: `0`, `4.5`, `"4"`, `true`, `null`,
  /// `missing`.
  case unexpected(String)
}
