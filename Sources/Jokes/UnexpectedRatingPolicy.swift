/// The policy for ratings other than 1 to 5: another number, a string, null, or missing.
///
/// The default is to keep the document, as the app's own scripts do. Rules, “Binary ratings”.
public enum UnexpectedRatingPolicy: String, CaseIterable, Sendable {
  /// Keep the document, count it and warn.
  case keep
  /// Delete the document as if it were rated 3.
  case drop
  /// Fail the run.
  case fail
}
