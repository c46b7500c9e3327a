package import Jokes

/// The work for each document of an export.
package protocol DocumentJob: RecordJob {
  /// The fields of an entity that it needs; an entity in which they are malformed is rejected.
  var entityFields: EntityFields { get }

  /// Decides about one document, and keeps its outcome for the run.
  mutating func decide(_ event: borrowing RatingEventDocument) -> Decision

  /// The decision table for ordinary events.
  ///
  /// - Parameter outcomeCount: how many more outcomes of changed events are wanted; only zero makes
  ///   a difference.
  func ordinaryRule(showing outcomeCount: Int) -> RatingDecisionTable
}

/// The fields of an entity that a job needs.
package enum EntityFields: Sendable {
  case none
  /// The joke and the rating.
  case ofEvents
  case all
}

extension DocumentJob {
  package var entityFields: EntityFields { .ofEvents }

  /// A table that decides about no event.
  package func ordinaryRule(showing outcomeCount: Int) -> RatingDecisionTable {
    RatingDecisionTable(decide: { _ in nil })
  }
}
