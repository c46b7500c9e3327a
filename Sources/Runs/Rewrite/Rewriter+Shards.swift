import Formats
import Scan
import SystemIO

// The record of a shard's batches.
extension Rewriter {
  /// The record of the batches, once all inputs of the shard are read; nil without `--shard`.
  ///
  /// - Parameters:
  ///   - settings: the options that decide what is in the batches.
  ///   - spelling: the spelling of a path.
  package func shardRecord(
    _ settings: [(name: String, value: String)], _ counts: ShardRecord.Counts,
    spelling: (String) -> String
  ) -> BatchDirectory.Recording? {
    guard let share = inputs.share else { return nil }
    let digests = Dictionary(
      paths: files.compactMap { file in file.inputDigest.map { (file.input, $0) } })
    let covers = inputs.inputs.compactMap { input -> ShardRecord.Cover? in
      // The only input is in every shard, if only with no byte.
      if input.range?.isEmpty == true { return nil }
      return ShardRecord.Cover(
        number: input.number, path: spelling(input.shownPath), byteCount: input.status.byteCount,
        range: input.range ?? 0..<input.status.byteCount, digest: digests[input.shownPath])
    }
    let all = ShardRecord.Inputs(share.inputs.map { (spelling($0.path), $0.byteCount) })
    let exports = pass.audit.unfinished.map { export in
      var export = export
      export.shownMetadata = spelling(export.shownMetadata)
      return export
    }
    return { batches, undoBatches, fingerprints in
      ShardRecord(
        shard: share.shard, version: Version.text, settings: settings, inputs: all,
        covers: covers, exports: exports, counts: counts, fingerprints: fingerprints,
        batches: batches, undoBatches: undoBatches)
    }
  }
}
