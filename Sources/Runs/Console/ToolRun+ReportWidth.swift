import Scan
import SystemIO

extension ToolRun {
  /// The width of a report on standard error: the terminal's, or `COLUMNS`.
  ///
  /// A file has no limit, whatever `COLUMNS` is; a pipe is limited by `COLUMNS` only.
  package func reportWidth() throws -> Int {
    if surroundings.errorsAreOnTerminal { return errorWidth }
    let isFile = try FileStatus(descriptor: 2, path: "<stderr>").kind == .regular
    return hasGivenWidth && !isFile ? errorWidth : Int.max
  }
}
