import Scan
import SystemIO

/// Names the documents of trees that have a file for each: `coll/ID/ID.json`, and below that folder
/// those of its subcollections, `coll/ID/sub/ID/ID.json`, each compressed or not.
///
/// Told from the paths, once a file among them proves to be a document. A document that was deleted
/// has left its folder to what is below it, so that a tree's root is not found by going up from each
/// document: it is the topmost folder from which one of its documents is a whole number of
/// collections away.
package struct DocumentTree: Sendable {
  private let root: [Substring]
  /// The folders in which collections lie, by their paths.
  private let roots: Set<[Substring]>
  /// The folders, as paths below the directory, that are taken for roots of their own, and may as well
  /// be what is left below a document that was deleted: each lies in a folder, as a document lies in
  /// its collection, and nothing in either of the two says otherwise.
  package let doubtfulRoots: [String]
  /// What a document's file may be called after its id.
  private static let endings = [".json", ".json.gz", ".json.zst"]

  /// - Parameters:
  ///   - files: the paths of a directory's files, below it.
  ///   - root: the directory's own path, from the file system's root on.
  ///   - isDocument: whether there is a file of one document at a path, because other files may lie
  ///     so; asked of one document for each root, and of those with others below them.
  /// - Throws: what `isDocument` throws.
  package init(
    of files: [String], in root: String, isDocument: (String) throws -> Bool
  ) rethrows {
    let names = Self.names(root)
    self.root = names
    var roots: Set<[Substring]> = []
    var known: [ArraySlice<Substring>: Bool] = [:]
    for path in files.lazy.map({ names + Self.names($0) }) where Self.isPlaced(path) {
      var folder = path.dropLast(3)
      while folder.count > 1, let name = folder.last {
        let file = "/" + folder.joined(separator: "/") + "/\(name)"
        let isParent =
          try known[folder] ?? Self.endings.contains { try isDocument(file + $0) }
        known[folder] = isParent
        guard isParent else { break }
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
    // A collection has no files of its own, and a document's folder no more than the document's.
    let folders = Set(files.map { directory + Self.names($0).dropLast() })
    return candidates.filter { !folders.contains($0) && !folders.contains($0.dropLast()) }
      .map { $0.dropFirst(directory.count).joined(separator: "/") }.sorted()
  }

  /// The names that lead to the document that a file is, collection first; none where it does not lie
  /// like a document.
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
