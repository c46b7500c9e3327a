package import ByteIO

/// Packs writes into batch files of bounded size, in the order in which they come.
///
/// A file is the body of a commit request, one write a line. A dry run has no directory and gets
/// the same names and digests.
package struct BatchWriter: Sendable {
  /// One batch file.
  package struct File: Sendable {
    /// Its name in the batch directory.
    package let name: String
    package let writeCount: Int
    package let byteCount: Int
    package let digest: SHA256.Digest
  }

  /// The files so far.
  package private(set) var files: [File] = []
  private let folder: String
  private let limits: BatchLimits
  private let directory: StagedDirectory?
  private var bytes: [UInt8] = []
  private var writeCount = 0

  private static let opening = Array("{\"writes\":[\n".utf8)
  private static let closing = Array("\n]}\n".utf8)

  /// - Parameters:
  ///   - folder: what the files' names begin with, such as `undo/`.
  ///   - directory: where they go; nil where they go nowhere.
  package init(folder: String, limits: BatchLimits, directory: StagedDirectory?) {
    self.folder = folder
    self.limits = limits
    self.directory = directory
  }

  /// Whether a write of so many bytes can be in any batch.
  package func fits(byteCount: Int) -> Bool {
    Self.opening.count + byteCount + Self.closing.count <= limits.byteCount
  }

  /// Adds a write to the batch, beginning another where it does not fit.
  package mutating func add(_ write: [UInt8]) throws(SystemError) {
    let size = bytes.count + 2 + write.count + Self.closing.count
    if writeCount > 0, writeCount >= limits.writeCount || size > limits.byteCount {
      try flush()
    }
    bytes += writeCount == 0 ? Self.opening : Array(",\n".utf8)
    bytes += write
    writeCount += 1
  }

  /// Writes the last batch.
  package mutating func finish() throws(SystemError) { if writeCount > 0 { try flush() } }

  private mutating func flush() throws(SystemError) {
    bytes += Self.closing
    let digits = String(files.count + 1)
    let number = String(repeating: "0", count: max(0, 5 - digits.count)) + digits
    let name = "\(folder)batch-\(number).json"
    try directory?.write(bytes, to: name)
    files.append(
      File(
        name: name, writeCount: writeCount, byteCount: bytes.count, digest: SHA256.digest(bytes)))
    bytes.removeAll(keepingCapacity: true)
    writeCount = 0
  }
}
