import Scan
import SystemIO

/// A table in columns of a terminal, wide and combining characters reckoned with.
package struct TextTable: Sendable {
  /// Where a cell stands in its column.
  package enum Alignment: Sendable {
    case left
    case right
  }

  /// What becomes of a column's cells where the table is too wide.
  package enum Fit: Sendable {
    /// They stay whole, on one line.
    case whole
    /// They stay whole, on several lines of at least so many columns: ids and reasons.
    case wraps(least: Int)
    /// They are cut, down to so many columns: texts that only remind of something.
    case cut(least: Int)

    var isWrapping: Bool { if case .wraps = self { true } else { false } }
  }

  /// A column: its head, and what may be done to make it fit.
  package struct Column: Sendable {
    /// What stands above it; a table whose heads are all empty has no line for them.
    package var head: String
    package var alignment: Alignment
    package var fit: Fit
    /// Its place in the order in which columns are left out; nil where it always stays.
    package var goes: Int?

    package init(
      _ head: String = "", _ alignment: Alignment = .left, _ fit: Fit = .whole, goes: Int? = nil
    ) {
      self.head = head
      self.alignment = alignment
      self.fit = fit
      self.goes = goes
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
  /// Too wide, it is made narrower as its columns allow; where they do not, its lines stay too wide.
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
  /// Lines that stand beside a table: harmless, and broken where they are wider than it may be.
  static func lines(_ lines: [String], width: Int) -> String {
    lines.flatMap { TextColumns.lines(VisibleText.of($0), width: width) }
      .map { $0 + "\n" }.joined()
  }
}
