import Scan

/// A failure that is found before the publication, but maybe after bytes have gone to a stream.
protocol UnpublishedFailure: ReportableError {
  /// Whether the result went to a stream while it was made.
  var isTooLate: Bool { get set }
}

extension UnpublishedFailure {
  /// The fate of the result, for the hint.
  ///
  /// - Parameter kept: the sentence to use if nothing went to a stream.
  func fate(orElse kept: String = "nothing was published") -> String {
    isTooLate ? "the stream has partial output, which must not be used" : kept
  }
}
