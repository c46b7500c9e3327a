import Scan

/// A failure that is found before the publication, but maybe after bytes have gone to a stream.
protocol UnpublishedFailure: ReportableError {
  /// What the run has done nevertheless, for the hint; nil if nothing.
  var deed: String? { get set }
}

extension UnpublishedFailure {
  /// The fate of the result, for the hint.
  ///
  /// - Parameter kept: the sentence to use if the run has done nothing.
  func fate(orElse kept: String = "nothing was published") -> String { deed ?? kept }
}
