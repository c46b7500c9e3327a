package import Scan

/// The size and a checksum of a file, which identify its bytes.
package struct FileIdentity: Sendable, Hashable {
  /// A checksum of the file's bytes.
  package enum Checksum: Sendable, Hashable {
    /// Resists forgery.
    case sha256(SHA256.Digest)
    /// Cheap, and detects accidents.
    case crc32c(UInt32)
  }

  /// The path of the file, as plans and summaries spell it.
  package let path: String
  /// The size in bytes.
  package let byteCount: Int
  /// The checksum of all bytes.
  package let checksum: Checksum

  package init(path: String, byteCount: Int, checksum: Checksum) {
    self.path = path
    self.byteCount = byteCount
    self.checksum = checksum
  }

  /// Computes the identity of a file by reading it.
  ///
  /// - Parameters:
  ///   - name: the path to record.
  ///   - hashes: whether to use SHA-256.
  package init(reading path: String, as name: String, hashes: Bool) throws {
    var window = ByteWindow(
      try InputFile(path: path), hashes: hashes, sum: hashes ? nil : FileChecksum())
    try window.forEachPiece { _ in }
    self.init(
      path: name, byteCount: window.inputByteCount,
      checksum: window.checksum() ?? .crc32c(CRC32C().value))
  }

  /// Whether the bytes are equal, at any path.
  package func hasBytes(of other: FileIdentity) -> Bool {
    (byteCount, checksum) == (other.byteCount, other.checksum)
  }
}

extension FileIdentity.Checksum: CustomStringConvertible {
  /// The name of the checksum, and its hexadecimal digits.
  package var description: String {
    switch self {
    case .sha256(let digest): "SHA-256 \(digest)"
    case .crc32c: "CRC-32C \(digits)"
    }
  }

  /// The checksum in lower-case hexadecimal digits.
  package var digits: String {
    switch self {
    case .sha256(let digest): digest.description
    case .crc32c(let value): String(value, digits: 8, radix: 16)
    }
  }
}
