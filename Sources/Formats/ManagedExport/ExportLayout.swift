import Scan
package import SystemIO

/// The managed and emulator exports in a directory tree, and the roles of its files.
///
/// Roles follow from the paths of the files and from the contents of the small metadata files. All
/// paths are relative to the tree's root.
package struct ExportLayout: Sendable {
  /// The role of a file in an export; most files of a tree have none.
  package enum Role: Sendable, Hashable {
    /// The entities of a part; certain if more than the file's name indicates it.
    case shard(export: Int, part: Int, isCertain: Bool)
    /// The metadata of a whole export, with the counts of its shards.
    case metadata(export: Int)
    /// A file that is copied unchanged with the export: other metadata, folders of other emulators.
    case companion(export: Int)
    /// Another file in an export's folder, of any kind.
    case beside(export: Int)
    /// A shard or part metadata that the export's metadata do not list.
    case unlisted
  }

  /// The exports of the tree; roles refer to them by index, after those of other trees.
  package internal(set) var exports: [ManagedExport] = []
  /// The roles of files, by path; a file without one is no part of an export.
  package internal(set) var roles: [PathKey: Role] = [:]
  /// The warnings about exports, each with the file that causes it.
  package internal(set) var warnings: [(path: String, message: String)] = []
  /// The files copied unchanged with an export although they look like documents of another export.
  package internal(set) var unread: [String] = []
  /// The folders of exports that have overall metadata.
  var folders: Set<PathKey> = []

  init() {}

  /// Whether a file name is one of export metadata, which stands for its directory.
  package static func describesExport(_ path: String) -> Bool {
    ExportPath.isPartMetadata(path) || describesWholeExport(path)
  }

  /// Whether a file name is one of overall metadata, of which a folder can have only one.
  package static func describesWholeExport(_ path: String) -> Bool {
    ExportPath.isOverallMetadata(path) || ExportPath.name(of: path) == ExportManifest.fileName
  }

  /// Whether a folder is an export's folder or inside one.
  package func isInExport(folder: String) -> Bool {
    if folders.contains("") || folders.contains(folder) { return true }
    return folder.indices.contains { at in
      folder[at] == "/" && folders.contains(String(folder[...at]))
    }
  }
}
