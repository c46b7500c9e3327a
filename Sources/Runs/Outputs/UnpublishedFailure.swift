import Scan

/// A failure that is found before anything is published, when nothing can be kept back of what went to
/// a stream.
protocol UnpublishedFailure: ReportableError {
  /// Whether the result went to a stream while it was made.
  var isTooLate: Bool { get set }
}

extension UnpublishedFailure {
  /// What has become of the result.
  ///
  /// - Parameter kept: the same, as a sentence, where nothing went to a stream.
  func fate(orElse kept: String = "nothing was published") -> String {
    isTooLate ? "what went to the stream is out already, and is not to be used" : kept
  }
}
