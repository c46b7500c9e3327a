import Scan
import SystemIO

/// The digests of files by their status, so that unchanged ones need not be read to be known.
struct PartialIndex {
  /// A file when it was last read.
  struct Entry {
    /// Its `stamp`.
    var stamp: [Int]
    var digest: SHA256.Digest
    /// Whether a later write would have changed the status, so that it proves the digest.
    var isTrusted: Bool
  }

  static let beginning = "{\"laughtrack_partials\":"
  /// The most bytes that its last line has.
  static let lastLineByteCount = 128
  /// The tick of a file system's clock, and the difference between its clock and the system's.
  private static let doubtfulSeconds: Int64 = 2

  private(set) var entries: [PathKey: Entry] = [:]
  /// The sizes of the files.
  private(set) var byteCounts: Set<Int> = []
  private(set) var isChanged = false

  init() {}

  /// The digest of a file with this status; nil if it must be read.
  func digest(of path: String, _ status: FileStatus) -> SHA256.Digest? {
    guard let entry = entries[path], entry.isTrusted, entry.stamp == Self.stamp(of: status) else {
      return nil
    }
    return entry.digest
  }

  /// What of a status another write would change: the size, the times and the identity.
  private static func stamp(of status: FileStatus) -> [Int] {
    let (modified, changed) = (status.modified, status.changed)
    return [
      status.byteCount, Int(modified.seconds), Int(modified.nanoseconds), Int(changed.seconds),
      Int(changed.nanoseconds), Int(truncatingIfNeeded: status.identity.inode),
      Int(truncatingIfNeeded: status.identity.device),
    ]
  }

  /// Adds a file that was read.
  ///
  /// - Parameters:
  ///   - status: its status when it was opened.
  ///   - time: a time before it was opened.
  mutating func enter(
    _ path: String, _ status: FileStatus, _ digest: SHA256.Digest, readAt time: Timestamp
  ) {
    // Written within the same tick, a file would have the same status.
    let limit = Timestamp(
      seconds: time.seconds - Self.doubtfulSeconds, nanoseconds: time.nanoseconds)
    entries[path] = Entry(
      stamp: Self.stamp(of: status), digest: digest,
      isTrusted: status.modified < limit && status.changed < limit)
    byteCounts.insert(status.byteCount)
    isChanged = true
  }

  /// Removes files that are gone, except for these.
  mutating func removeGone(except paths: Set<PathKey>) throws {
    for key in entries.keys where !paths.contains(key) {
      if try FileStatus(path: key.path) == nil {
        entries[key] = nil
        isChanged = true
      }
    }
  }

  // MARK: Lines

  /// Reads an index; nil if it is damaged.
  init?(_ window: inout ByteWindow) throws {
    window.limit = 8 << 20
    guard try SealedLines.read(&window, into: &self).ending == .sealed else { return nil }
  }

  /// Whether the last bytes of a file are those of an index, also if its number of files or its
  /// SHA-256 is another.
  static func ends(with bytes: [UInt8]) -> Bool {
    let line = String(decoding: bytes, as: UTF8.self).split(separator: "\n").last
    return line?.hasPrefix("{\"end\":true,\"files\":") == true
  }

  /// Writes the index, in the order of the paths.
  func write(to output: inout ByteOutput) throws {
    var lines = SealedLineWriter()
    try lines.add(to: &output) { $0.member("laughtrack_partials", 1) }
    let sorted = entries.map { ($0.key.path, $0.value) }
      .sorted { $0.0.precedesInBytes($1.0) }
    for (path, entry) in sorted {
      var line = JSONWriter()
      line.array { array in
        array.string(path)
        for number in entry.stamp { array.integer(number) }
        array.string(entry.digest.description)
        array.integer(entry.isTrusted ? 1 : 0)
      }
      lines.held.append(line.span)
      try lines.endLine(to: &output)
    }
    try lines.finish(sealedCounts, to: &output)
  }
}

extension PartialIndex: SealedLineTaker {
  var sealedCounts: KeyValuePairs<String, Int> { ["files": entries.count] }

  mutating func take(_ line: Span<UInt8>, isFirst: Bool) -> Bool {
    guard let value = JSONValue(ifIn: line) else { return false }
    if isFirst { return value["laughtrack_partials"]?.integer == 1 }
    guard let elements = value.elements, elements.count == 10, let path = elements[0].string,
      let digest = elements[8].digest
    else { return false }
    let stamp = elements[1...7].compactMap(\.integer)
    guard stamp.count == 7, let isTrusted = elements[9].integer else { return false }
    entries[path] = Entry(stamp: stamp, digest: digest, isTrusted: isTrusted == 1)
    byteCounts.insert(stamp[0])
    return true
  }
}
