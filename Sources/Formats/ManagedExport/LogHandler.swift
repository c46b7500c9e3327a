import Scan
import SystemIO

/// Handles the records of a log.
protocol LogHandler: FindingHandler {
  /// The size limit of a record.
  static var recordLimit: Int { get }

  /// Decides about a record; nil if it was rejected and stays unchanged.
  mutating func decide(_ record: Record) throws -> RecordFate?

  /// A worker for runs of records; nil to read each record sequentially.
  func worker() -> (any RunWorker)?
}

extension LogHandler {
  func worker() -> (any RunWorker)? { nil }
}
