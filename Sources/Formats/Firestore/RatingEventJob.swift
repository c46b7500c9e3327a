package import Jokes

/// The work for each rating event.
package protocol RatingEventJob: RecordJob {
  /// Decides about one event, and keeps its outcome for the run.
  mutating func decide(_ event: borrowing RatingEventDocument) -> Decision

  /// The decision table for ordinary events.
  ///
  /// - Parameter outcomeCount: how many more outcomes of changed events are wanted; only zero makes
  ///   a difference.
  func ordinaryRule(showing outcomeCount: Int) -> RatingDecisionTable
}
