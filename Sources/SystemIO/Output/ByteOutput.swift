package import Scan

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The destination of a result's bytes: a file that appears whole, a stream, or nowhere; or a check
/// against an existing file.
///
/// A file is written under a temporary name beside its target, readable by its owner only, and gets
/// its name when it is published. A dry run discards the bytes; everything else is the same code.
package struct ByteOutput: ~Copyable, Sendable {
  enum Destination: Sendable {
    case nowhere
    /// A file that is created at the first change, since the bytes equal the existing file's so far.
    indirect case unchanged(Resumption?)
    case stream(CInt, isOwned: Bool)
    case file(CInt, temporaryPath: String)
    case compressed(CompressedOutput)
  }

  /// The permissions of a file.
  package enum Permissions: Sendable, Equatable {
    /// Those of the replaced file; of a new one these, without those that the process masks.
    case atMost(UInt32)
    /// The same, regardless of the mask, as when a removed file is restored.
    case exactly(UInt32)
    /// Readable by its owner only, as a file with device ids must be.
    case ownerOnly
  }

  /// The path for messages.
  package let path: String
  /// The number of bytes written, before compression.
  package private(set) var byteCount = 0
  var destination = Destination.nowhere
  /// Compares the bytes with those that exist already, and passes on only what follows them.
  var known: FileComparison?
  /// The entry that takes the finding of the comparison when the output is published.
  var entry: ComparedFiles.Entry?
  /// Makes the file resumable.
  var checkpoints: CheckpointMaker?
  private(set) var replaced: FileStatus?
  private(set) var expectation = FinishedOutput.Expectation.anything
  private(set) var permissions = Permissions.atMost(0o666)
  /// Whether the file is flushed to the disk before it gets its name.
  private(set) var isDurable = true
  private var buffer: [UInt8] = []
  private(set) var flushing = EarlyFlush()
  var hash: StreamHash?
  private var edits: EditLog?
  /// Whether any byte differs from the input.
  package private(set) var isChanged = false
  /// Whether copied bytes must be told from written ones: for a journal, or for a file that is
  /// created at the first change.
  package private(set) var tracksEdits = false
  /// The size of a write in bytes: writes that start and end inside pages take a third longer.
  private static let bufferLimit = 256 << 10
  /// The size of a stretch whose edits are applied to a copy: in single pieces, a migration takes 13 %
  /// more instructions.
  private static let shortByteCount = 1 << 20

  /// Counts the bytes, hashes them if requested, and discards them.
  ///
  /// - Parameter path: the file that a real run would write.
  package init(discarding path: String, hashes: Bool = false) {
    self.path = path
    hash = hashes ? StreamHash() : nil
  }

  /// Opens a target.
  ///
  /// - Parameters:
  ///   - replacesNoOther: whether a file that is created or changed meanwhile must stay.
  ///   - isDurable: whether the file is flushed to the disk; if not, a power cut may leave it cut
  ///     short.
  ///   - resumption: makes a long file resumable; nil for a short one.
  /// - Throws: `SystemError` if it cannot be created or opened; `OutputRefusal` if it cannot be
  ///   resumed.
  package init(
    _ target: OutputTarget, hashes: Bool = false, permissions: Permissions = .atMost(0o666),
    replacesNoOther: Bool = false, isDurable: Bool = true, resuming resumption: Resumption? = nil
  ) throws {
    path = target.path
    self.permissions = permissions
    self.isDurable = isDurable
    expectation =
      replacesNoOther ? target.existing.map { .unchanged($0, nil) } ?? .nothing : .anything
    hash = hashes ? StreamHash() : nil
    replaced = target.existing
    switch target.kind {
    case .standardOutput: destination = .stream(1, isOwned: false)
    case .stream:
      let descriptor = openFile(target.path, O_WRONLY | O_CLOEXEC)
      guard descriptor >= 0 else {
        throw SystemError(call: "create", path: target.path, code: errno)
      }
      destination = .stream(descriptor, isOwned: true)
    case .file(let existing):
      (destination, known, checkpoints) = try Self.newFile(
        beside: target.path, resumption, replacing: existing)
    }
  }

  /// - Parameter existing: the file at the path, so that an error must name the temporary file.
  private static func newFile(
    beside path: String, _ resumption: Resumption?, replacing existing: FileStatus?
  ) throws -> (Destination, FileComparison?, CheckpointMaker?) {
    // The rename would fail, after other files of the run are published.
    if let existing, OutputTarget.isForeign(existing, in: parentDirectory(of: path)) {
      throw SystemError(call: "replace", path: path, code: EPERM)
    }
    do {
      return try resumption?.openPart() ?? (temporaryFile(beside: path), nil, nil)
    } catch let error as SystemError where existing != nil && error.call == "create" {
      throw SystemError(call: "create a temporary file beside", path: path, code: error.code)
    }
  }

  /// Writes to an open descriptor, and closes it at the end.
  init(owning descriptor: CInt, path: String) {
    self.path = path
    destination = .stream(descriptor, isOwned: true)
  }

  /// Rewrites a file that is also the input. The temporary file is created at the first change, so
  /// a file without edits is not touched.
  ///
  /// - Parameter sum: the running checksum of the file, which identifies it if its status has
  ///   changed.
  /// - Throws: `SystemError` if it is missing.
  package init(
    rewriting target: OutputTarget, hashes: Bool = false, sum: FileChecksum? = nil,
    resuming resumption: Resumption? = nil
  ) throws(SystemError) {
    guard let existing = target.existing else { throw SystemError.missing(target.path) }
    path = target.path
    destination = .unchanged(resumption)
    hash = hashes ? StreamHash() : nil
    tracksEdits = true
    replaced = existing
    expectation = .unchanged(existing, sum)
  }

  /// Compares the bytes with an existing file, and writes nothing; the finished output has the
  /// finding.
  ///
  /// - Parameter entry: takes the finding when the output is published.
  /// - Throws: `SystemError` if the file cannot be read.
  package init(
    comparing target: OutputTarget, _ entry: ComparedFiles.Entry? = nil, hashes: Bool = false
  ) throws(SystemError) {
    let known = try FileComparison(with: target.path)
    path = target.path
    self.known = known
    self.entry = entry
    hash = hashes ? StreamHash() : nil
  }

  /// Creates a temporary file that is readable by its owner only.
  private static func temporaryFile(beside path: String) throws(SystemError) -> Destination {
    var descriptor: CInt = -1
    let temporaryPath = try TemporaryFiles.make(beside: path) { path in
      descriptor = openFile(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode: 0o600)
      return descriptor >= 0 ? 0 : errno
    }
    return .file(descriptor, temporaryPath: temporaryPath)
  }

  /// Compresses the bytes for another output.
  ///
  /// - Throws: `MissingProgram`, `SystemError`.
  package init(compressing output: consuming ByteOutput, _ compression: Compression) throws {
    let path = output.path
    let compressed = try CompressedOutput(output, compression)
    self.path = path
    destination = .compressed(compressed)
  }

  deinit {
    switch destination {
    case .nowhere, .unchanged, .stream(_, isOwned: false), .compressed: break
    case .stream(let descriptor, isOwned: true): close(descriptor)
    case .file(let descriptor, let temporaryPath):
      if let checkpoints {
        checkpoints.giveUp()
      } else {
        removeTree(temporaryPath)
        TemporaryFiles.forget(temporaryPath)
      }
      close(descriptor)
    }
  }

  /// Whether bytes are only counted, neither kept nor hashed.
  package var isCounting: Bool {
    if case .nowhere = destination { known == nil && hash == nil } else { false }
  }

  /// Whether the bytes are neither written nor compared, as yet.
  private var isDiscarding: Bool {
    switch destination {
    case .nowhere: known == nil
    case .unchanged: true
    case .stream, .file, .compressed: false
    }
  }

  /// Passes the edits on to a follower; call it before anything is written.
  ///
  /// - Parameter isHeld: whether `tellEdits` passes on all of them at the end, because the file may
  ///   not be published after all.
  package mutating func follow(by follower: any EditFollower, isHeld: Bool = false) {
    precondition(byteCount == 0)
    edits = EditLog(follower, isHeld: isHeld)
    tracksEdits = true
  }

  /// Passes on the remaining edits.
  package mutating func tellEdits() throws { try edits?.handOn() }

  // MARK: Edits of the input

  /// Writes the next bytes of the input.
  ///
  /// - Parameters:
  ///   - edits: the edits to make in them, in order.
  ///   - offset: the offset of the first byte in the input.
  package mutating func copy(
    _ bytes: Span<UInt8>, making edits: ArraySlice<Edit> = [], at offset: Int = 0
  ) throws {
    if Edit.change(edits, bytes, at: offset) {
      try noteChange()
      if isCounting {
        byteCount += edits.reduce(bytes.count) { $0 + $1.growth }
      } else if bytes.count <= Self.shortByteCount {
        try put(Edit.apply(edits, to: bytes, at: offset).span)
      } else {
        // A copy would take much memory.
        var place = 0
        for edit in edits {
          try put(bytes.extracting(place..<edit.range.lowerBound - offset))
          try put(edit.replacement.span)
          place = edit.range.upperBound - offset
        }
        try put(bytes.extracting(place..<bytes.count))
      }
    } else {
      try put(bytes)
    }
    try self.edits?.copy(bytes, making: edits, at: offset)
  }

  /// Writes bytes in place of the next bytes of the input.
  package mutating func replace(_ original: Span<UInt8>, with bytes: Span<UInt8>) throws {
    if original.isEqual(to: bytes) { return try copy(bytes) }
    try write(bytes)
    try edits?.replace(original, with: bytes)
  }

  /// Leaves out the next bytes of the input.
  package mutating func leaveOut(_ original: Span<UInt8>) throws {
    try replace(original, with: original.extracting(0..<0))
  }

  /// Adds known steps whose bytes are already written.
  package mutating func enter(_ steps: DeltaSteps.Finished) throws { try edits?.enter(steps) }

  // MARK: Bytes

  /// Writes bytes that are not from the input.
  package mutating func write(_ bytes: Span<UInt8>) throws(SystemError) {
    try noteChange()
    try put(bytes)
  }

  private mutating func put(_ bytes: Span<UInt8>) throws(SystemError) {
    byteCount += bytes.count
    hash?.update(bytes)
    if isDiscarding { return }
    if bytes.count >= Self.bufferLimit {
      // The buffered bytes precede these.
      try flush()
      return try writeThrough(bytes)
    }
    let fittingCount = min(bytes.count, Self.bufferLimit - buffer.count)
    buffer.append(contentsOf: bytes.extracting(0..<fittingCount))
    if buffer.count < Self.bufferLimit { return }
    try flush()
    buffer.append(contentsOf: bytes.extracting(fittingCount..<bytes.count))
  }

  /// Writes bytes that are not from the input.
  package mutating func write(_ bytes: [UInt8]) throws(SystemError) { try write(bytes.span) }

  /// Counts bytes without having them.
  package mutating func skip(_ byteCount: Int) {
    precondition(isCounting)
    self.byteCount += byteCount
  }

  mutating func flush() throws(SystemError) {
    guard !buffer.isEmpty else { return }
    // `buffer` cannot be lent out while the destination may change.
    var full: [UInt8] = []
    swap(&full, &buffer)
    try writeThrough(full.span)
    full.removeAll(keepingCapacity: true)
    swap(&full, &buffer)
  }

  private mutating func writeThrough(_ bytes: Span<UInt8>) throws(SystemError) {
    let knownByteCount = try known?.compare(bytes) ?? 0
    let new = bytes.extracting(knownByteCount..<bytes.count)
    switch destination {
    case .nowhere, .unchanged: break
    case .stream(let descriptor, _): try writeAll(new, to: descriptor, path: path)
    case .file(let descriptor, _):
      if let known, known.differs {
        // A run with other options, for instance, wrote other bytes: from here on all are new.
        try cut(descriptor, to: known.sameByteCount, path: path)
        flushing = EarlyFlush(behind: known.sameByteCount)
        self.known = nil
      }
      try writeAll(new, to: descriptor, path: path)
      if isDurable { flushing.note(new.count, to: descriptor) }
      try checkpoints?.note(bytes.count)
    case .compressed(let output): try output.write(new)
    }
  }

  /// Notes a change. The first one creates the temporary file and copies the equal bytes before it.
  private mutating func noteChange() throws(SystemError) {
    isChanged = true
    guard case .unchanged(let resumption) = destination else { return }
    let original = try InputFile(path: path)
    do {
      (destination, known, checkpoints) = try Self.newFile(
        beside: path, resumption, replacing: replaced)
    } catch {
      throw error as? SystemError ?? SystemError(call: "create", path: path, code: EIO)
    }
    var left = byteCount
    var buffer = [UInt8](repeating: 0, count: min(left, Self.bufferLimit))
    while left > 0 {
      let start = max(0, buffer.count - left)
      let count = try original.read(into: &buffer, from: start)
      // A file that was truncated meanwhile must not be replaced by a mixture.
      guard count > 0 else { throw SystemError(call: "read", path: path, code: ESTALE) }
      try writeThrough(buffer.span.extracting(start..<start + count))
      left -= count
    }
  }
}
