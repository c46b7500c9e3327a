import Formats
package import Scan
import SystemIO

// Packs writes, and those that undo them, into batch files of bounded size.
//
// A file is the body of a commit request, in which each write begins a line. A write that undoes
// another has the values as the export spells them, which may have line breaks.
extension BatchDirectory {
  fileprivate static let opening = Array("{\"writes\":[\n".utf8)
  private static let separator = Array(",\n".utf8)
  fileprivate static let closing = Array("\n]}\n".utf8)

  /// Adds a write and its inverse, and begins new batches if either does not fit.
  ///
  /// - Throws: `UsageError` if it is for another database than the writes before it.
  package mutating func add(_ write: Span<UInt8>, undo: Span<UInt8>) throws {
    try enter(DocumentWrite.database(of: write))
    let isFull =
      writeCount >= limits.writeCount || exceeds(batch.count + write.count)
      || exceeds(undoBatch.count + undo.count)
    if isFull { try flush() }
    batch += writeCount == 0 ? Self.opening : Self.separator
    batch.append(contentsOf: write)
    undoBatch += writeCount == 0 ? Self.opening : Self.separator
    undoBatch.append(contentsOf: undo)
    writeCount += 1
  }

  /// Notes the database of a document, also of one that no batch can contain.
  ///
  /// - Throws: `UsageError` if it is another than that of the documents before it.
  package mutating func enter(_ database: Span<UInt8>) throws(UsageError) {
    if self.database.isEmpty { self.database = database.copied }
    guard !database.isEqual(to: self.database.span) else { return }
    throw UsageError(
      "the batches are for several databases: '\(self.database.span.text)' and "
        + "'\(database.text)'",
      hint: "make the batches of each database by itself, or all for one with '--database'")
  }

  private func exceeds(_ byteCount: Int) -> Bool {
    byteCount + Self.separator.count + Self.closing.count > limits.byteCount
  }

  /// The ranges of the writes in a batch file; nil if it is none.
  static func writes(in batch: Span<UInt8>) -> [Range<Int>]? {
    let end = batch.count - closing.count
    guard end >= opening.count, batch.begins(with: opening),
      batch.holds(0..<closing.count, of: closing.span, at: end)
    else { return nil }
    var writes: [Range<Int>] = []
    var cursor = JSONCursor(batch, at: opening.count)
    do throws(JSONSyntaxError) {
      writes.append(try cursor.skipValue())
      while cursor.offset < end {
        guard batch.holds(0..<separator.count, of: separator.span, at: cursor.offset) else {
          return nil
        }
        cursor.offset += separator.count
        writes.append(try cursor.skipValue())
      }
    } catch {
      return nil
    }
    return cursor.offset == end ? writes : nil
  }

  /// Writes the last batch, if it has any write.
  mutating func flush() throws(SystemError) {
    if writeCount == 0 { return }
    let number = String(batches.count + 1, digits: 5)
    batch += Self.closing
    undoBatch += Self.closing
    batches.append(try file("batch-\(number).json", batch))
    undoBatches.append(try file("undo/batch-\(number).json", undoBatch))
    batch.removeAll(keepingCapacity: true)
    undoBatch.removeAll(keepingCapacity: true)
    writeCount = 0
  }
}

/// A file in a directory of batches.
package struct BatchFile: Sendable {
  /// Its path in the batch directory.
  package let name: String
  /// The number of writes, at most Firestore's limit for a commit.
  package let writeCount: Int
  /// The size of the file in bytes.
  package let byteCount: Int
  /// The SHA-256 of the file.
  package let digest: SHA256.Digest

  /// Writes the members of the file's object for manifests and summaries.
  func write(to object: inout JSONWriter) {
    object.member("file", name)
    object.member("writes", writeCount)
    object.member("bytes", byteCount)
    object.member("sha256", digest.description)
  }
}

extension BatchLimits {
  /// Whether a write of this size fits into a batch.
  package func allow(writeOfByteCount byteCount: Int) -> Bool {
    BatchDirectory.opening.count + byteCount + BatchDirectory.closing.count <= self.byteCount
  }
}

/// The limits of one batch of writes.
///
/// Firestore lifted its limit of 500 writes a commit in March 2023, but its client libraries and
/// emulators still have it; the limit of 10 MiB a request stands (Firestore, “Quotas and limits”).
package struct BatchLimits: Sendable {
  /// The writes in a batch, 1 to 500.
  package var writeCount: Int
  /// The bytes of a batch's file.
  package var byteCount: Int

  /// The defaults are Firestore's 500 writes a commit, and 9 of the 10 MiB of a request.
  package init(writeCount: Int = 500, byteCount: Int = 9 << 20) {
    self.writeCount = writeCount
    self.byteCount = byteCount
  }
}
