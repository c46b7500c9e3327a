import Scan
import SystemIO

/// Text shared by the reports of all tools.
package enum ReportText {
  /// The lines, with control characters made visible.
  package static func of(_ lines: [String], indentation: String = "") -> String {
    lines.reduce(into: "") { $0 += "\(indentation)\(VisibleText.of($1))\n" }
  }

  /// Lines with a label each, in a column of this width.
  static func of(_ lines: [(label: String, value: String)], labelWidth: Int) -> String {
    of(lines.map { TextWidth.padded($0.label, to: labelWidth) + $0.value })
  }

  /// The first 20 lines and the number of the rest, or all lines if `isWhole`.
  package static func shortened(_ rows: [String], isWhole: Bool) -> [String] {
    let most = 20
    guard rows.count > most, !isWhole else { return rows }
    return rows.prefix(most) + [
      "and \(Amount.count(rows.count - most)) more; --verbose shows them all"
    ]
  }
}

/// What the tables of a report may do: how wide they are, and what only a terminal shows.
package struct ReportForm: Sendable {
  /// The columns of a line; `Int.max` without a limit.
  package var width: Int
  /// Whether words are coloured.
  package var isColored = false
  /// Whether the report is on a terminal, whose whole width bars may fill.
  var isOnTerminal = false
}

extension ToolRun {
  /// Whether long lists are whole: a dry run names each file, and only a terminal is spared any.
  package var listsAreWhole: Bool {
    arguments[.verbose] || arguments[.dryRun] || !surroundings.errorsAreOnTerminal
  }

  /// The form of a report on standard error.
  package func reportForm() throws -> ReportForm {
    ReportForm(
      width: try reportWidth(), isColored: diagnostics.style.isColored,
      isOnTerminal: surroundings.errorsAreOnTerminal)
  }

  /// The width of a report on standard error: the terminal's, or `COLUMNS`.
  ///
  /// A file has no limit, whatever `COLUMNS` is; a pipe is limited by `COLUMNS` only.
  private func reportWidth() throws -> Int {
    if surroundings.errorsAreOnTerminal { return surroundings.errorWidth }
    let isFile = try FileStatus(descriptor: 2, path: "<stderr>").kind == .regular
    return surroundings.hasGivenWidth && !isFile ? surroundings.errorWidth : Int.max
  }
}
