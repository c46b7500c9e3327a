/// What is done with each record of an input: a function of the record alone, so that any thread can
/// decide about any record.
///
/// Each thread has a copy, which keeps the outcomes of a part of the input; the run takes them when
/// the parts before it are done.
package protocol RecordJob: Sendable {
  /// How many outcomes it keeps.
  var outcomeCount: Int { get }
}

/// Takes what a job finds, in the order of the input.
package protocol FindingVisitor: AnyObject {
  /// Of how many more changes the outcomes are wanted.
  var outcomesWanted: Int { get }
  /// Takes outcomes of its job.
  ///
  /// - Parameters:
  ///   - outcomes: their numbers among those that the job keeps.
  ///   - start: where in the input the part begins in which the job found them.
  func take(_ outcomes: Range<Int>, of job: any RecordJob, from start: PartStart) throws
  /// Takes note of a record that could not be read and stays as it came.
  func reject(_ problem: RecordProblem) throws
  /// Takes note of progress: bytes of the input dealt with, from its start.
  func advance(to byte: Int)
}

extension FindingVisitor {
  package var outcomesWanted: Int { .max }
}
