package import Jokes
import Scan
import SystemIO

/// A stretch of an input, from one line's beginning to another's, that is dealt with apart from all
/// others.
package struct LineChunk: Sendable {
  /// What a chunk is made of.
  package enum Piece: Sendable {
    /// Lines that are decided about.
    case decided(DecidedLines)
    /// Lines that are to be read in their turn, line ends included.
    case odd(Range<Int>)
  }

  /// What became of lines, and what was found in them.
  package struct DecidedLines: Sendable {
    var lineCount = 0
    /// Where they end in the chunk.
    var end = 0
    /// The ordinary events that they are.
    var counts = OrdinaryCounts()
    /// What becomes of their records.
    var records = RecordCounts()
    /// What else was found in them.
    var findings: PartFindings?
    /// How many bytes of them stay.
    var keptByteCount = 0
    /// How long the line end is of the last that stays.
    var lineEndByteCount = 1
    /// How what stays differs from what was there, where it does and that is wanted.
    var changes: Changes?
  }

  /// How what stays of lines becomes them again: all of it but the line end of the last that stays, and
  /// of them all but the last one's.
  struct Changes: Sendable {
    var steps: DeltaSteps.Finished
    /// The last line's end.
    var lineEnd: [UInt8]
  }

  /// The lines, where some are to be read in their turn; where not, only for as long as they are
  /// dealt with.
  var lines = FileStretch()
  /// Where in the file they stand.
  var range = 0..<0
  var ending = FileStretch.Ending.line
  var failure: SystemError?
  var pieces: [Piece] = []
  /// The output of the decided lines, where that is wanted.
  var kept: [UInt8] = []
  /// Whether it is wanted how that differs from what was there.
  var keepsChanges = false
  /// Of how many changed records the outcomes are wanted.
  var outcomesWanted = Int.max
  /// Whether the lines are wanted afterwards, as they came.
  var keepsLines = false
  /// The path of the file.
  var path = ""

  /// Where it begins; its lines are counted from its first byte.
  var origin: Record.Origin {
    Record.Origin(file: path, byte: range.lowerBound, line: 1, column: 1)
  }

  /// Whether lines are to be read in their turn.
  var hasOddLines: Bool {
    pieces.contains { if case .odd = $0 { true } else { false } }
  }
}

/// Decides about the lines of a chunk, on any thread.
package protocol LineWorker: Sendable {
  /// Finds the pieces that the chunk's lines are.
  mutating func process(_ chunk: inout LineChunk)
  /// What the jokes of all ordinary events counted as.
  var tally: Tally { get }
}

extension LineWorker {
  package var tally: Tally { Tally() }
}
