import Scan
package import SystemIO

/// Searches the paths of a tree for exports, folder by folder from the root.
package struct ExportSearch {
  private var layout = ExportLayout()
  private let files: [String]
  /// The files sorted by the bytes of their paths, so that a folder's files are consecutive, each
  /// with its index in `files`.
  private let sorted: [(path: String, place: Int)]
  private let root: String
  /// The entries of the tree that are not files, each with a description.
  private let others: [PathKey: String]
  /// The number of exports in other trees, which precede those of this one.
  private let exportCount: Int
  private let contents: (String) throws -> [UInt8]
  private let isShard: (String) throws -> Bool
  /// The files without a role so far.
  private var untold: Set<PathKey>
  /// The folders of exports that may contain other files.
  private var shared: [(folder: String, export: Int)] = []

  /// - Parameters:
  ///   - files: the paths of the tree's files.
  ///   - root: the tree's root, for messages.
  ///   - others: the entries of the tree that are not files, each with a description.
  ///   - exportCount: the number of exports in other trees, which precede those of this one.
  ///   - contents: reads a file by its path.
  ///   - isShard: whether a file with the name of a shard is one, judging by its place or its bytes.
  package init(
    _ files: [String], in root: String, besides others: [PathKey: String] = [:],
    after exportCount: Int = 0, contents: @escaping (String) throws -> [UInt8],
    isShard: @escaping (String) throws -> Bool
  ) {
    self.files = files
    sorted = files.enumerated().map { ($1, $0) }.sorted {
      $0.path.precedesInBytes($1.path)
    }
    self.root = root
    self.others = others
    self.exportCount = exportCount
    self.contents = contents
    self.isShard = isShard
    untold = Set(paths: files)
  }

  /// Searches the tree, at any depth.
  ///
  /// - Throws: `DamagedInput` if metadata cannot be read, `ExportProblem` if files are missing, and
  ///   errors of `contents` and `isShard`.
  package consuming func run() throws -> ExportLayout {
    let folders = Dictionary(grouping: files) { PathKey(ExportPath.folder(of: $0)) }
    // A folder precedes its subfolders.
    let paths = folders.keys.map(\.path)
    for folder in paths.sorted(by: { $0.precedesInBytes($1) }) {
      try look(in: folder, at: folders[folder] ?? [])
    }
    for (folder, export) in shared {
      for file in rest(of: folder) { tell(file, .beside(export: export)) }
    }
    return layout
  }

  private mutating func look(in folder: String, at files: [String]) throws {
    let files = files.filter(untold.contains)
    if let manifest = files.first(where: { ExportPath.name(of: $0) == ExportManifest.fileName }) {
      return try addEmulatorExport(manifest, in: folder)
    }
    let metadata = files.filter(ExportPath.isOverallMetadata)
    if metadata.count > 1 {
      throw ExportProblem(
        kind: .badData, place: Place(file: shown(metadata[1])),
        message: "'\(shown(metadata[0]))' is the metadata of another export in the same folder",
        hint: "give each export a folder of its own")
    }
    if let metadata = metadata.first {
      shared.append((folder, try addExport(metadata)))
      layout.folders.insert(folder)
    }
    try addUncounted(in: folder, files.filter(untold.contains))
  }

  // MARK: Exports with overall metadata

  private mutating func addEmulatorExport(_ manifest: String, in folder: String) throws {
    let path = try ExportManifest.metadataPath(
      in: try contents(manifest), file: shown(manifest))
    let export = try addExport(try listed(path, from: folder, by: manifest))
    layout.folders.insert(folder)
    for file in rest(of: folder) {
      tell(file, .companion(export: export))
      let isShard = ExportPath.shardNumber(file) != nil && "/\(file)".contains("/all_namespaces/")
      if file != manifest, isShard || ExportLayout.describesExport(file) {
        layout.unread.append(file)
      }
    }
  }

  /// Adds the export of an overall metadata file and returns its index.
  private mutating func addExport(_ file: String) throws -> Int {
    let export = exportCount + layout.exports.count
    let folder = ExportPath.folder(of: file)
    let metadata = try OverallMetadata(try contents(file), file: shown(file))
    tell(file, .metadata(export: export))
    var parts: [ManagedExport.Part] = []
    for entry in metadata.entries {
      let partFile = try listed(entry.path, from: folder, by: file)
      parts.append(
        ManagedExport.Part(
          folder: ExportPath.folder(of: partFile),
          shards: try shards(listedBy: partFile, export, part: parts.count)))
    }
    layout.exports.append(
      ManagedExport(shownFolder: shown(folder), parts: parts, metadata: metadata))
    if parts.isEmpty { layout.warnings.append((file, "the export is empty: no documents")) }
    for file in rest(of: folder + "all_namespaces/") { skipIfUnlisted(file) }
    return export
  }

  /// Reads a part's metadata and returns its shards.
  private mutating func shards(
    listedBy file: String, _ export: Int, part: Int
  ) throws -> [String] {
    guard untold.contains(file) else { throw listedTwice(file, by: file) }
    tell(file, .companion(export: export))
    let folder = ExportPath.folder(of: file)
    let names = try PartMetadata.shards(in: try contents(file), file: shown(file))
    let shards = try names.map { try listed($0, from: folder, by: file) }
    for shard in shards {
      if ExportLayout.describesExport(shard) {
        throw DamagedInput.metadata(
          shown(file), byte: nil, "it lists '\(shown(shard))' as a shard, which it is not")
      }
      guard untold.contains(shard) else { throw listedTwice(shard, by: file) }
      tell(shard, .shard(export: export, part: part, isCertain: true))
    }
    for file in rest(of: folder) where ExportPath.folder(of: file) == folder {
      skipIfUnlisted(file)
    }
    return shards
  }

  /// Resolves a listed path; throws if the file is missing.
  private func listed(_ path: String, from folder: String, by file: String) throws -> String {
    guard let joined = ExportPath.joined(folder, path) else {
      throw DamagedInput.metadata(
        shown(file), byte: nil,
        "the path '\(path)' "
          + (ExportPath.leadsOut(path) ? "leads out of the export" : "is not a plain path"))
    }
    guard layout.roles[joined] != nil || untold.contains(joined) else {
      throw missing(joined, listedBy: file)
    }
    return joined
  }

  private func missing(_ path: String, listedBy file: String) -> ExportProblem {
    if let copy = [".gz", ".zst"].map({ path + $0 }).first(where: files.contains) {
      return .missing(
        shown(path), listedBy: shown(file), instead: "there as '\(shown(copy))' alone",
        hint: "decompress it under the listed name: no export is stored compressed")
    }
    if let (folder, what) = passedOver(around: path) {
      return .missing(
        shown(path), listedBy: shown(file), instead: "below '\(shown(folder))', which is \(what)",
        hint: "put the directory itself there: links are not followed")
    }
    return .missing(
      shown(path), listedBy: shown(file), instead: others[path] ?? others[path + "/"])
  }

  /// The nearest parent folder that was not searched, and the reason.
  private func passedOver(around path: String) -> (folder: String, what: String)? {
    let names = path.dividedAtSlashes()
    for count in 1..<max(1, names.count) {
      let folder = names.prefix(count).joined(separator: "/")
      if let what = others[folder] { return (folder, what) }
    }
    return nil
  }

  private func listedTwice(_ path: String, by file: String) -> DamagedInput {
    .metadata(shown(file), byte: nil, "'\(shown(path))' is listed twice")
  }

  private mutating func skipIfUnlisted(
    _ file: String, because reason: String = "the export's metadata do not list it"
  ) {
    guard ExportPath.resemblesShard(file) || ExportPath.isPartMetadata(file) else { return }
    tell(file, .unlisted)
    layout.warnings.append((file, reason + "; it is left out"))
  }

  // MARK: Exports without overall metadata

  /// Adds the export without overall metadata in one folder, if there is one.
  private mutating func addUncounted(in folder: String, _ files: [String]) throws {
    let export = exportCount + layout.exports.count
    var parts: [ManagedExport.Part] = []
    var missing: String?
    for file in files where ExportPath.isPartMetadata(file) {
      let shards = try shards(listedBy: file, export, part: parts.count)
      // Nothing else could show that the end is missing.
      if shards.isEmpty { throw DamagedInput.metadata(shown(file), byte: nil, "it lists no shard") }
      parts.append(ManagedExport.Part(folder: folder, shards: shards))
    }
    if parts.isEmpty {
      let shards = files.filter { ExportPath.shardNumber($0) != nil }.sorted {
        (ExportPath.shardNumber($0) ?? 0, $0) < (ExportPath.shardNumber($1) ?? 0, $1)
      }
      if shards.isEmpty { return }
      // Names prove nothing, but one shard proves the others, which may be damaged.
      let isCertain = try shards.contains(where: isShard)
      for shard in shards { tell(shard, .shard(export: export, part: 0, isCertain: isCertain)) }
      for file in files where isCertain && untold.contains(file) {
        skipIfUnlisted(file, because: "its name is not that of a shard, but of a copy")
      }
      parts.append(ManagedExport.Part(folder: folder, shards: shards))
      missing = Self.gap(in: shards.compactMap(ExportPath.shardNumber))
    }
    layout.exports.append(
      ManagedExport(shownFolder: shown(folder), parts: parts, missingShard: missing))
  }

  /// The first missing shard in a sequence from 0; nil if there is none.
  private static func gap(in numbers: [Int]) -> String? {
    let known = Set(numbers)
    return (0..<(numbers.max() ?? 0)).first { !known.contains($0) }.map { "output-\($0)" }
  }

  // MARK: Files

  private mutating func tell(_ file: String, _ role: ExportLayout.Role) {
    untold.remove(file)
    layout.roles[file] = role
  }

  /// The files without a role in a folder and its subfolders.
  private func rest(of folder: String) -> [String] {
    var (low, high) = (0, sorted.count)
    while low < high {
      let middle = (low + high) / 2
      if sorted[middle].path.precedesInBytes(folder) {
        low = middle + 1
      } else {
        high = middle
      }
    }
    let inside = sorted[low...].prefix { ExportPath.lies($0.path, in: folder) }
    return inside.filter { untold.contains($0.path) }.sorted { $0.place < $1.place }.map(\.path)
  }

  private func shown(_ path: String) -> String { root + "/" + path }
}
