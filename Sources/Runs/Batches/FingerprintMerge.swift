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

  private var cursors: [FingerprintCursor] = []
  /// A heap of the shards with a fingerprint left: the first has the least.
  private var heap: [(fingerprint: ShardFingerprint, shard: Int)] = []
  /// The bytes in memory of all files.
  private static let heldByteCount = 64 << 20

  /// - Parameter files: the path of each shard's file, and what its record says of it.
  init(_ files: [(path: String, file: BatchWriter.File)]) throws {
    let room = min(64 << 10, max(1 << 10, Self.heldByteCount / max(1, files.count)))
    cursors = try files.map { try FingerprintCursor($0.path, $0.file, pieceByteCount: room) }
    for shard in cursors.indices {
      if let first = try cursors[shard].next() { push((first, shard)) }
    }
  }

  /// The next document that is in two shards; nil if there is no more.
  ///
  /// - Throws: `UnsuitableInput` if a file is damaged, `SystemError`.
  mutating func next() throws -> Repetition? {
    while let first = try pop() {
      guard let second = heap.first, second.fingerprint.isOfDocument(of: first.fingerprint) else {
        continue
      }
      var found = [first]
      while let other = heap.first, other.fingerprint.isOfDocument(of: first.fingerprint) {
        if let other = try pop() { found.append(other) }
      }
      if let writer = found.first(where: \.fingerprint.isWritten) {
        return Repetition(
          document: first.fingerprint, shards: found.map(\.shard).sorted(), writer: writer.shard)
      }
    }
    return nil
  }

  private mutating func pop() throws -> (fingerprint: ShardFingerprint, shard: Int)? {
    guard let first = heap.first else { return nil }
    if let next = try cursors[first.shard].next() {
      heap[0].fingerprint = next
    } else {
      heap.swapAt(0, heap.count - 1)
      heap.removeLast()
    }
    sink()
    return first
  }

  private mutating func push(_ element: (fingerprint: ShardFingerprint, shard: Int)) {
    heap.append(element)
    var place = heap.count - 1
    while place > 0, isLess(place, (place - 1) / 2) {
      heap.swapAt(place, (place - 1) / 2)
      place = (place - 1) / 2
    }
  }

  private mutating func sink() {
    var place = 0
    while true {
      var least = place
      for child in [2 * place + 1, 2 * place + 2] where child < heap.count && isLess(child, least) {
        least = child
      }
      if least == place { return }
      heap.swapAt(place, least)
      place = least
    }
  }

  private func isLess(_ one: Int, _ other: Int) -> Bool {
    (heap[one].fingerprint, heap[one].shard) < (heap[other].fingerprint, heap[other].shard)
  }
}

/// A place in a shard's file of fingerprints.
private struct FingerprintCursor {
  private let path: String
  private let file: BatchWriter.File
  private let pieceByteCount: Int
  private var hash = SHA256()
  private var piece: [UInt8] = []
  /// The offsets of the piece in the file, and of the next fingerprint in the piece.
  private var (start, place) = (0, 0)
  private var last: ShardFingerprint?

  init(_ path: String, _ file: BatchWriter.File, pieceByteCount: Int) throws {
    (self.path, self.file) = (path, file)
    let size = ShardFingerprint.byteCount
    self.pieceByteCount = pieceByteCount / size * size
    guard let status = try FileStatus(path: path) else { throw SystemError.missing(path) }
    guard status.byteCount == file.byteCount, file.byteCount % size == 0 else { throw damage }
  }

  mutating func next() throws -> ShardFingerprint? {
    if place == piece.count {
      guard start + piece.count < file.byteCount else { return nil }
      try refill()
    }
    let found = ShardFingerprint(
      piece.span.extracting(place..<place + ShardFingerprint.byteCount))
    place += ShardFingerprint.byteCount
    if let last, last >= found || last.isOfDocument(of: found) { throw damage }
    last = found
    return found
  }

  private mutating func refill() throws {
    start += piece.count
    let end = min(file.byteCount, start + pieceByteCount)
    var window = ByteWindow(
      try InputFile(path: path), byteCount: end - start, limit: end - start + 1)
    try window.narrow(to: start..<end)
    try window.fill()
    let read = window.bytes.copied
    hash.update(read.span)
    (piece, place) = (read, 0)
    if end == file.byteCount, hash.digest() != file.digest { throw damage }
  }

  private var damage: UnsuitableInput {
    UnsuitableInput(
      path, "it is not the file that \(ShardRecord.fileName) records",
      hint: "make the shard's batches again")
  }
}
