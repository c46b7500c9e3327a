import Scan
package import SystemIO

/// What a journal says of one file of a run.
package struct JournalFile: Sendable, Equatable {
  /// What tells a file's bytes from others: how many they are, and their CRC-32C.
  package struct Identity: Sendable, Hashable {
    package var byteCount: Int
    package var checksum: UInt32

    package init(byteCount: Int, checksum: UInt32) {
      self.byteCount = byteCount
      self.checksum = checksum
    }

    /// The identity of a file's bytes, all of which are read.
    package init(of file: consuming InputFile) throws {
      var window = ByteWindow(file)
      var sum = CRC32C()
      try window.forEachPiece { sum.update($0) }
      self.init(byteCount: window.byteCountRead, checksum: sum.value)
    }

    /// The identity of what was read of an input; nil where nobody summed that up.
    package init?(_ window: borrowing ByteWindow) {
      guard let checksum = window.crc32c() else { return nil }
      self.init(byteCount: window.inputByteCount, checksum: checksum)
    }
  }

  /// What a run left of a file, and how that is known again.
  package enum Result: Sendable, Equatable {
    /// So many bytes, of which steps make the original: they are the run's if that comes out.
    case steps(byteCount: Int)
    /// A file with nothing of the original in it, which is kept whole.
    case other(Identity)
    /// Nothing: the file went, and is kept whole.
    case nothing
  }

  /// Where the file was that was read, from the root on.
  package var originalPath: String
  /// Where the result is, from the root on.
  package var resultPath: String
  /// The permissions that the original had.
  package var mode: UInt32
  /// What the original is.
  package var original: Identity
  package var result: Result

  package init(
    originalPath: String, resultPath: String, mode: UInt32, original: Identity, result: Result
  ) {
    self.originalPath = originalPath
    self.resultPath = resultPath
    self.mode = mode
    self.original = original
    self.result = result
  }

  /// Whether the result is where the original was.
  package var isInPlace: Bool { PathKey(originalPath) == PathKey(resultPath) }

  /// Whether a file is the original.
  package func isOriginal(at path: String) throws -> Bool {
    let file = try InputFile(path: path)
    guard file.status.byteCount == original.byteCount else { return false }
    return try Identity(of: file) == original
  }
}
