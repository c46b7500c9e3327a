import Formats
import Jokes
import Runs

/// Collects the ids of all documents, to find those that occur twice.
final class DuplicateFinder: RatingEventVisitor {
  private let duplicates: DuplicateIDs
  private let progress: RunProgress

  init(_ duplicates: DuplicateIDs, _ progress: RunProgress) {
    self.duplicates = duplicates
    self.progress = progress
  }

  /// Computes the fingerprint of each document id.
  private struct Job: RatingEventJob {
    /// The fingerprints of the current part; nil for a document without an id.
    private(set) var outcomes: [Fingerprint?] = []

    var outcomeCount: Int { outcomes.count }

    mutating func decide(_ event: borrowing RatingEventDocument) -> Decision {
      outcomes.append(DocumentKey(of: event)?.id)
      return .keep
    }

    func ordinaryRule(showing outcomeCount: Int) -> RatingDecisionTable {
      RatingDecisionTable(decide: { _ in nil })
    }
  }

  let job: any RatingEventJob = Job()

  func take(_ outcomes: Range<Int>, of job: any RecordJob, from start: PartStart) {
    guard let job = job as? Job else { preconditionFailure("another job's outcomes") }
    progress.recordCount += outcomes.count
    for id in job.outcomes[outcomes] { if let id { duplicates.enter(id) } }
  }

  func reject(_ problem: RecordProblem) {}
  func passOver(documentCount: Int) {}
  func advance(to byte: Int) { progress.advance(to: byte) }
}
