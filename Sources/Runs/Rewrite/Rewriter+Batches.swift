import Scan
package import SystemIO

// Batches that an earlier run has written.
extension Rewriter {
  /// Checks the directory that the batches go to.
  ///
  /// A run in place publishes its batches before it replaces an input. A repeated or resumed run
  /// may therefore find them: it compares them with its own and leaves them as they are.
  ///
  /// - Returns: the comparisons, if the directory has batches; nil if they are to be written.
  /// - Throws: `OutputRefusal` if the directory holds anything else; a dry run warns instead.
  package func batchesToRecognize(
    _ path: String, resumes: Bool
  ) throws -> ComparedFiles? {
    do {
      try StagedDirectory.check(path)
    } catch let refusal as OutputRefusal {
      let isDirectory = try FileStatus(path: path)?.kind == .directory
      if try isDirectory && (resumes || journal?.doesAgain == true) {
        return outputs.isDiscarding ? nil : ComparedFiles()
      }
      guard outputs.isDiscarding else { throw try explained(refusal, isDirectory) }
      diagnostics.warn(ofObstacle: refusal.message)
    }
    return nil
  }

  /// Checks that the batches in the directory are those of this run, and notes that they stay.
  ///
  /// - Throws: `OutputRefusal` if one differs.
  package func checkRecognized(_ batches: ComparedFiles, at path: String) throws {
    do throws(OutputRefusal) {
      try BatchDirectory.requireSame(batches, at: path)
    } catch {
      throw try explained(error, true)
    }
    diagnostics.note(BatchDirectory.completeWords(path))
  }

  /// The refusal, with a hint if an earlier run in place wrote the batches: new ones would lack its
  /// changes.
  private func explained(_ refusal: OutputRefusal, _ isDirectory: Bool) throws -> OutputRefusal {
    guard isDirectory, outputs.isInPlace,
      let earlier = try EarlierRun.beside(inputs).first(where: {
        try $0.tool == diagnostics.tool && $0.touches(inputs) && !$0.isNotBegun
      })
    else { return refusal }
    return OutputRefusal(
      refusal.kind, refusal.message,
      hint: "the run of \(earlier.time) has migrated these files, and new batches would lack its "
        + "changes: use those of that run, or restore its files first: \(earlier.tool) --undo "
        + ShellWord.quoted(path: earlier.journalPath))
  }
}
