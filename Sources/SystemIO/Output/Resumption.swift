import Scan

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The data that makes a long output resumable.
package struct Resumption: Sendable {
  /// The path of the output.
  let target: String
  /// The line about the run in a checkpoint.
  let line: String
  /// The input, which a checkpoint must match too.
  let inputPath: String
  let inputByteCount: Int
  /// The running checksum of the input; nil if the checkpoint must compute its own.
  let sum: FileChecksum?
  /// The bytes between two checkpoints.
  let interval: Int
  /// The number of reliable bytes of an unfinished output, which are kept.
  package private(set) var durableByteCount = 0
  /// The note of the earlier run.
  package private(set) var foundNote: String?

  /// Looks for an unfinished output, and reads the input as far as its checkpoint covers it.
  ///
  /// - Parameters:
  ///   - target: the path of the output.
  ///   - run: the run, in one line; a checkpoint of another run is refused.
  ///   - note: a note for the run that resumes, which does not distinguish runs.
  ///   - byteCount: the size of the input.
  ///   - interval: the bytes between two checkpoints.
  ///   - resumes: whether to resume from a checkpoint, if there is one.
  /// - Throws: `OutputRefusal` if the checkpoint is damaged, or another run's; `SystemError`.
  package init(
    of target: String, run: String, note: String? = nil, input path: String, byteCount: Int,
    sum: FileChecksum? = nil, interval: Int, resumes: Bool
  ) throws {
    self.target = target
    line = note.map { run + Self.separator + $0 } ?? run
    inputPath = path
    inputByteCount = byteCount
    self.sum = sum
    self.interval = interval
    if resumes { try lookUp(run) }
  }

  /// Removes the part and the checkpoint; the checkpoint first, because it must not outlive its
  /// output.
  static func remove(for target: String) {
    removeTree(checkpointPath(for: target))
    removeTree(partPath(for: target))
    TemporaryFiles.forget(partPath(for: target), checkpointPath(for: target))
  }

  /// Removes the checkpoint of a complete output. From then on a signal also removes the part,
  /// which cannot be resumed without it.
  static func removeCheckpoint(for target: String) {
    let path = checkpointPath(for: target)
    TemporaryFiles.remember([partPath(for: target), path], areKept: false)
    removeTree(path)
    TemporaryFiles.forget(path)
  }

  /// The files kept beside a target until it is complete.
  package static func paths(for target: String) -> [String] {
    [partPath(for: target), checkpointPath(for: target)]
  }

  static func partPath(for target: String) -> String { hiddenPath(beside: target, "part") }
  static func checkpointPath(for target: String) -> String {
    hiddenPath(beside: target, "checkpoint")
  }

  private mutating func lookUp(_ run: String) throws {
    let path = Self.checkpointPath(for: target)
    guard try FileStatus(path: path, followsLinks: false) != nil else { return }
    var window = ByteWindow(try InputFile(path: path), byteCount: 4 << 10, limit: 64 << 10)
    try window.fill()
    guard let checkpoint = Checkpoint(window.bytes.copied) else {
      throw Self.unusable(path, "it is damaged")
    }
    guard checkpoint.run == run || checkpoint.run.hasPrefix(run + Self.separator) else {
      throw Self.unusable(path, "it is of another run: \(checkpoint.run)")
    }
    var sum = InputSum(inputPath)
    guard checkpoint.inputByteCount == inputByteCount,
      try sum.advance(to: checkpoint.knownByteCount) == checkpoint.inputChecksum
    else { throw Self.unusable(path, "'\(inputPath)' is not the input that it was made from") }
    let part = try FileStatus(path: Self.partPath(for: target), followsLinks: false)
    guard checkpoint.writtenByteCount <= part?.byteCount ?? 0 else {
      throw Self.unusable(path, "the unfinished output is missing")
    }
    if checkpoint.run != run {
      foundNote = String(checkpoint.run.dropFirst(run.count + Self.separator.count))
    }
    durableByteCount = checkpoint.writtenByteCount
  }

  private static func unusable(_ checkpoint: String, _ reason: String) -> OutputRefusal {
    OutputRefusal(
      .badData, "cannot resume from the checkpoint '\(checkpoint)': \(reason)",
      hint: "nothing was written; run without --resume to start again")
  }

  private static let separator = "; "
}

/// The running checksum of an input's first bytes.
struct InputSum {
  private let path: String
  /// The running checksum of the input's reader.
  private let shared: FileChecksum?
  private var sum = CRC32C()
  /// The number of bytes covered.
  private(set) var byteCount = 0

  init(_ path: String, sharing shared: FileChecksum? = nil) {
    self.path = path
    self.shared = shared
  }

  /// Covers the input up to a number of bytes, or more if the reader's checksum is further on.
  ///
  /// - Returns: the checksum of the bytes covered.
  mutating func advance(to byteCount: Int) throws(SystemError) -> UInt32 {
    if let (known, value) = shared?.beginning, known > self.byteCount {
      (self.byteCount, sum) = (known, CRC32C(continuing: value))
    }
    if self.byteCount >= byteCount { return sum.value }
    guard let file = try InputFile(path: path).positioned() else {
      throw SystemError(call: "read", path: path, code: ESPIPE)
    }
    var buffer = [UInt8](repeating: 0, count: 256 << 10)
    while self.byteCount < byteCount {
      let count = try file.read(into: &buffer, from: 0, at: self.byteCount)
      // The input was truncated: its reader reports that.
      guard count > 0 else { break }
      let taken = min(count, byteCount - self.byteCount)
      sum.update(buffer.span.extracting(0..<taken))
      self.byteCount += taken
    }
    return sum.value
  }
}

/// The path of a hidden file about another file, in the same directory.
///
/// A name of more than 200 bytes is replaced by its beginning and its SHA-256, since names are
/// limited to 255 bytes. The replacement is longer than 200 bytes too, so the hidden names of two
/// files always differ.
func hiddenPath(beside path: String, _ kind: String) -> String {
  let name = path.utf8.split(separator: UInt8(ascii: "/")).last.map { Array($0) } ?? []
  let shown = name.count > 200 ? shortened(name) : String(decoding: name, as: UTF8.self)
  return parentDirectory(of: path) + "/\(hiddenBeginning)\(shown).\(kind)"
}

/// Whether a name is that of a hidden file of a kind.
func isHidden(_ name: String, _ kind: String) -> Bool {
  name.hasPrefix(hiddenBeginning) && name.hasSuffix("." + kind)
}

/// The beginning of the names of hidden files.
let hiddenBeginning = ".laughtrack-"

private func shortened(_ name: [UInt8]) -> String {
  var end = 150
  // Cut between characters.
  while name[end] & 0xC0 == 0x80 { end -= 1 }
  return "\(String(decoding: name[..<end], as: UTF8.self))-\(SHA256.digest(name))"
}
