import Scan
import SystemIO

/// The meaning of a file name's ending.
enum FileEnding {
  /// The program that the ending belongs to; nil if it names no compression.
  static func compression(of path: String) -> String? {
    let endings = [
      ".gz": "gzip", ".gzip": "gzip", ".zst": "zstd", ".zstd": "zstd", ".bz2": "bzip2", ".xz": "xz",
      ".zip": "zip",
    ]
    let name = path.lowercased()
    return endings.first { name.hasSuffix($0.key) }?.value
  }

  /// Whether the name has a file's ending, as in `ratings.ndjson`. A trailing slash makes it a
  /// directory.
  static func isThere(in path: String) -> Bool {
    if path.hasSuffix("/") { return false }
    let parts = lastComponent(of: path).split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count > 1, let ending = parts.last, parts[0] != "" || parts.count > 2 else {
      return false
    }
    return (1...10).contains(ending.utf8.count) && ending.first?.isLetter == true
      && ending.allSatisfy { $0.isLetter || $0.isNumber }
  }
}

extension Diagnostics {
  /// Warns if an output's name contradicts its compression.
  ///
  /// - Parameters:
  ///   - compression: the compression of its bytes.
  ///   - isCopy: whether the output is compressed because its input is.
  func warnOfEnding(
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
