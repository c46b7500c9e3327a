import Scan
import SystemIO

/// The events of one joke, and then the joke's standing, printed while they are read.
package struct VoteListing: Sendable {
  /// What it looks like.
  package enum Shape: String, CaseIterable, Sendable {
    /// Columns that fit a terminal.
    case table
    /// A JSON object a line.
    case ndjson
  }

  private let shape: Shape
  private var table: StreamedTable
  private var isEmpty = true

  /// - Parameter width: the columns of a table.
  package init(as shape: Shape, width: Int) {
    self.shape = shape
    table = StreamedTable(columns: ExplainedVote.columns, width: width)
  }

  /// Adds an event.
  ///
  /// - Returns: the lines that are ready to be printed.
  package mutating func add(_ vote: ExplainedVote) -> [UInt8] {
    isEmpty = false
    return switch shape {
    case .table: table.add(vote.cells)
    case .ndjson: vote.json
    }
  }

  /// Ends the listing with what all this comes to.
  ///
  /// - Returns: the lines that are not printed yet.
  package mutating func finish(with explanation: JokeExplanation) -> [UInt8] {
    switch shape {
    case .table: table.finish() + Array(((isEmpty ? "" : "\n") + explanation.text).utf8)
    case .ndjson: explanation.json
    }
  }
}
