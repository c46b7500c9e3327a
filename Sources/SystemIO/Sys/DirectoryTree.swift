import Scan

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The names in a directory, sorted by their UTF-8 bytes.
///
/// - Throws: `SystemError` if it cannot be read, or a name in it is not UTF-8.
package func directoryEntries(_ path: String) throws(SystemError) -> [String] {
  try entries(path, onlyUTF8: false)
}

/// The names in a directory that are UTF-8, sorted by their bytes; empty if it cannot be read. For
/// searches, which a name of another program must not stop.
package func searchedEntries(_ path: String) -> [String] {
  do throws(SystemError) {
    return try entries(path, onlyUTF8: true)
  } catch {
    return []
  }
}

private func entries(_ path: String, onlyUTF8: Bool) throws(SystemError) -> [String] {
  // SAFETY: the path is NUL-terminated; the stream is closed below.
  var opened = unsafe opendir(path)
  while unsafe opened == nil, errno == EINTR { unsafe opened = unsafe opendir(path) }
  guard let stream = unsafe opened else {
    throw SystemError(call: "open", path: path, code: errno)
  }
  defer { unsafe closedir(stream) }
  var names: [String] = []
  while true {
    errno = 0
    // SAFETY: each entry is copied before the next call may reuse it; names are NUL-terminated.
    guard let entry = unsafe readdir(stream) else { break }
    let (name, shown) = unsafe withUnsafePointer(to: &entry.pointee.d_name) { name in
      unsafe name.withMemoryRebound(to: CChar.self, capacity: 256) {
        unsafe (String(validatingCString: $0), String(cString: $0))
      }
    }
    // A name that is not UTF-8 cannot be opened, and must not be skipped silently.
    guard let name else {
      if onlyUTF8 { continue }
      let folder = path.hasSuffix("/") ? path : path + "/"
      throw SystemError(call: "read", path: folder + shown, code: EILSEQ)
    }
    if name != ".", name != ".." { names.append(name) }
  }
  guard errno == 0 else { throw SystemError(call: "read", path: path, code: errno) }
  return names.sorted { $0.precedesInBytes($1) }
}

/// The files below a directory, in a fixed order, and the skipped entries.
package struct DirectoryTree: Sendable {
  /// The files' paths, relative to the directory.
  package private(set) var files: [String] = []
  /// The paths of links to files.
  package private(set) var links: Set<PathKey> = []
  /// The directories' paths, with a slash at the end.
  package private(set) var folders: [String] = []
  /// The skipped paths with the reasons.
  package private(set) var skipped: [(path: String, reason: String)] = []

  /// Walks the tree.
  ///
  /// Names that begin with a dot and `__MACOSX` are ignored, except in a tree with a file for each
  /// document (Formats, "node-firestore-backup"): a document's folder, as of `.a/.a.json`, that of a
  /// deleted one with others below it, and a collection. Links to directories are not followed: they
  /// may lead back up.
  package init(_ root: String) throws(SystemError) {
    var pending = [""]
    while let folder = pending.popLast() {
      var folders: [String] = []
      for name in try directoryEntries(root + "/" + folder) {
        let path = folder + name
        let full = root + "/" + path
        if Self.isHidden(name), Self.isIgnored(name, full) { continue }
        guard let status = try FileStatus(path: full, followsLinks: false) else {
          skipped.append((path, "gone since the directory was read"))
          continue
        }
        switch status.kind {
        case .regular: files.append(path)
        case .directory: folders.append(path + "/")
        case .stream: skipped.append((path, "not a regular file"))
        case .symbolicLink:
          // Nil if it leads nowhere or in a circle.
          switch FileStatus(ifFound: full)?.kind {
          case .regular:
            files.append(path)
            links.insert(path)
          case .directory: skipped.append((path, "a link to a directory"))
          default: skipped.append((path, "a link to no file"))
          }
        }
      }
      pending += folders.reversed()
      self.folders += folders
    }
  }

  /// Whether a hidden entry belongs to no document.
  private static func isIgnored(_ name: String, _ path: String) -> Bool {
    let folder = lastComponent(of: parentDirectory(of: path))
    if isHidden(folder), name.startsWithBytes(of: folder + ".json") { return false }
    return !holdsDocument(path, depth: 2)
  }

  private static func isHidden(_ name: String) -> Bool {
    name.hasPrefix(".") && name != "." && name != ".." || name == "__MACOSX"
  }

  /// Whether it or a folder in it, down to a depth, has a document's file. Of many folders some
  /// suffice.
  private static func holdsDocument(_ folder: String, depth: Int) -> Bool {
    let (names, file) = (searchedEntries(folder), lastComponent(of: folder) + ".json")
    if names.contains(where: { $0.startsWithBytes(of: file) }) { return true }
    return depth > 0
      && names.prefix(100).contains { holdsDocument("\(folder)/\($0)", depth: depth - 1) }
  }
}
