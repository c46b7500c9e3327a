import Formats
import Scan
package import SystemIO

// The batches of a run: those that an earlier one has written, and the record of a shard.
extension Rewriter {
  /// Checks the directory that the batches go to.
  ///
  /// A run in place publishes its batches before it replaces an input. A repeated or resumed run
  /// may therefore find them.
  ///
  /// - Returns: the comparisons, if the directory has batches; nil if they are to be written.
  /// - Throws: `OutputRefusal` if the directory holds anything else; a dry run warns instead.
  package func batchesToRecognize(_ path: String) throws -> ComparedFiles? {
    let isInterrupted = journal?.interruption != nil
    let mayExist = try run.arguments[.resume] || isInterrupted || journal?.doesAgain == true
    let found = try explaining(path) { try run.batchesToRecognize(at: path, mayExist: mayExist) }
    // A dry run reads the files of the interrupted run as they are, and would make other batches.
    return outputs.isDiscarding && isInterrupted ? nil : found
  }

  /// Checks that the batches in the directory are those of this run, and notes that they stay.
  ///
  /// - Throws: `OutputRefusal` if one differs; a dry run warns instead.
  package func checkRecognized(_ batches: ComparedFiles, at path: String) throws {
    try explaining(path) { try run.checkRecognized(batches, at: path) }
  }

  private func explaining<Result>(_ path: String, _ check: () throws -> Result) throws -> Result {
    do {
      return try check()
    } catch let refusal as OutputRefusal {
      throw try explained(refusal, FileStatus(path: path)?.kind == .directory)
    }
  }

  /// The refusal, with a hint if an earlier run in place wrote the batches: new ones would lack its
  /// changes.
  private func explained(_ refusal: OutputRefusal, _ isDirectory: Bool) throws -> OutputRefusal {
    guard isDirectory, outputs.isInPlace,
      let earlier = try EarlierRun.beside(inputs, diagnostics).first(where: {
        try $0.tool == diagnostics.tool && $0.touches(inputs) && !$0.isNotBegun
      })
    else { return refusal }
    return OutputRefusal(
      refusal.kind, refusal.message,
      hint: "the run of \(earlier.time) has migrated these files, and new batches would lack its "
        + "changes: use those of that run, or restore its files first: \(earlier.tool) --undo "
        + ShellWord.quoted(path: earlier.journalPath))
  }

  /// Writes the last batches, and the manifest, which names the inputs, or the record of a shard.
  ///
  /// - Parameters:
  ///   - settings: the options that decide what is in the batches.
  ///   - spelling: the spelling of a path.
  package func finish(
    _ batches: inout BatchDirectory, _ fingerprints: ShardFingerprints,
    _ settings: [(name: String, value: String)], _ counts: ShardRecord.Counts,
    spelling: (String) -> String
  ) throws {
    guard let share = inputs.share else {
      return try batches.finish(
        sources: files.compactMap { file in
          file.read.map { read in
            ShardRecord.Cover(
              number: read.input.number, path: spelling(file.input),
              byteCount: read.storedByteCount, range: 0..<read.storedByteCount,
              digest: read.digest)
          }
        })
    }
    let digests = Dictionary(
      paths: files.compactMap { file in file.read?.digest.map { (file.input, $0) } })
    let covers = try inputs.inputs.compactMap { input -> ShardRecord.Cover? in
      // The only input is in every shard, if only with no byte.
      if input.range?.isEmpty == true { return nil }
      return ShardRecord.Cover(
        number: input.number, path: spelling(input.shownPath), byteCount: input.status.byteCount,
        range: input.range ?? 0..<input.status.byteCount, digest: digests[input.shownPath],
        fingerprint: input.isPartOfFile ? try SHA256.Digest(fingerprintOf: input.path) : nil)
    }
    let all = ShardRecord.Inputs(share.inputs.map { (spelling($0.path), $0.byteCount) })
    // With an output, an export is in one share.
    let dealing = inputs.exports.isEmpty ? [] : [("output", share.dividesExports ? "" : "yes")]
    let exports = pass.audit.unfinished.map { export in
      var export = export
      export.shownMetadata = spelling(export.shownMetadata)
      return export
    }
    try batches.finish(fingerprints) { batches, undoBatches, fingerprints in
      ShardRecord(
        shard: share.shard, version: Version.text, settings: settings + dealing, inputs: all,
        covers: covers, exports: exports, counts: counts, fingerprints: fingerprints,
        batches: batches, undoBatches: undoBatches)
    }
  }
}

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
        let fault = other.finding == .missing ? "is missing" : "is not of this run"
        throw OutputRefusal(
          .cannotCreate, "the directory '\(path)' is not empty, and '\(other.path)' \(fault)",
          hint: "nothing was published; name a new one")
      }
      diagnostics.note("the batches in '\(path)' are complete already")
      facts.hasKeptBatches = true
    }
  }
}
