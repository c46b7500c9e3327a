package import ByteIO

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
  }

  /// Where the file was that was read, from the root on.
  package var originalPath: String
  /// Where the result is, from the root on.
  package var resultPath: String
  /// The permissions that the original had.
  package var mode: UInt32
  /// How many bytes the original had.
  package var originalByteCount: Int
  /// What the result is; nil where the file went, because nothing was left of it.
  package var result: Identity?

  package init(
    originalPath: String, resultPath: String, mode: UInt32, originalByteCount: Int,
    result: Identity?
  ) {
    self.originalPath = originalPath
    self.resultPath = resultPath
    self.mode = mode
    self.originalByteCount = originalByteCount
    self.result = result
  }
}
