/// The sizes of one or several logs.
package struct LogCounts: Sendable, Hashable {
  /// The number of whole records.
  package var recordCount = 0
  /// The total size of the records without headers.
  package var payloadByteCount = 0
  /// The total size of the files.
  package var fileByteCount = 0

  /// Adds a record.
  mutating func add(recordOf byteCount: Int) {
    recordCount += 1
    payloadByteCount += byteCount
  }

  package static func += (sum: inout LogCounts, other: LogCounts) {
    sum.recordCount += other.recordCount
    sum.payloadByteCount += other.payloadByteCount
    sum.fileByteCount += other.fileByteCount
  }
}

/// The sizes of logs before and after rewriting.
package struct LogTotals: Sendable, Hashable {
  /// The sizes of the logs as read.
  package var read = LogCounts()
  /// The sizes of the logs as written.
  package var written = LogCounts()
  /// The number of skipped stretches of damage, each counted as a reject.
  package var damageCount = 0

  package init() {}

  /// The totals of logs that were read and not written.
  package init(recordCount: Int, payloadByteCount: Int, fileByteCount: Int, damageCount: Int) {
    read = LogCounts(
      recordCount: recordCount, payloadByteCount: payloadByteCount, fileByteCount: fileByteCount)
    written = read
    self.damageCount = damageCount
  }

  /// Adds a run of one-fragment records.
  mutating func add(_ run: RecordRun) {
    let headerByteCount = LogFrames.headerByteCount
    read.recordCount += run.recordCount
    read.payloadByteCount += run.range.count - run.recordCount * headerByteCount
    let (count, byteCount) = (run.recordCount - run.records.dropped, run.droppedByteCount)
    written.recordCount += count
    written.payloadByteCount += run.range.count - byteCount - count * headerByteCount
  }

  package static func += (sum: inout LogTotals, other: LogTotals) {
    sum.read += other.read
    sum.written += other.written
    sum.damageCount += other.damageCount
  }
}
