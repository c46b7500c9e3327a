import Formats
import Jokes
import Runs

/// Collects the ids of all documents, to find those that occur twice, and those of a shard's to find
/// what occurs in another, too.
final class DuplicateFinder: DocumentVisitor {
  private let duplicates: DuplicateIDs
  private let progress: RunProgress
  private let fingerprints: ShardFingerprints?
  let job: any DocumentJob

  /// - Parameter shard: the job that tells which documents a batch writes, and what takes the
  ///   shard's documents; nil without `--shard`.
  init(
    _ duplicates: DuplicateIDs, _ progress: RunProgress,
    shard: (job: MigrationJob, fingerprints: ShardFingerprints)? = nil
  ) {
    self.duplicates = duplicates
    self.progress = progress
    fingerprints = shard?.fingerprints
    job = Job(migration: shard?.job)
  }

  /// Computes the fingerprints of each document id.
  private struct Job: DocumentJob {
    /// The job of the migration, in a shard.
    let migration: MigrationJob?
    /// The fingerprints of the current part; nil for a document without an id.
    private(set) var outcomes: [(id: Fingerprint, inShard: ShardFingerprint?)?] = []

    init(migration: MigrationJob?) { self.migration = migration }

    var outcomeCount: Int { outcomes.count }

    mutating func decide(_ event: borrowing RatingEventDocument) -> Decision {
      let id = DocumentKey(of: event)?.id
      outcomes.append(id.map { ($0, fingerprint(event)) })
      return .keep
    }

    private func fingerprint(_ event: borrowing RatingEventDocument) -> ShardFingerprint? {
      guard let isWritten = migration?.changes(event) else { return nil }
      var found: ShardFingerprint?
      event.withName { id, _ in found = ShardFingerprint(ofID: id, isWritten: isWritten) }
      return found
    }
  }

  func take(_ outcomes: Range<Int>, of job: any RecordJob, from start: PartStart) {
    guard let job = job as? Job else { preconditionFailure("another job's outcomes") }
    progress.recordCount += outcomes.count
    for case let found? in job.outcomes[outcomes] {
      duplicates.enter(found.id)
      if let fingerprint = found.inShard { fingerprints?.enter(fingerprint) }
    }
  }

  func reject(_ problem: RecordProblem) {}
  func passOver(documentCount: Int, recordCount: Int) {}
  func advance(to byte: Int) { progress.advance(to: byte) }
}
