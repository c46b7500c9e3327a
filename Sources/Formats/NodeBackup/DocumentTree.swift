import Scan
import SystemIO

/// Finds the document paths in trees with a file for each document: `coll/ID/ID.json`, and in that
/// folder the subcollections, `coll/ID/sub/ID/ID.json`, compressed or not.
///
/// The paths determine the tree, once one file proves to be a document. A deleted document leaves a
/// folder with its subcollections and no file; the way up from a document goes on there if other
/// documents are beside it, else it does not reach the root. The root is the topmost folder from
/// which one of its documents is a whole number of collections away.
package struct DocumentTree: Sendable {
  private let root: [Substring]
  /// The root folders of collections, by path.
  private let roots: Set<[Substring]>
  /// The paths, below the directory, of folders taken as roots that may instead be the rest of a
  /// deleted document: each is in a folder, like a document in its collection, and neither folder
  /// has files.
  package let doubtfulRoots: [String]
  /// The endings of a document's file name after the ID.
  private static let endings = [".json", ".json.gz", ".json.zst"]

  /// - Parameters:
  ///   - files: the paths of the files below the directory.
  ///   - root: the absolute path of the directory.
  ///   - isDocument: whether the file at a path is a single document, since other files may have
  ///     such paths. Called for one document of each root, and for those with others below them.
  /// - Throws: the errors of `isDocument`.
  package init(
    of files: [String], in root: String, isDocument: (String) throws -> Bool
  ) rethrows {
    let names = Self.names(root)
    self.root = names
    var roots: Set<[Substring]> = []
    var (parents, collections) = ([ArraySlice<Substring>: Bool](), [ArraySlice<Substring>: Bool]())
    func isParent(_ folder: ArraySlice<Substring>, called id: Substring) throws -> Bool {
      let collection = folder.dropLast()
      let place = "/" + collection.joined(separator: "/")
      if try Self.holds(String(id), place, isDocument) { return true }
      let found = try collections[collection] ?? Self.holdsDocuments(place, isDocument)
      collections[collection] = found
      return found
    }
    for path in files.lazy.map({ names + Self.names($0) }) where Self.isPlaced(path) {
      var folder = path.dropLast(3)
      while folder.count > 1, let id = folder.last {
        let goesOn = try parents[folder] ?? isParent(folder, called: id)
        parents[folder] = goesOn
        guard goesOn else { break }
        folder = folder.dropLast(2)
      }
      let root = Array(folder)
      if !roots.contains(root), try isDocument("/" + path.joined(separator: "/")) {
        roots.insert(root)
      }
    }
    self.roots = roots
    doubtfulRoots = Self.doubtful(roots, below: names, files)
  }

  private static func holds(
    _ id: String, _ collection: String, _ isDocument: (String) throws -> Bool
  ) rethrows -> Bool {
    try endings.contains { try isDocument("\(collection)/\(id)/\(id)\($0)") }
  }

  /// Whether a folder holds documents. Some of many show that: almost all in a collection are.
  private static func holdsDocuments(
    _ folder: String, _ isDocument: (String) throws -> Bool
  ) rethrows -> Bool {
    try searchedEntries(folder).prefix(20).contains { try holds($0, folder, isDocument) }
  }

  private static func doubtful(
    _ roots: Set<[Substring]>, below directory: [Substring], _ files: [String]
  ) -> [String] {
    let candidates = roots.filter { root in
      root.count >= directory.count + 2 && root.starts(with: directory)
        && !stride(from: root.count - 2, through: 0, by: -2).contains {
          roots.contains(Array(root.prefix($0)))
        }
    }
    if candidates.isEmpty { return [] }
    // A collection's folder has no files, and a document's folder only the document's.
    let folders = Set(files.map { directory + Self.names($0).dropLast() })
    return candidates.filter { !folders.contains($0) && !folders.contains($0.dropLast()) }
      .map { $0.dropFirst(directory.count).joined(separator: "/") }.sorted()
  }

  /// The path of the single document in a file, collection first; empty if the file's path is not
  /// that of a document.
  package func documentPath(of file: String) -> [String] {
    if roots.isEmpty { return [] }
    let path = root + Self.names(file)
    guard Self.isPlaced(path) else { return [] }
    let document = path.dropLast()
    let start = (0..<document.count).first { count in
      (document.count - count) % 2 == 0 && roots.contains(Array(document.prefix(count)))
    }
    return start.map { document.dropFirst($0).map(String.init) } ?? []
  }

  private static func isPlaced(_ path: [Substring]) -> Bool {
    guard path.count > 2, let file = path.last else { return false }
    return endings.contains { file == path[path.count - 2] + $0 }
  }

  private static func names(_ path: String) -> [Substring] { path.dividedAtSlashes() }
}
