import Scan
import SystemIO

// Batches that an interrupted or equal run has written: the next one compares them with its own and
// leaves them as they are.
extension ToolRun {
  /// Checks the directory that the batches go to.
  ///
  /// - Parameter mayExist: whether an earlier run may have written the same batches.
  /// - Returns: the comparisons, if the directory has batches; nil if they are to be written.
  /// - Throws: `OutputRefusal` if the directory holds anything else; a dry run warns instead.
  func batchesToRecognize(at path: String, mayExist: Bool) throws -> ComparedFiles? {
    if mayExist, try FileStatus(path: path)?.kind == .directory, try !directoryEntries(path).isEmpty
    {
      return ComparedFiles()
    }
    try warnOfObstacles {
      try StagedDirectory.check(path)
      try checkCreating(
        OutputTarget(path.withoutTrailingSlashes, mayBeDirectory: true),
        as: NamedFile(option: "--batches", path: path))
    }
    return nil
  }

  /// Checks that the batches in a directory are those of this run, and notes that they stay.
  ///
  /// - Throws: `OutputRefusal` if one differs; a dry run warns instead.
  func checkRecognized(_ batches: ComparedFiles, at path: String) throws {
    try warnOfObstacles {
      if let other = batches.results.first(where: { $0.finding != .same }) {
        throw OutputRefusal(
          .cannotCreate,
          "the directory '\(path)' is not empty, and '\(other.path)' is not of this run",
          hint: "nothing was published; name a new one")
      }
      diagnostics.note("the batches in '\(path)' are complete already")
    }
  }
}
