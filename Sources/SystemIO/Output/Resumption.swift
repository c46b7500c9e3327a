import Scan

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// What lets a long output be gone on with, should the process end before it is whole.
package struct Resumption: Sendable {
  /// Which run it is, on one line: a checkpoint of another is refused.
  let run: String
  /// What else is told to whoever goes on with it, and does not make it another run.
  let note: String?
  /// The input, by which the checkpoint is known as well.
  let inputPath: String
  let inputByteCount: Int
  /// The checksum of what was read of it; nil where nobody adds that up, and a checkpoint has to.
  let sum: FileChecksum?
  /// How many bytes are written between two checkpoints.
  let interval: Int
  /// Whether to go on from a checkpoint, where there is one.
  let resumes: Bool
  /// How many bytes of the unfinished output can be relied on, once that was looked up.
  private var foundByteCount: Int?
  /// What the earlier run told.
  package private(set) var foundNote: String?

  /// How many bytes of the unfinished output are taken over.
  package var durableByteCount: Int { foundByteCount ?? 0 }

  package init(
    run: String, note: String? = nil, input path: String, byteCount: Int,
    sum: FileChecksum? = nil, interval: Int, resumes: Bool
  ) {
    self.run = run
    self.note = note
    inputPath = path
    inputByteCount = byteCount
    self.sum = sum
    self.interval = interval
    self.resumes = resumes
  }

  /// Removes what is kept beside a target; the checkpoint first, for it must not outlive what it is of.
  static func remove(for target: String) {
    removeTree(checkpointPath(for: target))
    removeTree(partPath(for: target))
    TemporaryFiles.forget(partPath(for: target), checkpointPath(for: target))
  }

  /// Removes the checkpoint of an output that is whole; should the process end before the output has
  /// its name, the part goes with it, for nobody could go on with it.
  static func removeCheckpoint(for target: String) {
    let path = checkpointPath(for: target)
    TemporaryFiles.remember([partPath(for: target), path], areKept: false)
    removeTree(path)
    TemporaryFiles.forget(path)
  }

  /// The same, with what can be relied on of the output that an earlier run has left. It is looked up
  /// once: the input is read as far as that run had come.
  ///
  /// - Throws: `UnusableCheckpoint` where the checkpoint is damaged, or of another run.
  package func lookedUp(for target: String) throws -> Resumption {
    if foundByteCount != nil { return self }
    var resumption = self
    resumption.foundByteCount = try resumption.durableByteCount(for: target)
    return resumption
  }

  /// The files that are kept beside a target until it is whole.
  package static func paths(for target: String) -> [String] {
    [partPath(for: target), checkpointPath(for: target)]
  }

  static func partPath(for target: String) -> String { hiddenPath(beside: target, "part") }
  static func checkpointPath(for target: String) -> String {
    hiddenPath(beside: target, "checkpoint")
  }

  /// How many bytes of an unfinished output can be relied on; none where it is not to be gone on with.
  private mutating func durableByteCount(for target: String) throws -> Int {
    let path = Self.checkpointPath(for: target)
    guard resumes, try FileStatus(path: path, followsLinks: false) != nil else { return 0 }
    var window = ByteWindow(try InputFile(path: path), byteCount: 4 << 10, limit: 64 << 10)
    while try window.refill() == .more {}
    guard let checkpoint = Checkpoint(window.bytes.copied) else {
      throw UnusableCheckpoint(path, "it is damaged")
    }
    guard checkpoint.run == run || checkpoint.run.hasPrefix(run + Self.separator) else {
      throw UnusableCheckpoint(path, "it is of another run: \(checkpoint.run)")
    }
    guard checkpoint.inputByteCount == inputByteCount,
      try checksum(checkpoint.knownByteCount) == checkpoint.inputChecksum
    else { throw UnusableCheckpoint(path, "'\(inputPath)' is not the input that it was made from") }
    let part = try FileStatus(path: Self.partPath(for: target), followsLinks: false)
    guard checkpoint.writtenByteCount <= part?.byteCount ?? 0 else {
      throw UnusableCheckpoint(path, "what had been written is not there any more")
    }
    if checkpoint.run != run {
      foundNote = String(checkpoint.run.dropFirst(run.count + Self.separator.count))
    }
    return checkpoint.writtenByteCount
  }

  private static let separator = "; "

  /// What a checkpoint says of the run.
  var line: String { note.map { run + Self.separator + $0 } ?? run }

  private func checksum(_ byteCount: Int) throws -> UInt32 {
    var sum = InputSum(inputPath)
    try sum.advance(to: byteCount)
    return sum.value
  }
}

/// The checksum of an input's first bytes, of ever more of them.
struct InputSum {
  private let path: String
  /// What who reads it anyway adds up.
  private let shared: FileChecksum?
  private var sum = CRC32C()
  /// How many bytes it is of.
  private(set) var byteCount = 0

  var value: UInt32 { sum.value }

  init(_ path: String, sharing shared: FileChecksum? = nil) {
    self.path = path
    self.shared = shared
  }

  /// Takes in the input up to a number of bytes, or more where their checksum is known.
  mutating func advance(to byteCount: Int) throws(SystemError) {
    if let (known, value) = shared?.beginning, known > self.byteCount {
      (self.byteCount, sum) = (known, CRC32C(continuing: value))
    }
    if self.byteCount >= byteCount { return }
    let input = try InputFile(path: path)
    guard let file = try input.positioned(adding: nil) else {
      throw SystemError(call: "read", path: path, code: ESPIPE)
    }
    var buffer = [UInt8](repeating: 0, count: 256 << 10)
    while self.byteCount < byteCount {
      let count = try file.read(into: &buffer, from: 0, at: self.byteCount)
      // It became shorter: whoever reads it finds that out.
      guard count > 0 else { break }
      let taken = min(count, byteCount - self.byteCount)
      sum.update(buffer.span.extracting(0..<taken))
      self.byteCount += taken
    }
  }
}

/// The path of a file that is kept about another, hidden in the same directory.
///
/// A name of more than 200 bytes is shortened, since no name may have more than 255: its beginning and
/// its SHA-256, which together are longer than 200 bytes again. So the hidden names of two files differ,
/// whatever the files are called.
func hiddenPath(beside path: String, _ kind: String) -> String {
  let name = path.utf8.split(separator: UInt8(ascii: "/")).last.map { Array($0) } ?? []
  let shown = name.count > 200 ? shortened(name) : String(decoding: name, as: UTF8.self)
  return parentDirectory(of: path) + "/.laughtrack-\(shown).\(kind)"
}

private func shortened(_ name: [UInt8]) -> String {
  var end = 150
  // A character is kept whole or left out.
  while name[end] & 0xC0 == 0x80 { end -= 1 }
  var hash = SHA256()
  hash.update(name.span)
  return "\(String(decoding: name[..<end], as: UTF8.self))-\(hash.digest())"
}
