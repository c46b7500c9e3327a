import Scan
import SystemIO

extension ToolRun {
  /// The columns to lay out a report on standard error for: those of the terminal, or of `COLUMNS`. A
  /// pipe has as many as it takes, and so has a file, whatever `COLUMNS` says.
  package func reportWidth() throws -> Int {
    if surroundings.errorsAreOnTerminal { return errorWidth }
    let isFile = try FileStatus(descriptor: 2, path: "<stderr>").kind == .regular
    return hasGivenWidth && !isFile ? errorWidth : Int.max
  }
}
