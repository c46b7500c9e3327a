import Scan
import SystemIO

/// A file that a run reads beside its inputs, such as a list of ids; no output may replace it.
package struct AuxiliaryInput: Sendable {
  /// What to open; `-` for standard input.
  package let path: String
  /// The option that names it.
  package let option: String
  /// Whether it has a say in what the run makes.
  let isOfResult: Bool
  let status: FileStatus

  /// The list of rejects whose mended records are read; none where none is named.
  package static func mended(_ arguments: Arguments) throws -> [AuxiliaryInput] {
    try arguments[.mended].map { [try AuxiliaryInput($0, option: "--mended")] } ?? []
  }

  /// Looks the file up.
  ///
  /// - Parameter isOfResult: whether it has a say in what the run makes.
  /// - Throws: `SystemError` where it is missing.
  package init(_ path: String, option: String, isOfResult: Bool = true) throws {
    guard
      let status = path == "-"
        ? try FileStatus(descriptor: 0, path: "<stdin>") : try FileStatus(path: path)
    else { throw SystemError.missing(path) }
    self.path = path
    self.option = option
    self.isOfResult = isOfResult
    self.status = status
  }
}
