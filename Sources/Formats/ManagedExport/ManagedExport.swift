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
    /// The entry in the overall metadata, if there is one.
    fileprivate let entry: OverallMetadata.Entry?

    init(folder: String, shards: [String], entry: OverallMetadata.Entry? = nil) {
      self.folder = folder
      self.shards = shards
      self.entry = entry
    }

    /// The number of entities and of bytes in the metadata, if they have it.
    var entityCount: Int? { entry?.entityCount }
    var byteCount: Int? { entry?.byteCount }
  }

  /// The export's folder, for messages.
  package let shownFolder: String
  /// The parts, in the order of the metadata.
  package let parts: [Part]
  /// The path of the overall metadata, for messages; nil if there are none.
  package let shownMetadata: String?
  /// The name of the first missing shard, if nothing lists the shards.
  package let missingShard: String?
  private let metadata: OverallMetadata?

  init(
    shownFolder: String, parts: [Part], shownMetadata: String? = nil,
    metadata: OverallMetadata? = nil, missingShard: String? = nil
  ) {
    self.shownFolder = shownFolder
    self.parts = parts
    self.shownMetadata = shownMetadata
    self.metadata = metadata
    self.missingShard = missingShard
  }

  /// Whether metadata count the entities.
  package var isCounted: Bool { shownMetadata != nil }

  /// The digest of the metadata; nil without any.
  var metadataDigest: SHA256.Digest? { metadata?.digest }

  /// The parts whose entity counts differ from the metadata.
  ///
  /// - Parameter totals: the sizes of each part's shards.
  package func problems(of totals: [LogTotals]) -> [ExportProblem] {
    guard let shownMetadata else { return [] }
    return zip(parts, totals).compactMap { part, totals in
      let found = totals.read.recordCount
      guard let expected = part.entityCount, expected != found else { return nil }
      return .miscounted(
        part.folder, expected: expected, found: found, damageCount: totals.damageCount,
        by: shownMetadata)
    }
  }

  /// The folders of parts without an entity count in the metadata.
  package func uncountedParts(_ totals: [LogTotals]) -> [String] {
    zip(parts, totals).filter { part, totals in
      // Zero counts may be omitted.
      part.entry != nil && part.entry?.entityCount == nil && totals.read.recordCount > 0
    }.map(\.0.folder)
  }

  /// The folders of parts whose entity count matches but whose byte count follows neither known way
  /// of counting.
  package func partsOfOtherByteCounts(_ totals: [LogTotals]) -> [String] {
    zip(parts, totals).filter { part, totals in
      guard let entry = part.entry, entry.entityCount == totals.read.recordCount,
        let expected = entry.byteCount
      else { return false }
      return ![totals.read.fileByteCount, totals.read.payloadByteCount].contains(expected)
    }.map(\.0.folder)
  }

  /// The overall metadata for the rewritten shards; nil if they stay unchanged.
  ///
  /// Entities and bytes are counted as written. Bytes are counted in the same way as before: those
  /// of the files, or those of the entities alone.
  package func mendedMetadata(_ totals: [LogTotals]) -> [UInt8]? {
    let pairs = Array(zip(parts, totals))
    guard let metadata, !pairs.allSatisfy({ $0.isUnchanged($1) }) else { return nil }
    // A damaged part does not show its way of counting; assume that of the others.
    let others = pairs.compactMap { $0.countsFiles($1) }.first
    let counts = pairs.map { part, totals in
      let written = totals.written
      let countsFiles = part.countsFiles(totals) ?? others ?? false
      return part.isUnchanged(totals)
        ? nil
        : (
          entityCount: written.recordCount,
          byteCount: countsFiles ? written.fileByteCount : written.payloadByteCount
        )
    }
    return metadata.mended(counts)
  }
}

extension ManagedExport.Part {
  /// Whether the written entities are the counted ones.
  fileprivate func isUnchanged(_ totals: LogTotals) -> Bool {
    (totals.read.recordCount, totals.read.payloadByteCount)
      == (totals.written.recordCount, totals.written.payloadByteCount)
      && totals.damageCount == 0
      && (entry?.entityCount ?? totals.read.recordCount) == totals.read.recordCount
  }

  /// Whether the metadata count the files' bytes instead of the entities'; nil if unknown.
  fileprivate func countsFiles(_ totals: LogTotals) -> Bool? {
    guard let count = entry?.byteCount, totals.read.recordCount > 0 else { return nil }
    if count == totals.read.fileByteCount { return true }
    return count == totals.read.payloadByteCount ? false : nil
  }
}
