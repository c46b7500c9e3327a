import Scan
package import SystemIO

/// The managed and emulator exports in a directory tree, and what its files are to them.
///
/// Told from the paths of the files, and from what the few small ones say that describe an export.
/// All paths are below the tree's root.
package struct ExportLayout: Sendable {
  /// What a file is to an export; most files of a tree are nothing to any.
  package enum Role: Sendable, Hashable {
    /// Entities of a part of an export; certain where more than the file's name says so.
    case shard(export: Int, part: Int, isCertain: Bool)
    /// The metadata of a whole export, which count what the shards hold.
    case metadata(export: Int)
    /// What leaves with an export as it came: other metadata, other emulators' folders.
    case companion(export: Int)
    /// What lies among an export's files, and may be anything.
    case beside(export: Int)
    /// What an export's metadata should list, and do not.
    case unlisted
  }

  package internal(set) var exports: [ManagedExport] = []
  package internal(set) var roles: [PathKey: Role] = [:]
  /// What is odd about an export, and the file that shows it.
  package internal(set) var warnings: [(path: String, message: String)] = []
  /// The files that leave with an export as they came, though they look like documents of another.
  package internal(set) var unread: [String] = []
  /// The folders of the exports with metadata of the whole.
  var folders: Set<PathKey> = []

  init() {}

  /// Looks for exports in a tree, at any depth.
  ///
  /// - Parameters:
  ///   - files: the paths of its files.
  ///   - root: the tree's root, as messages have it.
  ///   - others: what else is in the tree, and what it is.
  ///   - contents: reads a file, given its path below the root.
  /// - Throws: `DamagedInput` where metadata cannot be read, `ExportProblem` where files are missing,
  ///   and what `contents` throws.
  package init(
    of files: [String], in root: String, besides others: [PathKey: String] = [:],
    contents: @escaping (String) throws -> [UInt8]
  ) throws {
    var search = ExportSearch(files, in: root, besides: others, contents: contents)
    try search.run()
    self = search.layout
  }

  /// Whether a file is called as one that describes an export, and so stands for its directory.
  package static func describesExport(_ path: String) -> Bool {
    ExportPath.isPartMetadata(path) || describesWholeExport(path)
  }

  /// Whether a file is called as one that describes a whole export; a folder can hold one alone.
  package static func describesWholeExport(_ path: String) -> Bool {
    ExportPath.isOverallMetadata(path) || ExportPath.name(of: path) == ExportManifest.fileName
  }

  /// Whether a folder is that of an export, or lies in one.
  package func isInExport(folder: String) -> Bool {
    if folders.contains("") || folders.contains(folder) { return true }
    return folder.indices.contains { at in
      folder[at] == "/" && folders.contains(String(folder[...at]))
    }
  }
}

extension ExportLayout.Role {
  /// The role among exports before which there are so many others.
  package func moved(by count: Int) -> ExportLayout.Role {
    switch self {
    case .shard(let export, let part, let isCertain):
      .shard(export: export + count, part: part, isCertain: isCertain)
    case .metadata(let export): .metadata(export: export + count)
    case .companion(let export): .companion(export: export + count)
    case .beside(let export): .beside(export: export + count)
    case .unlisted: .unlisted
    }
  }
}
