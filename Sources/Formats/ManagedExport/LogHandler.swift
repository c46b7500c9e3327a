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
  /// Decides about a record, in its turn.
  mutating func decide(
    _ record: Record, telling visitor: any FindingVisitor
  ) throws -> RecordFate? {
    try decide(telling: visitor) { try $0.decide(record) }
  }

  func worker() -> (any RunWorker)? { nil }
}
