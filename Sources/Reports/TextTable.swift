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
    let heads = columns.map(\.head)
    let hasHeads = heads.contains { !$0.isEmpty }
    let all = (hasHeads ? [heads] : []) + rows
    let widths = columnWidths(of: all, within: width)
    return all.map { line($0, widths, within: width) + "\n" }.joined()
  }

  private static let gap = 2

  private func columnWidths(of rows: [[String]], within width: Int) -> [Int] {
    var widths = columns.indices.map { column in
      rows.map { TextWidth.of($0[column]) }.max() ?? 0
    }
    let gaps = max(0, widths.filter { $0 > 0 }.count - 1) * Self.gap
    var excess = widths.reduce(gaps, +) - width
    for (index, column) in columns.enumerated().reversed() {
      guard excess > 0, let least = column.least else { continue }
      let taken = min(excess, max(0, widths[index] - max(1, least)))
      widths[index] -= taken
      excess -= taken
    }
    return widths
  }

  private func line(_ cells: [String], _ widths: [Int], within width: Int) -> String {
    let shown = columns.indices.filter { widths[$0] > 0 }.map { column in
      let cell = TextWidth.truncated(cells[column], to: widths[column])
      return TextWidth.padded(
        cell, to: widths[column], onLeft: columns[column].alignment == .right)
    }
    let line = shown.joined(separator: String(repeating: " ", count: Self.gap))
    return Self.withoutTrailingSpaces(
      TextWidth.truncated(Self.withoutTrailingSpaces(line), to: width))
  }

  private static func withoutTrailingSpaces(_ line: String) -> String {
    var text = line.utf8[...]
    while text.last == UInt8(ascii: " ") { text.removeLast() }
    return String(Substring(text))
  }
}
