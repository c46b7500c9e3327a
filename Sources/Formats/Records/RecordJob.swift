package import Jokes

/// The work for each record of an input. It depends on the record alone, so any thread can process
/// any record.
///
/// Each thread has a copy, which collects the outcomes of one part; the run takes them after those
/// of the earlier parts.
package protocol RecordJob: Sendable {
  /// The number of collected outcomes.
  var outcomeCount: Int { get }
  /// Makes room for as many outcomes as the job of another part has, and some more.
  mutating func reserveCapacity(like job: any RecordJob)
}

extension RecordJob {
  package mutating func reserveCapacity(like job: any RecordJob) {}
}

/// Receives what is found in an input, in input order.
package protocol FindingVisitor: AnyObject {
  /// Notes an unreadable record, which is copied unchanged.
  func reject(_ problem: RecordProblem) throws
  /// Notes documents of other collections, and the records that hold nothing else; all are kept.
  func passOver(documentCount: Int, recordCount: Int)
  /// Reports progress, in bytes of input from its start.
  func advance(to byte: Int)

  /// How many more outcomes of changed records are wanted.
  var outcomesWanted: Int { get }
  /// Takes outcomes of a job.
  ///
  /// - Parameters:
  ///   - outcomes: the indices of the outcomes in the job.
  ///   - start: the start of the part that the job read.
  func take(_ outcomes: Range<Int>, of job: any RecordJob, from start: PartStart) throws
  /// Takes the counts of ordinary events that the job's table decided.
  func enter(_ counts: OrdinaryCounts)
  /// Takes the tally of all ordinary events of an input.
  func merge(_ tally: Tally)
}

extension FindingVisitor {
  package func passOver(documentCount: Int, recordCount: Int) {}
  package var outcomesWanted: Int { .max }
  package func enter(_ counts: OrdinaryCounts) {}
  package func merge(_ tally: Tally) {}
}
