import Scan
import SystemIO

/// What the records of a log are read for.
protocol LogHandler: RunHandler {
  /// How many bytes a record may have.
  static var recordLimit: Int { get }

  /// Decides about a record; nil where it was rejected, and stays as it came.
  mutating func decide(_ record: Record) throws -> RecordFate?

  /// Takes note of a record that is damaged, where that does not end the run.
  mutating func reject(_ problem: RecordProblem) throws

  /// Takes note of progress: bytes of the input dealt with, from its start.
  func advance(to byte: Int)

  /// What decides about records that follow each other; nil if each is read in its turn.
  func worker() -> (any RunWorker)?
}

extension LogHandler {
  func worker() -> (any RunWorker)? { nil }
}
