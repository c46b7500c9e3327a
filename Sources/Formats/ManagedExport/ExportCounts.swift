package import Scan

/// The counts in the metadata of an export, and those of the shards read so far.
///
/// Counts of different shards of an export are merged in any order.
package struct ExportCounts: Sendable, Hashable {
  /// The counts of one part.
  package struct Part: Sendable, Hashable {
    /// The part's folder, as the metadata name it.
    package let folder: String
    /// The number of entities in the metadata, if they have it.
    package let entityCount: Int?
    /// The number of bytes in the metadata, if they have it.
    package let byteCount: Int?
    package fileprivate(set) var found: LogTotals

    package init(folder: String, entityCount: Int?, byteCount: Int?, found: LogTotals) {
      self.folder = folder
      self.entityCount = entityCount
      self.byteCount = byteCount
      self.found = found
    }
  }

  /// The digest of the metadata, which identifies the export.
  package let id: SHA256.Digest
  /// The path of the metadata, for messages.
  package var shownMetadata: String
  /// The counts of each part, in the order of the metadata.
  package private(set) var parts: [Part]

  package init(id: SHA256.Digest, shownMetadata: String, parts: [Part]) {
    (self.id, self.shownMetadata, self.parts) = (id, shownMetadata, parts)
  }

  /// The parts whose entity counts differ from the metadata, if all shards were read.
  package var problems: [ExportProblem] {
    parts.compactMap { part in
      let found = part.found.read.recordCount
      guard let expected = part.entityCount, expected != found else { return nil }
      return .miscounted(
        part.folder, expected: expected, found: found, damageCount: part.found.damageCount,
        by: shownMetadata)
    }
  }

  /// The folders of parts without an entity count in the metadata.
  package var uncountedParts: [String] {
    // Zero counts may be omitted.
    parts.filter { $0.entityCount == nil && $0.found.read.recordCount > 0 }.map(\.folder)
  }

  /// The folders of parts whose entity count matches but whose byte count follows neither known way
  /// of counting.
  package var partsOfOtherByteCounts: [String] {
    parts.filter { part in
      let read = part.found.read
      guard let byteCount = part.byteCount, part.entityCount == read.recordCount else {
        return false
      }
      return ![read.fileByteCount, read.payloadByteCount].contains(byteCount)
    }.map(\.folder)
  }

  fileprivate mutating func merge(_ other: ExportCounts) {
    for index in parts.indices.prefix(other.parts.count) {
      parts[index].found += other.parts[index].found
    }
  }
}

extension [ExportCounts] {
  /// Adds what was found in other shards of the same exports.
  ///
  /// Exports with equal metadata are matched in order: every share of a run lists all of its exports.
  package mutating func merge(_ others: [ExportCounts]) {
    var matched: Set<Int> = []
    for other in others {
      let match = indices.first { self[$0].id == other.id && !matched.contains($0) }
      if let match { self[match].merge(other) } else { append(other) }
      matched.insert(match ?? count - 1)
    }
  }
}

extension ManagedExport {
  /// The counts after some of the export's shards; nil if no metadata count the entities.
  ///
  /// - Parameter totals: the sizes of each part's shards.
  package func counts(_ totals: [LogTotals]) -> ExportCounts? {
    guard let metadata else { return nil }
    return ExportCounts(
      id: metadata.digest, shownMetadata: metadata.file,
      parts: metadata.entries.indices.map { index in
        let entry = metadata.entries[index]
        return ExportCounts.Part(
          folder: parts[index].folder, entityCount: entry.entityCount, byteCount: entry.byteCount,
          found: totals[index])
      })
  }
}
