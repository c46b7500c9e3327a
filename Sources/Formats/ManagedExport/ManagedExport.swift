import Scan
import SystemIO

/// A managed or emulator export in a directory tree.
package struct ManagedExport: Sendable {
  /// The shards of one collection, or of all.
  package struct Part: Sendable {
    /// The folder of the part, relative to the tree's root.
    let folder: String
    /// The paths of its shards in order, relative to the tree's root.
    package let shards: [String]
  }

  /// The export's folder, for messages.
  package let shownFolder: String
  /// The parts, in the order of the metadata.
  package let parts: [Part]
  /// The overall metadata, with an entry for each part; nil if the export has no such file.
  var metadata: OverallMetadata?
  /// The name of the first missing shard, if nothing lists the shards.
  package internal(set) var missingShard: String?

  /// Whether metadata count the entities.
  package var isCounted: Bool { metadata != nil }

  /// The overall metadata for the rewritten shards; nil if they stay unchanged.
  ///
  /// Entities and bytes are counted as written. Bytes are counted in the same way as before: those
  /// of the files, or those of the entities alone.
  ///
  /// - Parameter totals: the sizes of each part's shards.
  package func mendedMetadata(_ totals: [LogTotals]) -> [UInt8]? {
    guard let metadata, let parts = counts(totals)?.parts, !parts.allSatisfy(\.isUnchanged) else {
      return nil
    }
    // A damaged part does not show its way of counting; assume that of the others.
    let others = parts.compactMap(\.countsFiles).first
    return metadata.mended(
      parts.map { part in
        if part.isUnchanged { return nil }
        let written = part.found.written
        let countsFiles = part.countsFiles ?? others ?? false
        return (
          entityCount: written.recordCount,
          byteCount: countsFiles ? written.fileByteCount : written.payloadByteCount
        )
      })
  }
}

extension ExportCounts.Part {
  /// Whether the written entities are the counted ones.
  fileprivate var isUnchanged: Bool {
    (found.read.recordCount, found.read.payloadByteCount)
      == (found.written.recordCount, found.written.payloadByteCount)
      && found.damageCount == 0
      && (entityCount ?? found.read.recordCount) == found.read.recordCount
  }

  /// Whether the metadata count the files' bytes instead of the entities'; nil if unknown.
  fileprivate var countsFiles: Bool? {
    guard let byteCount, found.read.recordCount > 0 else { return nil }
    if byteCount == found.read.fileByteCount { return true }
    return byteCount == found.read.payloadByteCount ? false : nil
  }
}
