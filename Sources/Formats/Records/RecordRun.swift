package import Jokes
package import Scan
import SystemIO

/// Records that follow each other, and what was decided about them.
package struct RecordRun: Sendable {
  /// Where they are in the input, what separates the first from the one before it included.
  var range: Range<Int>
  /// How many lines begin in it, and where the last of them does, if any.
  var lineCount = 0
  var lineStart = 0
  /// How many records there are, rejected ones included; of lines, how many lines.
  var recordCount = 0
  /// The ordinary events that they are.
  var counts = OrdinaryCounts()
  /// What becomes of those that are not rejected.
  var records = RecordCounts()
  /// What changes in them, among what changes in their part.
  var edits = 0..<0
  /// How many bytes more come in than leave.
  var droppedByteCount = 0
  /// Where the last record ends that stays; nil where none does.
  var keptEnd: Int?
  /// Which of the votes of their part are theirs, where jokes are tallied.
  var votes = 0..<0
  /// What else was found in them; lines and columns count from the run's first byte.
  var findings: PartFindings?

  init(range: Range<Int>) { self.range = range }
}

/// A stretch of a text in which records are looked for.
package struct RunStretch: Sendable {
  /// What the records follow each other in; nil where each has a line or a frame of its own.
  let container: Container?
  /// The keys of the containers around them.
  var path: [String] = []
  /// Where in the text the first may begin, and where none begins any more.
  var range: Range<Int>
  /// Where in the input its first byte is, which counts as line 1 and column 1.
  var origin: Record.Origin
  /// Whether the first record may begin somewhere behind its first byte.
  var isGuess = false

  /// How much further from the start of the input its places are than from that of the text.
  var distance: Int { origin.byte - range.lowerBound }
}

/// What was found in a stretch of an input, of which nothing counts before the stream has come there.
package struct FoundRuns: Sendable {
  /// In the order of their places.
  private(set) var runs: [RecordRun] = []
  /// What changes in the input; a record that goes is replaced by nothing.
  var edits: [Edit] = []
  /// The ratings of jokes in all of them, where these are not tallied by the worker.
  var votes = KeyedDigitLog()
  /// Where in the input the stretch ends that was looked at.
  var end = 0
  /// The number of the run that is taken next.
  private var next = 0

  mutating func append(_ run: RecordRun) { runs.append(run) }

  /// Forgets all of it, and keeps the memory.
  mutating func removeAll() {
    runs.removeAll(keepingCapacity: true)
    edits.removeAll(keepingCapacity: true)
    votes.removeAll()
    next = 0
  }

  /// Where the next run begins.
  var nextStart: Int? { next < runs.count ? runs[next].range.lowerBound : nil }

  /// Takes the run that begins at a place, with what changes in it; those before it are forgotten.
  mutating func takeRun(at place: Int) -> FoundRun? {
    while let start = nextStart, start <= place {
      next += 1
      if start == place { return (runs[next - 1], edits[runs[next - 1].edits]) }
    }
    return nil
  }
}

/// A run, and what changes in it.
typealias FoundRun = (run: RecordRun, edits: ArraySlice<Edit>)

/// Decides about records that follow each other, on any thread.
package protocol RunWorker: Sendable {
  /// Finds runs of records, in the order of their places.
  ///
  /// What is found behind a guess may be wrong, unless a run begins where the record before it ends.
  ///
  /// - Parameters:
  ///   - outcomeCount: of how many changed records the outcomes are wanted.
  ///   - found: where the runs are entered; nothing is in it.
  mutating func find(
    in text: Span<UInt8>, _ stretch: RunStretch, showing outcomeCount: Int,
    _ found: inout FoundRuns)

  /// The same worker for parts ahead of the stream, with nothing tallied; nil where too little is known
  /// of the records yet.
  func copyAhead(_ stretch: RunStretch) -> (any RunWorker)?

  /// Takes over a run that another worker has decided about.
  mutating func enter(_ run: RecordRun, _ votes: inout KeyedDigitLog)

  /// What the jokes of all ordinary events counted as.
  var tally: Tally { get }
}

extension RunWorker {
  package mutating func enter(_ run: RecordRun, _ votes: inout KeyedDigitLog) {}
  package var tally: Tally { Tally() }
}

/// Takes the runs of an input, in its order.
package protocol RunHandler {
  /// Of how many more changed records the outcomes are wanted.
  var outcomesWanted: Int { get }
  /// Takes note of a run.
  ///
  /// - Parameter start: where it begins.
  mutating func enter(_ run: RecordRun, from start: PartStart) throws
  /// Takes note of what the jokes of ordinary events counted as, at the end of the input.
  func merge(_ tally: Tally)
}

extension RunHandler {
  package var outcomesWanted: Int { .max }
  package mutating func enter(_ run: RecordRun, from start: PartStart) {}
  package func merge(_ tally: Tally) {}
}
