import Scan
import SystemIO

/// A table that is printed row by row; only the first rows are held.
///
/// The first rows determine the widths; a later row that needs more widens the columns from there
/// on.
package struct StreamedTable: Sendable {
  private var layout: TextColumns
  /// The first rows; nil once they are printed.
  private var first: [[String]]? = []

  /// The number of rows measured before the first is printed.
  static let lookAheadCount = 200

  /// - Parameter width: the width in columns that no line exceeds.
  package init(columns: [TextTable.Column], width: Int) {
    layout = TextColumns(columns, within: width)
  }

  /// Adds a row.
  ///
  /// - Returns: the lines to print now.
  package mutating func add(_ cells: [String]) -> [UInt8] {
    let cells = cells.map(VisibleText.of)
    layout.measure(cells)
    if first != nil {
      first?.append(cells)
      return first?.count == Self.lookAheadCount ? finish() : []
    }
    layout.fit(leavesOut: false)
    var line: [UInt8] = []
    layout.append(cells, to: &line)
    return line
  }

  /// Ends the table.
  ///
  /// - Returns: the lines not yet printed.
  package mutating func finish() -> [UInt8] {
    guard let rows = first, !rows.isEmpty else { return [] }
    first = nil
    layout.fit()
    var lines: [UInt8] = []
    if let heads = layout.heads { layout.append(heads, to: &lines) }
    for row in rows { layout.append(row, to: &lines) }
    return lines
  }
}
