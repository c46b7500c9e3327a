import Scan
import SystemIO

/// The layout of a table: the widths of its columns, and its lines.
///
/// It holds no cells, so that a table of a million lines fits in memory: a first pass measures each
/// line, a second writes them.
struct TextColumns {
  private let columns: [TextTable.Column]
  /// The width of each column's widest cell.
  private var needs: [Int]
  /// The width of each column; 0 if it is left out.
  private var widths: [Int]
  private var isLeftOut: [Bool]
  /// Whether any cell may need several lines.
  private var hasWrappedCells = false
  /// The width of the table.
  private let limit: Int

  /// The spaces between two columns.
  static let gap = 2
  private static let space = UInt8(ascii: " ")
  /// The width that wrapping columns keep while others can be left out: a UUID fits.
  private static let comfortableWidth = 36

  /// The columns, as wide as their heads.
  init(_ columns: [TextTable.Column], within limit: Int) {
    self.columns = columns
    self.limit = limit
    needs = columns.map { TextWidth.of($0.head) }
    widths = needs
    isLeftOut = columns.map { _ in false }
  }

  /// The line of heads; nil if all are empty.
  var heads: [String]? {
    columns.contains { !$0.head.isEmpty } ? columns.map(\.head) : nil
  }

  /// Widens the columns for a line's cells; missing cells at the end are empty.
  mutating func measure(_ cells: [String]) {
    for (index, cell) in cells.enumerated() {
      needs[index] = max(needs[index], TextWidth.of(cell))
    }
  }

  /// The width of the columns that have cells, without a limit.
  var fullWidth: Int { Self.width(of: needs) }

  private static func width(of widths: [Int]) -> Int {
    widths.reduce(max(0, widths.count { $0 > 0 } - 1) * gap, +)
  }

  // MARK: Making it fit

  /// Fits the columns into the width: cuts cells, leaves columns out, and wraps cells.
  ///
  /// If that is not enough, the lines exceed the width.
  ///
  /// - Parameter leavesOut: whether columns may still be left out; false once lines are printed.
  mutating func fit(leavesOut: Bool = true) {
    widths = columns.indices.map { isLeftOut[$0] ? 0 : needs[$0] }
    for (index, column) in columns.enumerated().reversed() {
      guard case .cut(let least) = column.fit, excess > 0 else { continue }
      widths[index] -= min(excess, max(0, widths[index] - max(1, least)))
    }
    wrap(downTo: Self.comfortableWidth)
    if leavesOut { leaveOut() }
    wrap(downTo: 1)
    for index in columns.indices where widths[index] > 0 && excess < 0 {
      widths[index] += min(-excess, needs[index] - widths[index])
    }
    hasWrappedCells = columns.indices.contains {
      columns[$0].fit.isWrapping && widths[$0] > 0 && widths[$0] < needs[$0]
    }
  }

  /// The number of columns beyond the limit; negative if there is room.
  private var excess: Int { Self.width(of: widths) - limit }

  /// Leaves out columns, in their order, until the rest fits.
  private mutating func leaveOut() {
    let order = columns.indices.compactMap { index in columns[index].goes.map { ($0, index) } }
    for (_, index) in order.sorted(by: <) where excess > 0 {
      isLeftOut[index] = true
      widths[index] = 0
    }
  }

  /// Narrows the wrapping columns, widest first, no more than needed.
  private mutating func wrap(downTo floor: Int) {
    guard excess > 0 else { return }
    let unwrapped = widths
    var (low, high) = (floor, max(floor, widths.max() ?? floor))
    while low < high {
      let middle = low + (high - low + 1) / 2
      cap(unwrapped, at: middle)
      if excess > 0 { high = middle - 1 } else { low = middle }
    }
    cap(unwrapped, at: low)
  }

  private mutating func cap(_ unwrapped: [Int], at most: Int) {
    for (index, column) in columns.enumerated() {
      guard case .wraps(let least) = column.fit else { continue }
      widths[index] = min(unwrapped[index], max(most, least))
    }
  }

  // MARK: Lines

  /// Appends a line, or several if a cell wraps, without trailing spaces.
  ///
  /// - Parameter colors: the colours of cells, by column; they take no room.
  func append(_ cells: [String], colors: [Int: TextColor] = [:], to text: inout [UInt8]) {
    guard hasWrappedCells else { return appendLine(cells, colors, to: &text) }
    let parts = cells.enumerated().map { index, cell in
      columns[index].fit.isWrapping && widths[index] > 0
        ? Self.lines(cell, width: widths[index]) : [cell]
    }
    for line in 0..<(parts.map(\.count).max() ?? 1) {
      appendLine(parts.map { line < $0.count ? $0[line] : "" }, colors, to: &text)
    }
  }

  private func appendLine(
    _ cells: [String], _ colors: [Int: TextColor], to text: inout [UInt8]
  ) {
    let start = text.count
    for index in columns.indices where widths[index] > 0 {
      // A shown column is never empty: its cells are padded.
      if text.count > start {
        text.append(contentsOf: repeatElement(Self.space, count: Self.gap))
      }
      append(index < cells.count ? cells[index] : "", colors[index], in: index, to: &text)
    }
    while text.count > start, text.last == Self.space { text.removeLast() }
    text.append(UInt8(ascii: "\n"))
  }

  private func append(
    _ cell: String, _ color: TextColor?, in index: Int, to text: inout [UInt8]
  ) {
    var shown = cell
    if case .cut = columns[index].fit { shown = TextWidth.truncated(cell, to: widths[index]) }
    let padding = repeatElement(Self.space, count: max(0, widths[index] - TextWidth.of(shown)))
    if columns[index].alignment == .right { text.append(contentsOf: padding) }
    let colored = shown.isEmpty ? nil : color?.text(shown)
    text.append(contentsOf: (colored ?? shown).utf8)
    if columns[index].alignment == .left { text.append(contentsOf: padding) }
  }

  /// The text in lines of at most this width, broken at a space if there is one.
  static func lines(_ text: String, width: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    var lineWidth = 0
    for character in text {
      let characterWidth = TextWidth.of(character)
      if lineWidth + characterWidth > width, !line.isEmpty {
        var rest = ""
        if character != " ", let space = line.lastIndex(of: " "), space > line.startIndex {
          rest = String(line[line.index(after: space)...])
          line.removeSubrange(space...)
        }
        lines.append(line)
        (line, lineWidth) = (rest, TextWidth.of(rest))
        if character == " " { continue }
      }
      line.append(character)
      lineWidth += characterWidth
    }
    return lines + [line]
  }
}
