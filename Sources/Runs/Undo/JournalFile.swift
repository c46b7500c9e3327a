import Scan
import SystemIO

/// A journal's entry for one file.
package struct JournalFile: Sendable, Equatable {
  /// The size and the CRC-32C of a file's bytes.
  package struct Identity: Sendable, Hashable {
    /// The size in bytes.
    package var byteCount: Int
    /// The CRC-32C.
    package var checksum: UInt32
  }

  /// The result for a file, and how to recognise it.
  package enum Result: Sendable, Equatable {
    /// A file of this size. The journal has steps from it to the original; it is the run's if they
    /// give exactly that.
    case steps(byteCount: Int)
    /// A file that shares no bytes with the original, which the journal keeps whole.
    case other(Identity)
    /// No file: it was removed, and the journal keeps the original whole.
    case nothing
  }

  /// The absolute path of the original.
  package var originalPath: String
  /// The absolute path of the result.
  package var resultPath: String
  /// The permissions of the original.
  package var mode: UInt32
  /// The identity of the original.
  package var original: Identity
  /// What the run made of the original.
  package var result: Result

  /// Whether the result replaced the original.
  var isInPlace: Bool { PathKey(originalPath) == PathKey(resultPath) }

  /// The entry after the output that its result is, or lies in, was moved.
  func moved(from output: String, to path: String) -> JournalFile {
    var file = self
    file.resultPath = path + resultPath.behindBytes(of: output)
    if isInPlace { file.originalPath = file.resultPath }
    return file
  }

  /// Whether the file at a path is the original.
  package func isOriginal(at path: String) throws -> Bool {
    let file = try InputFile(path: path)
    guard file.status.byteCount == original.byteCount else { return false }
    return try Identity(of: file) == original
  }
}

extension JournalFile.Identity {
  /// Reads a file and computes its identity.
  init(of file: consuming InputFile) throws {
    var window = ByteWindow(file)
    var sum = CRC32C()
    try window.forEachPiece { sum.update($0) }
    self.init(byteCount: window.byteCountRead, checksum: sum.value)
  }

  /// The identity of the bytes read of an input; nil if their checksum was not computed.
  init?(_ window: borrowing ByteWindow) {
    guard let checksum = window.crc32c() else { return nil }
    self.init(byteCount: window.inputByteCount, checksum: checksum)
  }
}
