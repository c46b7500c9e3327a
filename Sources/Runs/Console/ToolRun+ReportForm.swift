import Scan
import SystemIO

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
    if surroundings.errorsAreOnTerminal { return errorWidth }
    let isFile = try FileStatus(descriptor: 2, path: "<stderr>").kind == .regular
    return hasGivenWidth && !isFile ? errorWidth : Int.max
  }
}
