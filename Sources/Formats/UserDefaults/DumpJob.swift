package import Scan
import SystemIO

/// Decides the edits of dumps, on any thread.
package protocol DumpJob: RecordJob {
  /// Begins a part of the input that may report this number of changes.
  mutating func begin(showing outcomeCount: Int)
  /// Decides about one dump and keeps the outcome for the run.
  ///
  /// - Parameter record: the dump's record; offsets in the dump count from `record.valueStart`.
  /// - Returns: the byte edits to apply, or nil to keep the dump unchanged.
  /// - Throws: a `DefaultsDumpError`, for which the dump is rejected, or an error that ends the run.
  mutating func decide(_ dump: DefaultsDump, _ record: Record) throws -> [Edit]?
}

extension DumpJob {
  package mutating func begin(showing outcomeCount: Int) {}
}

/// Receives the findings of a job in dumps, in order.
package protocol DumpVisitor: FindingVisitor {
  /// A new job without outcomes.
  var dumpJob: any DumpJob { get }
}

/// Collects a job's findings about the dumps of one part of the input.
struct DumpFindingCollector: FindingCollecting {
  private let idleJob: any DumpJob
  private var job: any DumpJob
  var findings = Findings()

  init(_ job: any DumpJob) { (idleJob, self.job) = (job, job) }

  mutating func show(_ outcomeCount: Int) { job.begin(showing: outcomeCount) }

  mutating func takeFindings() -> PartFindings? {
    guard let part = findings.take(of: job) else { return nil }
    job = idleJob
    return part
  }

  /// Decides about one dump; rejects an unusable one.
  mutating func decide(_ dump: DefaultsDump, _ record: Record) throws -> [Edit]? {
    do {
      defer { findings.addOutcomes(of: job) }
      return try job.decide(dump, record)
    } catch let error as DefaultsDumpError {
      findings.reject(
        .unusable(
          error.reason, record.place(of: error, dump.kind), documentID: record.name,
          record: record.kept(asDump: dump.kind)))
      return nil
    }
  }
}
