import Scan
import SystemIO

/// A table that is printed while its rows are made, so that none but the first are held.
///
/// The first rows say how wide the columns are; a later one that needs more makes them wider from
/// there on.
package struct StreamedTable: Sendable {
  private var layout: TextColumns
  /// The rows that came first; nil once they are printed.
  private var first: [[String]]? = []

  /// How many rows are looked at before the first is printed.
  static let lookAheadCount = 200

  package init(columns: [TextTable.Column], width: Int) {
    layout = TextColumns(columns, within: width)
  }

  /// Adds a row.
  ///
  /// - Returns: the lines that are ready to be printed.
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
  /// - Returns: the lines that are not printed yet.
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
