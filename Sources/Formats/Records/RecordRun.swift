package import Jokes
package import Scan
import SystemIO

/// A run of consecutive records, and the decisions about them.
package struct RecordRun: Sendable {
  /// The range in the input, with the separator before the first record.
  var range: Range<Int>
  /// The number of lines that begin in it, and the offset of the last of them, if any.
  var lineCount = 0
  var lineStart = 0
  /// The number of records, rejected ones included, or of lines.
  var recordCount = 0
  /// The counts of ordinary events among them.
  var counts = OrdinaryCounts()
  /// The fates of the records that are not rejected.
  var records = RecordCounts()
  /// The range of their edits in the edits of the part.
  var edits = 0..<0
  /// How many bytes the edits remove on balance.
  var droppedByteCount = 0
  /// The end of the last kept record; nil if there is none.
  var keptEnd: Int?
  /// The range of their votes in the votes of the part, if jokes are tallied.
  var votes = 0..<0
  /// Other findings; lines and columns count from the run's first byte.
  var findings: PartFindings?
}

/// A stretch of a text in which to find runs.
package struct RunStretch: Sendable {
  /// How the records are framed, if they are JSON.
  var framing = Framing.lines
  /// The keys of the enclosing containers.
  var path: [String] = []
  /// The range in which records may begin.
  var range: Range<Int>
  /// The place of its first byte in the input, as line 1, column 1.
  var origin: Record.Origin
  /// Whether the first record may begin after the first byte.
  var isGuess = false

  /// Added to an offset in the text, gives an offset in the input.
  var distance: Int { origin.byte - range.lowerBound }
}

/// The runs found in a stretch of an input. A run counts only once the stream has reached its
/// start.
package struct FoundRuns: Sendable {
  /// The runs, by ascending offset.
  private(set) var runs: [RecordRun] = []
  /// The edits; a dropped record has an empty replacement.
  var edits: [Edit] = []
  /// The votes of all runs, unless the worker tallies them itself.
  var votes = KeyedDigitLog()
  /// The offset in the input at which the stretch ends.
  var end = 0
  /// The index of the next run to take.
  private var next = 0

  mutating func append(_ run: RecordRun) { runs.append(run) }

  /// Removes everything, and keeps the memory.
  mutating func removeAll() {
    runs.removeAll(keepingCapacity: true)
    edits.removeAll(keepingCapacity: true)
    votes.removeAll()
    next = 0
  }

  /// The start of the next run.
  var nextStart: Int? { next < runs.count ? runs[next].range.lowerBound : nil }

  /// Takes the run that begins at a place, with its edits; discards earlier runs.
  mutating func takeRun(at place: Int) -> FoundRun? {
    while let start = nextStart, start <= place {
      next += 1
      if start == place { return (runs[next - 1], edits[runs[next - 1].edits]) }
    }
    return nil
  }
}

/// A run, and its edits.
typealias FoundRun = (run: RecordRun, edits: ArraySlice<Edit>)

/// Decides about consecutive records, on any thread.
package protocol RunWorker: Sendable {
  /// Finds runs of records, by ascending offset.
  ///
  /// After a guess the runs may be wrong. A run counts only if it begins where the record before it
  /// ends.
  ///
  /// - Parameters:
  ///   - outcomeCount: how many outcomes of changed records are wanted.
  ///   - found: receives the runs; empty before.
  mutating func find(
    in text: Span<UInt8>, _ stretch: RunStretch, showing outcomeCount: Int,
    _ found: inout FoundRuns)

  /// A copy for parts ahead of the stream, with an empty tally; nil if too little is known of the
  /// records so far.
  func copyAhead(_ stretch: RunStretch) -> (any RunWorker)?

  /// Takes over a run of another worker.
  mutating func enter(_ run: RecordRun, _ votes: inout KeyedDigitLog)

  /// The tally of the jokes of all ordinary events.
  var tally: Tally { get }
}

extension RunWorker {
  package mutating func enter(_ run: RecordRun, _ votes: inout KeyedDigitLog) {}
  package var tally: Tally { Tally() }
}
