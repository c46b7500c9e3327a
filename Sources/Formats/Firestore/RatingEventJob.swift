package import Jokes

/// What is done with each rating event.
package protocol RatingEventJob: RecordJob {
  /// Decides about one event, and keeps what the run is to be told of it.
  mutating func decide(_ event: RatingEventDocument) -> Decision

  /// What becomes of ordinary events, told by their rating alone.
  ///
  /// - Parameter outcomeCount: of how many more changed events the outcomes are wanted; only whether
  ///   there are any makes a difference.
  func ordinaryRule(showing outcomeCount: Int) -> RatingDecisionTable
}

/// What becomes of ordinary events while outcomes of changed ones are wanted, and afterwards.
struct RatingDecisionTables: Sendable {
  private let showing: RatingDecisionTable
  private let rest: RatingDecisionTable

  init(of job: any RatingEventJob) {
    showing = job.ordinaryRule(showing: .max)
    rest = job.ordinaryRule(showing: 0)
  }

  /// The rule while so many outcomes are wanted.
  subscript(outcomeCount: Int) -> RatingDecisionTable { outcomeCount > 0 ? showing : rest }
}
