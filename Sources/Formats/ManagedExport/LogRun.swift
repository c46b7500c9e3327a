import Scan
import SystemIO

/// Records of a log that follow each other without a gap, each one fragment, and were decided about
/// before their turn.
struct LogRun: Sendable {
  /// Where they are in the input.
  var range: Range<Int>
  var recordCount = 0
  /// The ordinary events among them.
  var counts = OrdinaryCounts()
  /// What becomes of all of them.
  var records = RecordCounts()
  /// What else was found in them.
  var findings: PartFindings?
  /// The bytes in those of them that go.
  var droppedByteCount = 0
  /// What becomes of those that do not leave as they came, as a range of the findings' edits.
  var edits = 0..<0

  /// The bytes in all of them, without headers.
  var payloadByteCount: Int { range.count - recordCount * LogFrames.headerByteCount }
}

/// What was found in a stretch of a log, in its order.
struct LogFindings: Sendable {
  var runs: [LogRun] = []
  /// In the order of their places in the input; a record that goes is replaced by nothing.
  var edits: [Edit] = []

  /// Adds an edit of a record, and of the checksum in its header.
  ///
  /// - Parameters:
  ///   - edit: its places count from the record's first byte.
  ///   - start: where in the input that is.
  mutating func change(_ edit: Edit, inRecordAt start: Int, checksum: UInt32) {
    edits.append(LogFrames.edit(ofHeaderAt: start - LogFrames.headerByteCount, to: checksum))
    edits.append(edit.moved(by: start))
  }

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
  /// The file, and the byte at which the part begins.
  var origin = Record.Origin(file: "", byte: 0, .lines)
  /// Of how many more changed documents the outcomes are wanted.
  var outcomesWanted = Int.max
  var findings = LogFindings()
  var failure: SystemError?
}

/// Decides about the records of a log before their turn, on any thread.
protocol LogWorker: Sendable {
  /// Finds runs of records, and decides about each record.
  ///
  /// - Parameters:
  ///   - bytes: a stretch of the log that begins with a fragment.
  ///   - origin: where in the input that is.
  ///   - outcomeCount: of how many changed documents the outcomes are wanted.
  ///   - findings: takes what is found.
  /// - Returns: where in the input the first fragment begins that was not looked at.
  mutating func process(
    _ bytes: Span<UInt8>, from origin: Record.Origin, showing outcomeCount: Int,
    into findings: inout LogFindings
  ) -> Int
}
