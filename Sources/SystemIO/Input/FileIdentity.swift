package import Scan

/// What tells the bytes of a file from any others: how many there are, and a checksum of them.
package struct FileIdentity: Sendable, Hashable {
  /// A checksum of all the bytes, as they lie in the file.
  package enum Checksum: Sendable, Hashable {
    /// Nobody can make another file that has it.
    case sha256(SHA256.Digest)
    /// Costs next to nothing, and tells what happens by mistake.
    case crc32c(UInt32)
  }

  package let path: String
  package let byteCount: Int
  package let checksum: Checksum

  package init(path: String, byteCount: Int, checksum: Checksum) {
    self.path = path
    self.byteCount = byteCount
    self.checksum = checksum
  }

  /// The identity of a file, all of which is read for it.
  ///
  /// - Parameters:
  ///   - name: the path that it is to be known under.
  ///   - hashes: whether it is to be known by its SHA-256.
  package init(reading path: String, as name: String, hashes: Bool) throws {
    var window = ByteWindow(
      try InputFile(path: path), hashes: hashes, sum: hashes ? nil : FileChecksum())
    try window.forEachPiece { _ in }
    self.init(
      path: name, byteCount: window.inputByteCount,
      checksum: window.checksum() ?? .crc32c(CRC32C().value))
  }

  /// Whether the bytes are those of the other, wherever they lie.
  package func hasBytes(of other: FileIdentity) -> Bool {
    (byteCount, checksum) == (other.byteCount, other.checksum)
  }
}

extension FileIdentity.Checksum: CustomStringConvertible {
  /// What kind of checksum it is, and its hexadecimal digits.
  package var description: String {
    switch self {
    case .sha256(let digest): "SHA-256 \(digest)"
    case .crc32c: "CRC-32C \(digits)"
    }
  }

  /// The checksum alone, in lower-case hexadecimal digits.
  package var digits: String {
    switch self {
    case .sha256(let digest): return digest.description
    case .crc32c(let value):
      let digits = String(value, radix: 16)
      return String(repeating: "0", count: 8 - digits.utf8.count) + digits
    }
  }
}
