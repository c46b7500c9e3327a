import ByteIO

/// Records of a log that follow each other without a gap, each one fragment, which were dealt with
/// ahead of their turn.
struct LogRun: Sendable {
  /// Where they are in the input.
  var range: Range<Int>
  var recordCount = 0
  /// The ordinary events among them.
  var counts = OrdinaryCounts()
  /// Documents of other collections.
  var otherCount = 0
  /// What the stream counts them as.
  var records = RecordCounts()
  /// The bytes in those of them that go.
  var droppedByteCount = 0
  /// What becomes of those that do not leave as they came, as a range of the findings' edits.
  var edits = 0..<0

  /// The bytes in all of them, without headers.
  var payloadByteCount: Int { range.count - recordCount * LogFrames.headerByteCount }
}

/// What is done to a record; places are those in the input.
enum LogEdit: Sendable {
  /// It does not leave.
  case drop(Range<Int>)
  /// It leaves with other bytes from a place on, and with another checksum where its header begins.
  case patch(header: Int, checksum: UInt32, place: Int, bytes: PatchBytes)
}

/// What was found in a stretch of a log, in its order.
struct LogFindings: Sendable {
  var runs: [LogRun] = []
  var edits: [LogEdit] = []

  /// Forgets it, and keeps the memory.
  mutating func removeAll() {
    runs.removeAll(keepingCapacity: true)
    edits.removeAll(keepingCapacity: true)
  }
}

/// A stretch of a log between borders of blocks, dealt with apart from all others.
struct LogPart: Sendable {
  var range = 0..<0
  /// Its bytes, and some that follow it.
  var buffer = FileStretch()
  var findings = LogFindings()
  var failure: SystemError?
}

/// Deals with the records of a log about which nothing is odd, ahead of their turn and on any thread.
protocol LogWorker: Sendable {
  /// What becomes of ordinary events.
  var rule: OrdinaryRule { get }

  /// Finds runs of records.
  ///
  /// - Parameters:
  ///   - bytes: a stretch of the log, from where a fragment begins on.
  ///   - offset: where in the input that is.
  ///   - findings: takes what is found.
  /// - Returns: where in the input the first fragment begins that is not there as a whole.
  mutating func process(
    _ bytes: Span<UInt8>, at offset: Int, into findings: inout LogFindings
  ) -> Int
}
