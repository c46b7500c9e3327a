/// Paths as an export's metadata have them, made paths below the directory that is read.
///
/// A folder is spelled with a slash at its end; the directory itself is no letters at all.
enum ExportPath {
  /// The path that another has seen from a folder; nil where it leads out of it.
  ///
  /// An export made on Windows has backslashes between the names.
  static func joined(_ folder: String, _ path: String) -> String? {
    let isSeparator = { (letter: Unicode.Scalar) in letter == "/" || letter == "\\" }
    guard let first = path.unicodeScalars.first, !isSeparator(first) else { return nil }
    let names = path.unicodeScalars.split(whereSeparator: isSeparator).map(String.init)
      .filter { $0 != "." }
    let isDrive = names.first?.hasSuffix(":") ?? true
    if isDrive || names.contains("..") || path.unicodeScalars.contains("\0") { return nil }
    return folder + names.joined(separator: "/")
  }

  /// Whether a path that is refused leads out of the folder that it is seen from, and is not only
  /// spelled in a way that no exporter does.
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

  /// The folder that a file is in.
  static func folder(of path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "" }
    return String(Substring(path.utf8[...slash]))
  }

  /// The name of a file without its folder.
  static func name(of path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return path }
    return String(Substring(path.utf8[path.utf8.index(after: slash)...]))
  }

  /// Whether a path lies in a folder, or in one below.
  static func lies(_ path: String, in folder: String) -> Bool {
    path.utf8.starts(with: folder.utf8)
  }

  /// The number of a shard, by its name: 3 for `output-3`; nil where it is called otherwise.
  static func shardNumber(_ path: String) -> Int? {
    let name = name(of: path)
    let digits = name.dropFirst("output-".count)
    guard name.hasPrefix("output-"), digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
      return nil
    }
    return Int(digits)
  }

  /// Whether a file is called as a shard is, or as a copy of one: `output-0 (1)`, `output-0.bak`.
  static func resemblesShard(_ path: String) -> Bool {
    let name = Array(name(of: path).utf8)
    let prefix = Array("output-".utf8)
    return name.indices.contains { start in
      let rest = name[start...]
      return rest.starts(with: prefix)
        && rest.dropFirst(prefix.count).first.map { (0x30...0x39).contains($0) } == true
    }
  }

  /// Whether a file is called as the metadata of a whole export.
  static func isOverallMetadata(_ path: String) -> Bool {
    path.hasSuffix(".overall_export_metadata")
  }

  /// Whether a file is called as the metadata of a part of an export.
  static func isPartMetadata(_ path: String) -> Bool { path.hasSuffix(".export_metadata") }
}
