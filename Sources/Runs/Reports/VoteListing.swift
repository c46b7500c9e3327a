import Scan
import SystemIO

/// The events of one joke as they are read, then the joke's standing.
package struct VoteListing: Sendable {
  /// The format of the listing.
  package enum Shape: String, CaseIterable, Sendable, ArgumentValue {
    /// A table that fits the terminal.
    case table
    /// One JSON object per line.
    case ndjson
  }

  private let shape: Shape
  private var table: StreamedTable
  private var isEmpty = true

  /// - Parameter width: the width of a table.
  package init(as shape: Shape, width: Int) {
    self.shape = shape
    table = StreamedTable(columns: ExplainedVote.columns, width: width)
  }

  /// Adds an event.
  ///
  /// - Returns: the lines to print now.
  package mutating func add(_ vote: ExplainedVote) -> [UInt8] {
    isEmpty = false
    return switch shape {
    case .table: table.add(vote.cells)
    case .ndjson: vote.json
    }
  }

  /// Ends the listing with the joke's standing.
  ///
  /// - Returns: the lines not yet printed.
  package mutating func finish(with explanation: JokeExplanation) -> [UInt8] {
    switch shape {
    case .table: table.finish() + Array(((isEmpty ? "" : "\n") + explanation.text).utf8)
    case .ndjson: explanation.json
    }
  }
}
