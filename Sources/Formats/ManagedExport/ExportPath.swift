/// Resolves the paths in an export's metadata to paths relative to the tree's root.
///
/// A folder ends with a slash; the root is the empty string.
enum ExportPath {
  /// Resolves a path relative to a folder; nil if it leads out of the folder or is not a plain
  /// path.
  ///
  /// Exports made on Windows have backslashes between names.
  static func joined(_ folder: String, _ path: String) -> String? {
    let isSeparator = { (letter: Unicode.Scalar) in letter == "/" || letter == "\\" }
    guard let first = path.unicodeScalars.first, !isSeparator(first) else { return nil }
    let names = path.unicodeScalars.split(whereSeparator: isSeparator).map(String.init)
      .filter { $0 != "." }
    let isDrive = names.first?.hasSuffix(":") ?? true
    if isDrive || names.contains("..") || path.unicodeScalars.contains("\0") { return nil }
    return folder + names.joined(separator: "/")
  }

  /// Whether a rejected path leads out of its folder; otherwise it is only spelled unusually.
  static func leadsOut(_ path: String) -> Bool {
    let names = path.unicodeScalars.split { $0 == "/" || $0 == "\\" }.map(String.init)
    if names.first?.hasSuffix(":") == true || ["/", "\\"].contains(path.unicodeScalars.first) {
      return true
    }
    var depth = 0
    for name in names where name != "." {
      depth += name == ".." ? -1 : 1
      if depth < 0 { return true }
    }
    return false
  }

  /// The folder of a file.
  static func folder(of path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "" }
    return String(Substring(path.utf8[...slash]))
  }

  /// The name of a file without its folder.
  static func name(of path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return path }
    return String(Substring(path.utf8[path.utf8.index(after: slash)...]))
  }

  /// Whether a path is inside a folder, at any depth.
  static func lies(_ path: String, in folder: String) -> Bool {
    path.utf8.starts(with: folder.utf8)
  }

  /// The number in a shard's name: 3 for `output-3`; nil for another name.
  static func shardNumber(_ path: String) -> Int? {
    let name = name(of: path)
    guard let number = Int(name.dropFirst("output-".count)), name == "output-\(number)", number >= 0
    else { return nil }
    return number
  }

  /// Whether a file name is that of a shard or of a copy: `output-0 (1)`, `output-0.bak`.
  static func resemblesShard(_ path: String) -> Bool {
    let name = Array(name(of: path).utf8)
    let prefix = Array("output-".utf8)
    return name.indices.contains { start in
      let rest = name[start...]
      return rest.starts(with: prefix)
        && rest.dropFirst(prefix.count).first.map { (0x30...0x39).contains($0) } == true
    }
  }

  /// Whether a file name is that of overall metadata.
  static func isOverallMetadata(_ path: String) -> Bool {
    path.hasSuffix(".overall_export_metadata")
  }

  /// Whether a file name is that of part metadata.
  static func isPartMetadata(_ path: String) -> Bool { path.hasSuffix(".export_metadata") }
}
