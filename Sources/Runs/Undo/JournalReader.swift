import Scan
package import SystemIO

/// Reads an undo journal frame by frame, and verifies each.
package struct JournalReader: ~Copyable {
  /// The next part of a journal.
  enum Item: Sendable {
    /// Steps to restore an original.
    case steps(JournalSteps)
    /// The next bytes of an original that is kept whole.
    case piece([UInt8])
    /// A file, to which the steps or pieces before it belong.
    case file(JournalFile)
  }

  /// The tool that wrote the journal.
  package let tool: String
  /// The time of the run, as the journal spells it.
  package let time: String
  /// Its outputs as named, as absolute paths.
  package let outputs: [String]
  /// The options that determined its result, as command line arguments.
  package let options: [String]
  private var frames: JournalFrames
  private var fileCount = 0

  /// Opens a journal and reads its first frame.
  ///
  /// - Throws: `SystemError` if it cannot be read, `DamagedJournal` if it is not a journal.
  package init(_ file: consuming InputFile) throws {
    var frames = JournalFrames(file)
    try frames.begin()
    let (kind, content) = try frames.next()
    guard kind == .run, let run = JSONValue(ifIn: content.span),
      let tool = run["tool"]?.string, let time = run["time"]?.string,
      let outputs = run["outputs"]?.elements({ $0.string })
    else { throw frames.damage("it does not name its run") }
    (self.tool, self.time, self.outputs) = (tool, time, outputs)
    options = run["options"]?.elements({ $0.string }) ?? []
    self.frames = frames
  }

  /// Whether a file starts like a journal; false for a directory.
  static func isJournal(at path: String) throws -> Bool {
    guard try FileStatus(path: path)?.kind == .regular else { return false }
    var window = ByteWindow(try InputFile(path: path), byteCount: 4096, limit: 4096)
    return try window.begins(with: JournalFormat.beginning)
  }

  /// The next item; nil at the end.
  ///
  /// - Throws: `SystemError`; `DamagedJournal` if the journal is corrupt or truncated.
  mutating func next() throws -> Item? {
    let place = frames.place
    let (kind, content) = try frames.next()
    switch kind {
    case .run: throw DamagedJournal(place: place, reason: "it begins twice")
    case .steps: return .steps(JournalSteps(content, at: place))
    case .piece: return .piece(content)
    case .file:
      guard let file = JSONValue(ifIn: content.span).flatMap(JournalFile.init) else {
        throw DamagedJournal(place: place, reason: "the entry of a file is malformed")
      }
      fileCount += 1
      return .file(file)
    case .end:
      guard JSONValue(ifIn: content.span)?["files"]?.integer == fileCount, try frames.isAtEnd else {
        throw DamagedJournal(place: place, reason: "it continues after its end, or lacks files")
      }
      return nil
    }
  }

  /// Reads the rest of the journal, and returns its files.
  package consuming func files() throws -> [JournalFile] {
    var files: [JournalFile] = []
    while let item = try next() {
      if case .file(let file) = item { files.append(file) }
    }
    return files
  }

  /// Restores the original of the next file.
  ///
  /// - Parameters:
  ///   - file: the journal's entry for it.
  ///   - path: the path of the result, which is not read if the original is kept whole.
  ///   - sink: takes the original's bytes.
  /// - Returns: whether the bytes are the original's; if not, the file at `path` is not the run's
  ///   result.
  package mutating func restore(
    _ file: JournalFile, from path: String, _ sink: (Span<UInt8>) throws -> Void
  ) throws -> Bool {
    var restoration = try JournalReplay(file, from: path)
    while let change = try nextChange() { try restoration.take(change, frames.place, sink) }
    return try restoration.finish(sink)
  }

  /// Whether the file at a path is the run's result for the next file.
  package mutating func isResult(at path: String, of file: JournalFile) throws -> Bool {
    let candidate = try InputFile(path: path)
    switch file.result {
    case .steps(candidate.status.byteCount):
      return try restore(file, from: path) { _ in }
    case .other(let result) where result.byteCount == candidate.status.byteCount:
      try pass()
      return try JournalFile.Identity(of: candidate) == result
    case .steps, .other, .nothing:
      try pass()
      return false
    }
  }

  /// Skips the next file.
  package mutating func pass() throws {
    while try nextChange() != nil {}
  }

  /// The next steps or piece; nil at the end of the file's.
  private mutating func nextChange() throws -> Item? {
    guard let item = try next() else { return nil }
    if case .file = item { return nil }
    return item
  }
}

/// A journal that cannot be used.
struct DamagedJournal: ReportableError {
  let place: Place?
  /// The defect; nil if the file is not a journal at all.
  let reason: String?

  var kind: FailureKind { .badData }
  var message: String { reason.map { "damaged journal: \($0)" } ?? "not a journal" }
  var hint: String? {
    reason == nil ? Self.hintToName : "nothing was undone; get the journal again, or a backup"
  }

  static let hintToName =
    "nothing was undone; name DATA.journal of an --in-place run, or the file of --journal"
}

extension JournalFile {
  /// Parses a journal's entry for a file; nil if it is malformed.
  init?(_ object: JSONValue) {
    guard let original = object["original"]?.string, let result = object["result"]?.string,
      let mode = object["mode"]?.integer, let identity = Identity(object, "original")
    else { return nil }
    originalPath = original
    resultPath = result
    self.mode = UInt32(truncatingIfNeeded: mode)
    self.original = identity
    switch (object["result_bytes"], object["result_crc32c"]) {
    case (nil, nil): self.result = .nothing
    case (let byteCount?, nil):
      guard let byteCount = byteCount.integer else { return nil }
      self.result = .steps(byteCount: byteCount)
    default:
      guard let identity = Identity(object, "result") else { return nil }
      self.result = .other(identity)
    }
  }
}

extension JournalFile.Identity {
  fileprivate init?(_ object: JSONValue, _ name: String) {
    guard let byteCount = object["\(name)_bytes"]?.integer,
      let checksum = object["\(name)_crc32c"]?.string.flatMap({ UInt32($0, radix: 16) })
    else { return nil }
    self.init(byteCount: byteCount, checksum: checksum)
  }
}
