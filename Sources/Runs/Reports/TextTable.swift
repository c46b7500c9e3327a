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
    /// The side at which cells are aligned.
    var alignment: Alignment
    /// What happens to cells in a narrow terminal.
    var fit: Fit
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

  /// The columns, from left to right.
  package var columns: [Column]
  private var rows: [(cells: [String], colors: [Int: TextColor])] = []

  package init(columns: [Column]) { self.columns = columns }

  /// Adds a row; missing cells at the end are empty.
  ///
  /// - Parameter colors: the colours of cells, by column, where the table is coloured.
  package mutating func add(_ cells: [String], colors: [Int: TextColor] = [:]) {
    precondition(cells.count <= columns.count, "a row has more cells than the table has columns")
    let cells = cells.map(VisibleText.of) + repeatElement("", count: columns.count - cells.count)
    rows.append((cells, colors))
  }

  /// The width that the table has where nothing limits it.
  var fullWidth: Int { layout(within: .max).fullWidth }

  /// The table, without trailing spaces.
  ///
  /// It is narrowed as far as its columns allow, and otherwise too wide.
  package func text(width: Int, isColored: Bool = false) -> String {
    var layout = layout(within: width)
    layout.fit()
    var text: [UInt8] = []
    if let heads = layout.heads { layout.append(heads, to: &text) }
    for row in rows { layout.append(row.cells, colors: isColored ? row.colors : [:], to: &text) }
    return String(decoding: text, as: UTF8.self)
  }

  private func layout(within width: Int) -> TextColumns {
    var layout = TextColumns(columns, within: width)
    for row in rows { layout.measure(row.cells) }
    return layout
  }
}

extension TextTable {
  /// Lines next to a table, wrapped, with control characters made visible.
  static func lines(_ lines: [String], width: Int, color: TextColor? = nil) -> String {
    lines.flatMap { TextColumns.lines(VisibleText.of($0), width: width) }
      .map { (color?.text($0) ?? $0) + "\n" }.joined()
  }
}
