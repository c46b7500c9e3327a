import Scan
import SystemIO

/// A table for a terminal, laid out by display width.
package struct TextTable: Sendable {
  /// The alignment of a column's cells.
  package enum Alignment: Sendable {
    case left
    case right
  }

  /// The fitting of a column's cells when the table is too wide.
  package enum Fit: Sendable {
    /// They stay on one line.
    case whole
    /// They wrap, at this width or more, as ids and reasons do.
    case wraps(least: Int)
    /// They are cut, to this width or more, as texts of jokes are.
    case cut(least: Int)

    var isWrapping: Bool { if case .wraps = self { true } else { false } }
  }

  /// A column: its head, its alignment and its fitting.
  package struct Column: Sendable {
    /// The head; a table with only empty heads has no line of them.
    package var head: String
    package var alignment: Alignment
    package var fit: Fit
    /// Its position in the order of leaving columns out; nil if it always stays.
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

  /// Adds a row; missing cells at the end are empty.
  package mutating func add(_ cells: [String]) {
    precondition(cells.count <= columns.count, "a row has more cells than the table has columns")
    rows.append(
      cells.map(VisibleText.of) + repeatElement("", count: columns.count - cells.count))
  }

  /// The table, without trailing spaces.
  ///
  /// It is narrowed as far as its columns allow, and otherwise too wide.
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
  /// Lines next to a table, wrapped, with control characters made visible.
  static func lines(_ lines: [String], width: Int) -> String {
    lines.flatMap { TextColumns.lines(VisibleText.of($0), width: width) }
      .map { $0 + "\n" }.joined()
  }
}
