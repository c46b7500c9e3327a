/// What to do about a rating that is none of 1 to 5: another number, a string, null, or missing.
///
/// The app's own scripts keep such documents, so keeping is the default. Rules, “Binary ratings”.
public enum UnexpectedRatingPolicy: String, CaseIterable, Sendable {
  /// Leave the document as it is, count it and warn of it.
  case keep
  /// Delete the document as if it were rated 3.
  case drop
  /// Fail the run.
  case fail
}
