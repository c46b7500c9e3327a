package import Scan
package import SystemIO

/// Reads a journal frame by frame, and believes none that its checksum does not bear out.
package struct JournalReader: ~Copyable {
  /// What comes next in a journal.
  enum Item: Sendable {
    case change(Change)
    /// The file that the changes before it belong to.
    case file(JournalFile)
  }

  /// How an original comes out of its result.
  enum Change: Sendable {
    case steps(JournalSteps)
    /// It does not, and stands here as it was.
    case piece([UInt8])
  }

  /// The tool whose run it is.
  package let tool: String
  /// When that was, as it was written down.
  package let time: String
  /// What it wrote, as it was named, from the root on.
  package let outputs: [String]
  /// The options that decided what it made, as command line arguments.
  package let options: [String]
  private var frames: JournalFrames
  private var fileCount = 0

  /// Begins to read a journal.
  ///
  /// - Throws: `SystemError` where it cannot be read, `DamagedJournal` where it is none.
  package init(_ file: consuming InputFile) throws {
    var frames = JournalFrames(file)
    try frames.begin()
    let (kind, content) = try frames.next()
    guard kind == .run, let run = JSONValue(ifIn: content.span),
      let tool = run["tool"]?.string, let time = run["time"]?.string,
      let outputs = run["outputs"]?.elements?.compactMap(\.string)
    else { throw frames.damage("it does not say of which run it is") }
    (self.tool, self.time, self.outputs) = (tool, time, outputs)
    options = run["options"]?.elements?.compactMap(\.string) ?? []
    self.frames = frames
  }

  /// Whether a file begins as journals do; a directory does not.
  package static func isJournal(at path: String) throws -> Bool {
    guard try FileStatus(path: path)?.kind == .regular else { return false }
    let beginning = JournalFormat.beginning
    var window = ByteWindow(try InputFile(path: path), byteCount: 4096, limit: 4096)
    while window.count < beginning.utf8CodeUnitCount {
      guard try window.refill() == .more else { return false }
    }
    return window.bytes.holds(beginning, at: 0)
  }

  /// What comes next; nil at the end.
  ///
  /// - Throws: `SystemError`, and `DamagedJournal` where a bit of it changed, or its end is missing.
  mutating func next() throws -> Item? {
    let place = frames.place
    let (kind, content) = try frames.next()
    switch kind {
    case .run: throw DamagedJournal(place: place, reason: "it begins twice")
    case .steps:
      return .change(.steps(JournalSteps(content, at: place)))
    case .piece: return .change(.piece(content))
    case .file:
      guard let file = JSONValue(ifIn: content.span).flatMap(JournalFile.init) else {
        throw DamagedJournal(place: place, reason: "what is said of a file makes no sense")
      }
      fileCount += 1
      return .file(file)
    case .end:
      guard JSONValue(ifIn: content.span)?["files"]?.integer == fileCount, try frames.isAtEnd else {
        throw DamagedJournal(place: place, reason: "it goes on after its end, or lacks files")
      }
      return nil
    }
  }

  /// Reads all of it, and says which files it is about.
  package consuming func files() throws -> [JournalFile] {
    var files: [JournalFile] = []
    while let item = try next() {
      if case .file(let file) = item { files.append(file) }
    }
    return files
  }

  /// Puts together the original of the file that comes next.
  ///
  /// - Parameters:
  ///   - file: what the journal says of it.
  ///   - path: where the result is that it is made of; where the original is kept whole, that is not
  ///     read.
  ///   - sink: takes its bytes.
  /// - Returns: whether it is the original that comes of it; where not, the result is not the run's.
  package mutating func restore(
    _ file: JournalFile, from path: String, _ sink: (Span<UInt8>) throws -> Void
  ) throws -> Bool {
    var restoration = try JournalReplay(file, from: path)
    while let item = try next(), case .change(let change) = item {
      try restoration.take(change, frames.place, sink)
    }
    return try restoration.finish(sink)
  }

  /// Whether a file is what the run left of the file that comes next.
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

  /// Passes over the file that comes next.
  package mutating func pass() throws {
    while let item = try next(), case .change = item {}
  }
}

/// A journal that cannot be gone by.
package struct DamagedJournal: ReportableError {
  package let place: Place?
  /// What is wrong with it; nil where the file is no journal at all.
  package let reason: String?

  package var kind: FailureKind { .badData }
  package var message: String { reason.map { "damaged journal: \($0)" } ?? "not a journal" }
  package var hint: String? {
    reason == nil
      ? "nothing was undone; name the journal: DATA.journal of a run in place, or what --journal named"
      : "nothing was undone; get the journal again, or a backup"
  }
}

extension JournalFile {
  /// Reads what a journal says of a file; nil where that makes no sense.
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
