import Scan
import SystemIO

/// A file read beside the inputs, such as a list of ids; no output may replace it.
package struct AuxiliaryInput: Sendable {
  /// The path to open; `-` for standard input.
  package let path: String
  /// The option that names it.
  package let option: String
  /// Whether it affects the result.
  let isOfResult: Bool
  let status: FileStatus

  /// Looks up the file.
  ///
  /// - Parameter isOfResult: whether it affects the result.
  /// - Throws: `SystemError` if it is missing.
  package init(_ path: String, option: String, isOfResult: Bool = true) throws {
    guard let status = try FileStatus(input: path) else { throw SystemError.missing(path) }
    self.path = path
    self.option = option
    self.isOfResult = isOfResult
    self.status = status
  }
}
