/// How much a log holds, or several together.
package struct LogCounts: Sendable, Hashable {
  package var recordCount = 0
  /// The bytes in all records, without headers.
  package var payloadByteCount = 0
  /// The bytes of the file.
  package var fileByteCount = 0

  package init() {}

  init(recordCount: Int, payloadByteCount: Int, fileByteCount: Int) {
    self.recordCount = recordCount
    self.payloadByteCount = payloadByteCount
    self.fileByteCount = fileByteCount
  }

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

/// How much a log held as it came, and how much as it was written.
package struct LogTotals: Sendable, Hashable {
  package var read = LogCounts()
  package var written = LogCounts()
  /// How many stretches of damage were passed over, each of which is a reject.
  package var damageCount = 0

  package init() {}

  /// Adds records of one fragment each that follow each other.
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
