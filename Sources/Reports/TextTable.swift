import ByteIO

/// A table in columns of a terminal, wide and combining characters reckoned with.
package struct TextTable: Sendable {
  /// Where a cell stands in its column.
  package enum Alignment: Sendable {
    case left
    case right
  }

  /// A column: its head, and what may be done to make it fit.
  package struct Column: Sendable {
    /// What stands above it; a table whose heads are all empty has no line for them.
    package var head: String
    package var alignment: Alignment
    /// The columns that must be left of it where the table is too wide; nil where it stays whole.
    package var least: Int?

    package init(_ head: String = "", _ alignment: Alignment = .left, least: Int? = nil) {
      self.head = head
      self.alignment = alignment
      self.least = least
    }
  }

  package var columns: [Column]
  package private(set) var rows: [[String]] = []

  package init(columns: [Column]) { self.columns = columns }

  /// Adds a row; cells that are left out at its end are empty.
  package mutating func add(_ cells: [String]) {
    precondition(cells.count <= columns.count, "a row has more cells than the table has columns")
    rows.append(
      cells.map(VisibleText.of) + repeatElement("", count: columns.count - cells.count))
  }

  /// The table, each line with its end and none with spaces before it.
  ///
  /// Too wide, it takes from the columns that may be shortened, the last of them first; still too
  /// wide, its lines are cut, so that none is ever wider than asked.
  package func text(width: Int) -> String {
    var layout = TextColumns(columns, within: width)
    for row in rows { layout.measure(row) }
    layout.fit()
    var text: [UInt8] = []
    for line in (layout.heads.map { [$0] } ?? []) + rows { layout.append(line, to: &text) }
    return String(decoding: text, as: UTF8.self)
  }
}

extension TextTable {
  /// Lines that stand below a table: harmless, and no wider than it may be.
  static func lines(_ lines: [String], width: Int) -> String {
    lines.map { TextWidth.truncated(VisibleText.of($0), to: width) + "\n" }.joined()
  }
}
