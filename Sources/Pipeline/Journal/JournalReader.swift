package import ByteIO
import JSONText

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
    self.frames = frames
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
  ///   - result: what it is made of; nil where nothing was left.
  ///   - sink: takes its bytes.
  package mutating func restore(
    _ file: JournalFile, from result: consuming InputFile?, _ sink: (Span<UInt8>) throws -> Void
  ) throws {
    var restoration = Restoration(of: result)
    let place = frames.place
    while let item = try next(), case .change(let change) = item {
      try restoration.take(change, sink)
    }
    try restoration.finish(file, from: place)
  }

  /// Whether another file is the original of the file that comes next, byte for byte.
  ///
  /// What the journal keeps must stand in it, and what it does not keep must make up the result.
  package mutating func isOriginal(
    _ candidate: consuming InputFile, of file: JournalFile
  ) throws -> Bool {
    var comparison = OriginalComparison(candidate)
    while let item = try next(), case .change(let change) = item { try comparison.take(change) }
    return try comparison.finish(file)
  }

  /// Passes over the file that comes next.
  package mutating func pass() throws {
    while let item = try next(), case .change = item {}
  }
}

/// A journal that cannot be gone by.
package struct DamagedJournal: ReportableError {
  package let place: Place?
  package let reason: String

  package var kind: FailureKind { .badData }
  package var message: String { "not a whole journal: \(reason)" }
  package var hint: String? { "nothing was undone; get the journal again, or a backup" }
}

extension JournalFile {
  /// Reads what a journal says of a file; nil where that makes no sense.
  init?(_ object: JSONValue) {
    guard let original = object["original"]?.string, let result = object["result"]?.string,
      let mode = object["mode"]?.integer, let byteCount = object["original_bytes"]?.integer
    else { return nil }
    originalPath = original
    resultPath = result
    self.mode = UInt32(truncatingIfNeeded: mode)
    originalByteCount = byteCount
    // Without either of the two, the file went.
    if object["result_bytes"] == nil, object["result_crc32c"] == nil { return }
    guard let byteCount = object["result_bytes"]?.integer,
      let checksum = object["result_crc32c"]?.string.flatMap({ UInt32($0, radix: 16) })
    else { return nil }
    self.result = Identity(byteCount: byteCount, checksum: checksum)
  }
}
