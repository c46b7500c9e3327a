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

/// The decision tables for ordinary events while outcomes of changed ones are wanted, and
/// afterwards.
struct RatingDecisionTables: Sendable {
  private let showing: RatingDecisionTable
  private let rest: RatingDecisionTable

  init(of job: any RatingEventJob) {
    showing = job.ordinaryRule(showing: .max)
    rest = job.ordinaryRule(showing: 0)
  }

  /// The table, given how many outcomes are still wanted.
  subscript(outcomeCount: Int) -> RatingDecisionTable { outcomeCount > 0 ? showing : rest }
}
