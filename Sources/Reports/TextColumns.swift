import ByteIO

/// How wide the columns of a table are, and its lines.
///
/// It holds no cells, so that a table of a million lines need not be held either: each line is
/// measured first, and then all are written.
struct TextColumns {
  private let columns: [TextTable.Column]
  private var widths: [Int]
  /// The columns of the terminal; a line is cut there.
  private let limit: Int
  /// Whether a line may be wider than that, all that may be shortened being so.
  private var isTooWide = false

  private static let gap = 2
  private static let space = UInt8(ascii: " ")

  /// The columns, as wide as their heads.
  init(_ columns: [TextTable.Column], within limit: Int) {
    self.columns = columns
    self.limit = limit
    widths = columns.map { TextWidth.of($0.head) }
  }

  /// The line of heads; nil where all are empty.
  var heads: [String]? {
    columns.contains { !$0.head.isEmpty } ? columns.map(\.head) : nil
  }

  /// Makes room for the cells of a line; those that are left out at its end are empty.
  mutating func measure(_ cells: [String]) {
    for (index, cell) in cells.enumerated() {
      widths[index] = max(widths[index], TextWidth.of(cell))
    }
  }

  /// Takes from the columns that may be shortened, the last of them first, what is too much.
  mutating func fit() {
    let gaps = max(0, widths.count { $0 > 0 } - 1) * Self.gap
    var excess = widths.reduce(gaps, +) - limit
    for (index, column) in columns.enumerated().reversed() {
      guard excess > 0, let least = column.least else { continue }
      let taken = min(excess, max(0, widths[index] - max(1, least)))
      widths[index] -= taken
      excess -= taken
    }
    isTooWide = excess > 0
  }

  /// Appends a line and its end to a text, without spaces before the end.
  func append(_ cells: [String], to text: inout [UInt8]) {
    let start = text.count
    for index in columns.indices where widths[index] > 0 {
      // A column that is shown is never empty: its cells are padded.
      if text.count > start {
        text.append(contentsOf: repeatElement(Self.space, count: Self.gap))
      }
      append(index < cells.count ? cells[index] : "", in: index, to: &text)
    }
    Self.removeTrailingSpaces(from: &text, downTo: start)
    if isTooWide {
      let line = TextWidth.truncated(String(decoding: text[start...], as: UTF8.self), to: limit)
      text.replaceSubrange(start..., with: line.utf8)
      Self.removeTrailingSpaces(from: &text, downTo: start)
    }
    text.append(UInt8(ascii: "\n"))
  }

  private func append(_ cell: String, in index: Int, to text: inout [UInt8]) {
    let shown = TextWidth.truncated(cell, to: widths[index])
    let padding = repeatElement(Self.space, count: max(0, widths[index] - TextWidth.of(shown)))
    if columns[index].alignment == .right { text.append(contentsOf: padding) }
    text.append(contentsOf: shown.utf8)
    if columns[index].alignment == .left { text.append(contentsOf: padding) }
  }

  private static func removeTrailingSpaces(from text: inout [UInt8], downTo start: Int) {
    while text.count > start, text.last == space { text.removeLast() }
  }
}
