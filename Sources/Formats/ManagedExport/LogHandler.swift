import ByteIO

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

  /// What becomes of ordinary events; nil where each record is to be read in its turn.
  var ordinaryRule: OrdinaryRule? { get }
  /// What deals with records about which nothing is odd, ahead of their turn; nil where there is no
  /// rule.
  func worker() -> (any LogWorker)?
  /// Takes note of records that a worker dealt with.
  mutating func enter(_ run: LogRun)
  /// Takes over what a worker has found in all of them.
  func merge(_ worker: any LogWorker)
}

extension LogHandler {
  var ordinaryRule: OrdinaryRule? { nil }
  func worker() -> (any LogWorker)? { nil }
  func enter(_ run: LogRun) {}
  func merge(_ worker: any LogWorker) {}
}
