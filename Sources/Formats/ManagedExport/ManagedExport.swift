import Scan
import SystemIO

/// A managed or emulator export in a directory tree.
package struct ManagedExport: Sendable {
  /// The shards of one collection, or of all.
  package struct Part: Sendable {
    /// The folder that it lies in, below the tree's root.
    let folder: String
    /// Its shards' paths below the tree's root, in their order.
    package let shards: [String]
    /// What the export's metadata say of it, where there are any.
    fileprivate let entry: OverallMetadata.Entry?

    init(folder: String, shards: [String], entry: OverallMetadata.Entry? = nil) {
      self.folder = folder
      self.shards = shards
      self.entry = entry
    }
  }

  /// The folder that it lies in, as messages have it.
  package let shownFolder: String
  package let parts: [Part]
  /// The path of the metadata of the whole, as messages have it; nil where there are none.
  package let shownMetadata: String?
  /// The name of the first shard that seems to be missing, where nothing lists them.
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

  /// Whether there is something to hold the shards against.
  package var isCounted: Bool { metadata != nil }

  /// What is wrong with what the shards were found to hold, part by part.
  ///
  /// - Parameter totals: what the shards of each part hold.
  package func problems(of totals: [LogTotals]) -> [ExportProblem] {
    guard let shownMetadata else { return [] }
    return zip(parts, totals).compactMap { part, totals in
      guard let expected = part.entry?.entityCount, expected != totals.read.recordCount else {
        return nil
      }
      return .miscounted(
        part.folder, expected: expected, found: totals.read.recordCount,
        damageCount: totals.damageCount, by: shownMetadata)
    }
  }

  /// The parts of which the metadata do not say how many entities they hold.
  package func uncountedParts(_ totals: [LogTotals]) -> [String] {
    zip(parts, totals).filter { part, totals in
      // A count of none may be left out.
      part.entry != nil && part.entry?.entityCount == nil && totals.read.recordCount > 0
    }.map(\.0.folder)
  }

  /// The parts whose bytes are counted otherwise than in the two ways that are known, though they
  /// hold as many entities as the metadata say.
  package func partsOfOtherByteCounts(_ totals: [LogTotals]) -> [String] {
    zip(parts, totals).filter { part, totals in
      guard let entry = part.entry, entry.entityCount == totals.read.recordCount,
        let expected = entry.byteCount
      else { return false }
      return ![totals.read.fileByteCount, totals.read.payloadByteCount].contains(expected)
    }.map(\.0.folder)
  }

  /// The metadata of the whole as they must be once the shards are rewritten; nil where they stay as
  /// they are.
  ///
  /// Entities and bytes are counted as they are written. Bytes are counted in the way they were
  /// before: those of the files, or those of the entities alone.
  package func mendedMetadata(_ totals: [LogTotals]) -> [UInt8]? {
    let pairs = Array(zip(parts, totals))
    guard let metadata, !pairs.allSatisfy({ $0.isUnchanged($1) }) else { return nil }
    // What was damaged no longer tells its way, but the rest of the export was counted alike.
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
  /// Whether what is written is what the metadata count.
  fileprivate func isUnchanged(_ totals: LogTotals) -> Bool {
    (totals.read.recordCount, totals.read.payloadByteCount)
      == (totals.written.recordCount, totals.written.payloadByteCount)
      && totals.damageCount == 0
      && (entry?.entityCount ?? totals.read.recordCount) == totals.read.recordCount
  }

  /// Whether the bytes that the metadata count are those of the files; nil where that cannot be told.
  fileprivate func countsFiles(_ totals: LogTotals) -> Bool? {
    guard let count = entry?.byteCount, totals.read.recordCount > 0 else { return nil }
    if count == totals.read.fileByteCount { return true }
    return count == totals.read.payloadByteCount ? false : nil
  }
}
