import ByteIO

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
  private let metadata: OverallMetadata?

  init(
    shownFolder: String, parts: [Part], shownMetadata: String? = nil,
    metadata: OverallMetadata? = nil
  ) {
    self.shownFolder = shownFolder
    self.parts = parts
    self.shownMetadata = shownMetadata
    self.metadata = metadata
  }

  /// Whether there is something to hold the shards against.
  package var isCounted: Bool { metadata != nil }

  /// What is wrong with what the shards were found to hold; nil where nothing is.
  ///
  /// - Parameter totals: what the shards of each part hold.
  package func problem(of totals: [LogTotals]) -> ExportProblem? {
    guard let shownMetadata else { return nil }
    for (part, totals) in zip(parts, totals) {
      guard let expected = part.entry?.entityCount, expected != totals.read.recordCount else {
        continue
      }
      return .miscounted(
        part.folder, expected: expected, found: totals.read.recordCount, by: shownMetadata)
    }
    return nil
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
  /// Entities are counted as they were found. Bytes are counted in the way they were before: those
  /// of the files, or those of the entities alone.
  package func mendedMetadata(_ totals: [LogTotals]) -> [UInt8]? {
    let isSame = totals.allSatisfy { totals in
      totals.read.recordCount == totals.written.recordCount
        && totals.read.payloadByteCount == totals.written.payloadByteCount
    }
    guard let metadata, !isSame else { return nil }
    let counts = zip(parts, totals).map { part, totals in
      let old = part.entry?.byteCount ?? 0
      let isOfFiles = old == totals.read.fileByteCount
      let added =
        isOfFiles
        ? totals.written.fileByteCount - totals.read.fileByteCount
        : totals.written.payloadByteCount - totals.read.payloadByteCount
      return (entityCount: totals.written.recordCount, byteCount: old + added)
    }
    return metadata.mended(counts)
  }
}
