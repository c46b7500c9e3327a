package import Jokes
package import Scan
import SystemIO

/// Records of a container that follow each other, and what was decided about them.
package struct RecordRun: Sendable {
  /// Where they are in the input, what separates the first from the one before it included.
  var range: Range<Int>
  /// How many lines begin in it, and where the last of them does, if any.
  var lineCount = 0
  var lineStart = 0
  /// The ordinary events that they are.
  var counts = OrdinaryCounts()
  /// What becomes of all of them.
  var records = RecordCounts()
  /// What changes in them, among what changes in their part.
  var edits = 0..<0
  /// Which of the votes of their part are theirs, where jokes are tallied.
  var votes = 0..<0
  /// What else was found in them.
  var findings: PartFindings?

  var recordCount: Int { records.kept + records.changed + records.dropped }

  init(range: Range<Int>) { self.range = range }
}

/// The records of a container that begin before a place.
package struct RunStretch: Sendable {
  let container: Container
  /// Where in the text the record before them ends, and where none of them begins any more.
  let range: Range<Int>
  /// Where in the input the first byte is of what separates them from it.
  let origin: Record.Origin
}

/// What was found in a part of an input, of which nothing counts before the stream has come there.
package struct FoundRuns: Sendable {
  /// In the order of their places.
  var runs: [RecordRun] = []
  /// What changes in the input; a record that goes is replaced by nothing.
  var edits: [Edit] = []
  /// The ratings of jokes in all of them.
  var votes = KeyedDigitLog()

  mutating func removeAll() {
    runs.removeAll(keepingCapacity: true)
    edits.removeAll(keepingCapacity: true)
    votes.removeAll()
  }
}

/// A stretch of an input that is looked at apart from all others.
struct RecordPart: Sendable {
  var range = 0..<0
  /// Its bytes, the one before it, and some that follow.
  var buffer = FileStretch()
  var found = FoundRuns()
  var failure: SystemError?
  let container: Container
  /// The path of the file.
  let path: String
  /// Of how many changed records the outcomes are wanted.
  var outcomesWanted: Int

  /// How much is read of what follows a part: its last record may go on there.
  static let overhang = 8 << 10

  /// Reads the part, and has it looked at.
  mutating func find(_ file: PositionedFile, _ worker: inout any RunWorker) {
    found.removeAll()
    do throws(SystemError) {
      // What ends right before it tells that a record may begin with it.
      let start = max(range.lowerBound - 1, 0)
      let end = min(range.upperBound + Self.overhang, file.byteCount)
      try buffer.read(file, stretch: start..<end)
      let read = buffer
      let stretch = RunStretch(
        container: container, range: 0..<min(range.upperBound - start, read.bytes.count),
        origin: Record.Origin(file: path, byte: start, line: 1, column: 1))
      worker.find(in: read.bytes, stretch, showing: outcomesWanted, &found)
    } catch {
      failure = error
    }
  }
}

/// Decides about records of a container that follow each other.
package protocol RunWorker: Sendable {
  /// Decides about the records that begin where the one before them ends; finds one run or none.
  ///
  /// - Parameters:
  ///   - path: the keys of the containers around them.
  ///   - outcomeCount: of how many changed records the outcomes are wanted.
  ///   - found: where the run is entered; nothing is in it.
  mutating func pass(
    _ text: Span<UInt8>, in stretch: RunStretch, around path: [String],
    showing outcomeCount: Int, _ found: inout FoundRuns)

  /// Finds runs of records, without knowing where one begins: what is found may be wrong, unless a
  /// run begins where the record before it ends. Lines and columns count from a run's first byte.
  mutating func find(
    in text: Span<UInt8>, _ stretch: RunStretch, showing outcomeCount: Int,
    _ found: inout FoundRuns)

  /// The same worker for records that are decided about ahead; nil where too little is known of them.
  func copyAhead(around path: [String]) -> (any RunWorker)?

  /// Takes over a run that another worker has decided about.
  mutating func enter(_ run: RecordRun, _ votes: inout KeyedDigitLog)

  /// What the jokes of all ordinary events counted as.
  var tally: Tally { get }
}
