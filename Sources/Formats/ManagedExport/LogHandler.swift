import Scan
import SystemIO

/// Handles the records of a log.
protocol LogHandler: RunHandler {
  /// The size limit of a record.
  static var recordLimit: Int { get }

  /// Decides about a record; nil if it was rejected and stays unchanged.
  mutating func decide(_ record: Record) throws -> RecordFate?

  /// Receives a damaged record if the run goes on.
  mutating func reject(_ problem: RecordProblem) throws

  /// Receives the progress: the number of input bytes processed.
  func advance(to byte: Int)

  /// A worker for runs of records; nil to read each record sequentially.
  func worker() -> (any RunWorker)?
}

extension LogHandler {
  func worker() -> (any RunWorker)? { nil }
}
