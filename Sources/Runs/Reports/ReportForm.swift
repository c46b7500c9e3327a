import SystemIO

/// What the tables of a report may do: how wide they are, and what only a terminal shows.
package struct ReportForm: Sendable {
  /// The columns of a line; `Int.max` without a limit.
  package var width: Int
  /// Whether words are coloured.
  package var isColored = false
  /// Whether the report is on a terminal, whose whole width bars may fill.
  package var isOnTerminal = false
}

extension ToolRun {
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
