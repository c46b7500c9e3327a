import Scan
package import SystemIO

/// What the ending of a file's name says about its bytes.
enum FileEnding {
  /// The program that the ending belongs to; nil where it tells of no compression.
  static func compression(of path: String) -> String? {
    let endings = [
      ".gz": "gzip", ".gzip": "gzip", ".zst": "zstd", ".zstd": "zstd", ".bz2": "bzip2", ".xz": "xz",
      ".zip": "zip",
    ]
    let name = path.lowercased()
    return endings.first { name.hasSuffix($0.key) }?.value
  }

  /// Whether the name ends as that of a file, as `ratings.ndjson` does. With a slash it is a directory.
  static func isThere(in path: String) -> Bool {
    if path.hasSuffix("/") { return false }
    let name = path.dividedAtSlashes().last ?? ""
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count > 1, let ending = parts.last, parts[0] != "" || parts.count > 2 else {
      return false
    }
    return (1...10).contains(ending.utf8.count) && ending.first?.isLetter == true
      && ending.allSatisfy { $0.isLetter || $0.isNumber }
  }
}

extension Diagnostics {
  /// Warns of an output whose name belies its bytes.
  ///
  /// - Parameters:
  ///   - compression: that of its bytes.
  ///   - isCopy: whether that is the compression of its input.
  package func warnOfEnding(
    _ path: String?, _ compression: Compression? = nil, isCopy: Bool = false
  ) {
    guard let path, path != "-" else { return }
    let named = FileEnding.compression(of: path)
    guard named != compression?.program else { return }
    let bytes = compression.map { "is compressed with \($0.program)" } ?? "is not compressed"
    let reason = isCopy ? ": an output is compressed as its input is" : ""
    warning("'\(path)' \(bytes), whatever its name says\(reason)", kind: "misleading name")
  }
}
