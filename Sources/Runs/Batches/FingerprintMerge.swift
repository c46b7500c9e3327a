import Scan
import SystemIO

/// Reads the fingerprints of all shards in order, to find a document that is in two.
///
/// The files are sorted; of each, a piece is in memory. A file is opened for each piece, so that
/// there may be more shards than a process may have open files.
struct FingerprintMerge {
  /// A document that is in two shards, and a batch of one of them writes.
  struct Repetition {
    var document: ShardFingerprint
    /// The indices of the shards.
    var shards: [Int]
    /// The index of one whose batches write it.
    var writer: Int
  }

  private var cursors: [FingerprintCursor]
  /// The bytes in memory of all files.
  private static let heldByteCount = 16 << 20

  /// - Parameter files: the path of each shard's file, and what its record says of it.
  init(_ files: [(path: String, file: BatchFile)]) throws {
    let room = min(64 << 10, max(1 << 10, Self.heldByteCount / max(1, files.count)))
    cursors = try files.map { try FingerprintCursor($0.path, $0.file, pieceByteCount: room) }
  }

  /// Reads all files to their ends, and passes on each document that is in two shards.
  ///
  /// - Throws: `UnsuitableInput` if a file is damaged, `SystemError`.
  mutating func forEachRepetition(_ body: (Repetition) -> Void) throws {
    while let bound {
      var met: [(fingerprint: ShardFingerprint, shard: Int)] = []
      for shard in cursors.indices {
        met += try cursors[shard].take(through: bound).map { ($0, shard) }
      }
      met.sort { ($0.fingerprint, $0.shard) < ($1.fingerprint, $1.shard) }
      var rest = met[...]
      while let first = rest.first?.fingerprint {
        let copies = rest.prefix { $0.fingerprint.isOfDocument(of: first) }
        rest = rest[copies.endIndex...]
        guard copies.count > 1, let writer = copies.first(where: \.fingerprint.isWritten) else {
          continue
        }
        body(
          Repetition(
            document: first, shards: copies.map(\.shard).sorted(), writer: writer.shard))
      }
    }
  }

  /// The last document up to which all pieces in memory reach; nil at the end of all files.
  private var bound: ShardFingerprint? {
    var least: ShardFingerprint?
    for shard in cursors.indices {
      guard let last = cursors[shard].last else { continue }
      least = min(least ?? last, last)
    }
    return least?.with(isWritten: true)
  }
}

/// A place in a shard's file of fingerprints.
private struct FingerprintCursor {
  private let path: String
  private let file: BatchFile
  private let pieceByteCount: Int
  private var hash = SHA256()
  /// The fingerprints in memory that were not taken.
  private var piece: ArraySlice<ShardFingerprint> = []
  /// The end of the piece in the file.
  private var end = 0

  init(_ path: String, _ file: BatchFile, pieceByteCount: Int) throws {
    (self.path, self.file) = (path, file)
    let size = ShardFingerprint.byteCount
    self.pieceByteCount = pieceByteCount / size * size
    guard let status = try FileStatus(path: path) else { throw SystemError.missing(path) }
    guard status.byteCount == file.byteCount, file.byteCount % size == 0 else { throw damage }
    try refill(after: nil)
  }

  /// The last fingerprint in memory; nil at the end of the file.
  var last: ShardFingerprint? { piece.last }

  /// Takes the fingerprints in memory up to one.
  mutating func take(through bound: ShardFingerprint) throws -> ArraySlice<ShardFingerprint> {
    let taken = piece.prefix { $0 <= bound }
    piece = piece[taken.endIndex...]
    if piece.isEmpty, let last = taken.last { try refill(after: last) }
    return taken
  }

  private mutating func refill(after last: ShardFingerprint?) throws {
    let start = end
    end = min(file.byteCount, start + pieceByteCount)
    if start == end { return }
    var window = ByteWindow(
      try InputFile(path: path), byteCount: end - start, limit: end - start + 1)
    try window.narrow(to: start..<end)
    try window.fill()
    let bytes = window.bytes
    hash.update(bytes)
    if end == file.byteCount, hash.digest() != file.digest { throw damage }
    var last = last
    for place in stride(from: 0, to: bytes.count, by: ShardFingerprint.byteCount) {
      let found = ShardFingerprint(bytes.extracting(place..<place + ShardFingerprint.byteCount))
      if let last, last >= found || last.isOfDocument(of: found) { throw damage }
      piece.append(found)
      last = found
    }
  }

  private var damage: UnsuitableInput {
    UnsuitableInput(
      path, "it is not the file that \(ShardRecord.fileName) records",
      hint: "make the shard's batches again")
  }
}
