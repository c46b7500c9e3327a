@testable import Formats

/// Makes the files that describe an export, as Firestore and its emulator write them.
enum ExportWriter {
  /// The entry of one part in the metadata of a whole export.
  struct Part {
    var path: String
    var entityCount: UInt64
    var byteCount: UInt64
  }

  /// The metadata of a whole export.
  static func overall(_ parts: [Part], isPadded: Bool = false) -> [UInt8] {
    LogWriter.file(of: [Array("3".utf8), message(parts)], isPadded: isPadded)
  }

  static func message(_ parts: [Part]) -> [UInt8] {
    parts.flatMap { part in
      var entry = EntityWriter.field(1, [0x08, 2, 0x18, 3])
      entry += EntityWriter.field(2, Array(part.path.utf8))
      entry += EntityWriter.tag(3, 0) + EntityWriter.varint(part.entityCount)
      entry += EntityWriter.tag(4, 0) + EntityWriter.varint(part.byteCount)
      return EntityWriter.field(1, entry)
    }
  }

  /// The metadata of a part: of its shards, by their names.
  static func part(_ shards: [String]) -> [UInt8] {
    let name = EntityWriter.field(1, Array("firestore_export".utf8))
    let names = shards.flatMap { EntityWriter.field(2, Array($0.utf8)) }
    return EntityWriter.field(1, name + [0x10, 1, 0x18, 2])
      + EntityWriter.field(2, EntityWriter.field(1, []) + names)
  }

  /// The manifest of an emulator suite.
  static func manifest(_ path: String) -> [UInt8] {
    Array(#"{"version": "11.0.0", "firestore": {"metadata_file": "\#(path)"}}"#.utf8)
  }

  /// A tree with an export in a folder, as a production database makes it.
  ///
  /// - Parameter counts: how many entities and bytes each collection is said to hold.
  static func production(
    in folder: String, _ shards: [String: [String]],
    counts: [String: (entityCount: UInt64, byteCount: UInt64)] = [:], separator: String = "/"
  ) -> [String: [UInt8]] {
    var tree: [String: [UInt8]] = [:]
    var parts: [Part] = []
    for (collection, shards) in shards.sorted(by: { $0.key < $1.key }) {
      let names = ["all_namespaces", collection, "\(collection).export_metadata"]
      tree[folder + names.joined(separator: "/")] = part(shards)
      for shard in shards { tree["\(folder)all_namespaces/\(collection)/\(shard)"] = [] }
      let count = counts[collection] ?? (0, 0)
      parts.append(
        Part(
          path: names.joined(separator: separator), entityCount: count.entityCount,
          byteCount: count.byteCount))
    }
    tree[folder + "export.overall_export_metadata"] = overall(parts)
    return tree
  }
}
