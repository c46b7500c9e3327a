package import Jokes

/// The work for each document of an export.
package protocol DocumentJob: RecordJob {
  /// Whether it needs the joke and the rating, so that an entity without readable ones is rejected.
  var readsEvents: Bool { get }

  /// Decides about one document, and keeps its outcome for the run.
  mutating func decide(_ event: borrowing RatingEventDocument) -> Decision

  /// The decision table for ordinary events.
  ///
  /// - Parameter outcomeCount: how many more outcomes of changed events are wanted; only zero makes
  ///   a difference.
  func ordinaryRule(showing outcomeCount: Int) -> RatingDecisionTable
}

extension DocumentJob {
  package var readsEvents: Bool { true }

  /// A table that decides about no event.
  package func ordinaryRule(showing outcomeCount: Int) -> RatingDecisionTable {
    RatingDecisionTable(decide: { _ in nil })
  }
}
