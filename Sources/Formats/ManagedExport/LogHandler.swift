import Scan
import SystemIO

/// What the records of a log are read for.
protocol LogHandler {
  /// How many bytes a record may have.
  static var recordLimit: Int { get }

  /// Decides about a record; nil where it was rejected, and stays as it came.
  mutating func decide(_ record: Record) throws -> RecordFate?

  /// Takes note of a record that is damaged, where that does not end the run.
  mutating func reject(_ problem: RecordProblem) throws

  /// Takes note of progress: bytes of the input dealt with, from its start.
  func advance(to byte: Int)

  /// What decides about records on any thread; nil if each is read in order.
  func worker() -> (any LogWorker)?
  /// Of how many more changed documents the outcomes are wanted.
  var outcomesWanted: Int { get }
  /// Takes what a worker found in a run.
  mutating func enter(_ run: LogRun) throws
  /// Takes the tally of a worker.
  func merge(_ worker: any LogWorker)
}

extension LogHandler {
  func worker() -> (any LogWorker)? { nil }
  var outcomesWanted: Int { .max }
  func enter(_ run: LogRun) {}
  func merge(_ worker: any LogWorker) {}
}
