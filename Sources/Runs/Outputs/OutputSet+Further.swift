import Scan
package import SystemIO

// Further results of a run with one result: files in a directory, whose names are known only when
// the inputs have been read.
extension OutputSet {
  /// Checks the directory of further results, before any input is read.
  ///
  /// - Parameter option: the option that names it.
  /// - Throws: `UsageError` if it lies in a folder that is read; `OutputRefusal` if it is a file; a
  ///   dry run warns of that instead.
  package func checkDirectory(_ directory: String, option: String) throws {
    if comparisons != nil { return }
    try refuseNesting(directory, option: option)
    try run.warnOfObstacles {
      if let status = try FileStatus(path: directory), status.kind != .directory {
        throw OutputRefusal(
          .cannotCreate, "\(option) '\(directory)' is a file, and names a directory",
          hint: "name another directory")
      }
      try run.checkCreating(
        OutputTarget(directory + "/week"), as: NamedFile(option: option, path: directory),
        makesDirectories: true)
    }
  }

  /// Writes and finishes the whole of a further result, which is not yet published.
  ///
  /// - Parameters:
  ///   - directory: the directory, which is created if missing.
  ///   - option: the option that names it.
  ///   - replaceable: the files that may be replaced without `--force`.
  package mutating func finish(
    _ bytes: [UInt8], as name: String, in directory: String, option: String,
    replacing replaceable: ReplaceableFile
  ) throws -> FinishedOutput {
    let path = (directory.hasSuffix("/") ? directory : directory + "/") + name
    let target = try OutputTarget(path, mayBeDirectory: comparisons != nil)
    if comparisons == nil {
      try claim(path, option: option)
      try run.warnOfObstacles {
        try ReportFile.refuseJournal(at: path, option: option)
        try refuse(target, replacing: replaceable, besides: inputs.union(otherInputs))
      }
      if !isDiscarding { try makeDirectories(parentDirectory(of: path)) }
    }
    var output = try open(target)
    try output.write(bytes)
    return try output.finish()
  }
}
