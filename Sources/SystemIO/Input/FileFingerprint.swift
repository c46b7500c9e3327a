package import Scan

extension SHA256.Digest {
  /// The number of bytes at either end of a file that its fingerprint covers.
  private static let endByteCount = 64 << 10

  /// The fingerprint of a whole file, for telling which ranges are of the same file: the SHA-256 of
  /// its size, its first and its last 64 KiB. Nil for a stream.
  ///
  /// - Parameter name: the document that the file is, if its path tells that; empty otherwise.
  package init?(fingerprintOf path: String, named name: String = "") throws {
    guard let file = try InputFile(path: path).positioned() else { return nil }
    var hash = SHA256()
    hash.update(Array("\(file.byteCount)\n\(name)\n".utf8).span)
    let count = min(file.byteCount, Self.endByteCount)
    var end = [UInt8](repeating: 0, count: count)
    for place in [0, file.byteCount - count] {
      let found = try file.read(into: &end, from: 0, at: place)
      hash.update(end.span.extracting(0..<found))
    }
    self = hash.digest()
  }
}
