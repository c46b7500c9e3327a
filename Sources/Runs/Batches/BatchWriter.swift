package import Scan
package import SystemIO

/// Packs writes, and those that undo them, into batch files of bounded size.
///
/// A file is the body of a commit request, one write a line. A batch and the one under `undo/` of the
/// same name hold the same documents, so that a batch that was sent can be taken back by itself. A
/// dry run has no directory and gets the same names and digests.
package struct BatchWriter: Sendable {
  /// One batch file.
  package struct File: Sendable {
    /// Its name in the batch directory.
    package let name: String
    package let writeCount: Int
    package let byteCount: Int
    package let digest: SHA256.Digest

    /// Writes an object that says all this, as manifests and summaries list the files.
    package func write(to array: inout JSONWriter) {
      array.object { object in
        object.member("file", name)
        object.member("writes", writeCount)
        object.member("bytes", byteCount)
        object.member("sha256", digest.description)
      }
    }
  }

  /// The batches so far.
  package private(set) var batches: [File] = []
  /// The batches that undo them, in the same order.
  package private(set) var undoBatches: [File] = []
  private let limits: BatchLimits
  private let directory: StagedDirectory?
  /// Where files are compared with those that are there, and the directory that these are in.
  private let comparisons: (files: ComparedFiles, path: String)?
  private var batch: [UInt8] = []
  private var undoBatch: [UInt8] = []
  private var writeCount = 0

  fileprivate static let opening = Array("{\"writes\":[\n".utf8)
  private static let separator = Array(",\n".utf8)
  fileprivate static let closing = Array("\n]}\n".utf8)

  /// - Parameters:
  ///   - directory: where the files go; nil where they go nowhere.
  ///   - comparisons: where they are compared with those of a directory, which is named.
  package init(
    limits: BatchLimits, directory: StagedDirectory?,
    comparing comparisons: (files: ComparedFiles, path: String)? = nil
  ) {
    self.limits = limits
    self.comparisons = comparisons
    self.directory = directory
  }

  /// Adds a write and the one that undoes it, beginning new batches where either does not fit.
  package mutating func add(_ write: Span<UInt8>, undo: Span<UInt8>) throws(SystemError) {
    let isFull =
      writeCount >= limits.writeCount || exceeds(batch.count + write.count)
      || exceeds(undoBatch.count + undo.count)
    if writeCount > 0, isFull { try flush() }
    batch += writeCount == 0 ? Self.opening : Self.separator
    batch.append(contentsOf: write)
    undoBatch += writeCount == 0 ? Self.opening : Self.separator
    undoBatch.append(contentsOf: undo)
    writeCount += 1
  }

  private func exceeds(_ byteCount: Int) -> Bool {
    byteCount + Self.separator.count + Self.closing.count > limits.byteCount
  }

  /// Writes the last batch.
  package mutating func finish() throws(SystemError) { if writeCount > 0 { try flush() } }

  private mutating func flush() throws(SystemError) {
    let digits = String(batches.count + 1)
    let number = String(repeating: "0", count: max(0, 5 - digits.count)) + digits
    batch += Self.closing
    undoBatch += Self.closing
    batches.append(try file("batch-\(number).json", batch))
    undoBatches.append(try file("undo/batch-\(number).json", undoBatch))
    batch.removeAll(keepingCapacity: true)
    undoBatch.removeAll(keepingCapacity: true)
    writeCount = 0
  }

  private func file(_ name: String, _ bytes: [UInt8]) throws(SystemError) -> File {
    try directory?.write(bytes, to: name)
    if let comparisons { try comparisons.files.compare(bytes, with: comparisons.path + "/" + name) }
    return File(
      name: name, writeCount: writeCount, byteCount: bytes.count, digest: SHA256.digest(bytes))
  }
}

extension BatchLimits {
  /// Whether a write of so many bytes can be in any batch.
  package func allow(writeOfByteCount byteCount: Int) -> Bool {
    BatchWriter.opening.count + byteCount + BatchWriter.closing.count <= self.byteCount
  }
}
