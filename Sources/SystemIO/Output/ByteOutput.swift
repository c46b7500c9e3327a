package import Scan

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Where a result's bytes go: a file that appears whole, a stream, or nowhere.
///
/// A file is written under a temporary name beside its target, readable to its owner alone, and
/// gets its name, mode and owner only when it is published. A dry run is given an output that goes
/// nowhere; all else is the same code.
package struct ByteOutput: ~Copyable, Sendable {
  enum Destination: Sendable {
    case nowhere
    case stream(CInt, isOwned: Bool)
    case file(CInt, temporaryPath: String)
    /// A file that another run can go on with.
    case resumable(ResumableFile)
    case compressed(CompressedOutput)
    /// Nowhere yet: no byte of the file that is there was changed so far.
    case unchanged
    /// Nowhere: it is compared with the file that is there.
    case compared(ComparedFile)
  }

  /// The path that messages name.
  package let path: String
  /// How many bytes were written; before they were compressed, where they are.
  package private(set) var byteCount = 0
  var destination: Destination
  let replaced: FileStatus?
  let expectation: FinishedOutput.Expectation
  /// The permissions that a new file has at most.
  let widestMode: mode_t
  /// Whether it has those, whatever the process's mask is.
  let isModeExact: Bool
  let isPrivate: Bool
  /// What lets another run go on with the file, should one be made in the place of that which is there.
  private let resumption: Resumption?
  private var buffer: [UInt8] = []
  private var flushing = EarlyFlush()
  var hash: SHA256?
  private var edits: EditLog?
  /// Whether a byte of the input was changed so far.
  package private(set) var isChanged = false
  /// Whether it matters which bytes are the input's: to a journal, or to a file that is not written
  /// before one of them changes.
  package private(set) var tracksEdits = false
  /// Small writes come in pieces of just so many bytes: the system takes a third longer for as many that
  /// begin and end amidst pages.
  private static let bufferLimit = 256 << 10

  /// Counts, and hashes if asked, and keeps nothing.
  ///
  /// - Parameter path: the file that a real run would write.
  package init(discarding path: String, hashes: Bool = false) {
    self.path = path
    destination = .nowhere
    replaced = nil
    expectation = .anything
    isPrivate = false
    widestMode = 0o666
    isModeExact = false
    resumption = nil
    hash = hashes ? SHA256() : nil
  }

  /// Opens what the target names.
  ///
  /// - Parameters:
  ///   - isPrivate: whether a file is readable to its owner alone, as one that holds people's device
  ///     ids must be.
  ///   - mode: the permissions that a new file must not go beyond.
  ///   - isModeExact: whether it is to have just those, as a file that was there before had them.
  ///   - replacesNothing: whether a file that comes to be there meanwhile must stay.
  ///   - resumption: what lets another run go on with a long file; nil for a short one.
  /// - Throws: `SystemError` where it cannot be created or opened; `UnusableCheckpoint` and
  ///   `OutputRefusal` where it is to be gone on with and cannot be.
  package init(
    _ target: OutputTarget, hashes: Bool = false, isPrivate: Bool = false,
    atMost mode: UInt32 = 0o666, isModeExact: Bool = false, replacesNothing: Bool = false,
    resuming resumption: Resumption? = nil
  ) throws {
    self.isPrivate = isPrivate
    self.resumption = nil
    expectation = replacesNothing && target.existing == nil ? .nothing : .anything
    widestMode = mode_t(mode) & 0o777
    self.isModeExact = isModeExact
    path = target.path
    hash = hashes ? SHA256() : nil
    switch target.kind {
    case .standardOutput:
      destination = .stream(1, isOwned: false)
      replaced = nil
    case .stream:
      let descriptor = openFile(target.path, O_WRONLY | O_CLOEXEC)
      guard descriptor >= 0 else {
        throw SystemError(call: "create", path: target.path, code: errno)
      }
      destination = .stream(descriptor, isOwned: true)
      replaced = nil
    case .file(let existing):
      destination = try Self.newFile(
        beside: target.path, resumption?.lookedUp(for: target.path), isReplacing: existing != nil)
      replaced = existing
    }
  }

  /// - Parameter isReplacing: whether the file itself is there, so that an error must not read as if it
  ///   could not be made.
  private static func newFile(
    beside path: String, _ resumption: Resumption?, isReplacing: Bool
  ) throws -> Destination {
    do {
      guard let resumption else { return try temporaryFile(beside: path) }
      return .resumable(try ResumableFile(beside: path, resumption))
    } catch let error as SystemError where isReplacing && error.call == "create" {
      throw SystemError(call: "create a temporary file beside", path: path, code: error.code)
    }
  }

  /// Writes to an open descriptor, which is closed at the end.
  init(owning descriptor: CInt, path: String) {
    self.path = path
    destination = .stream(descriptor, isOwned: true)
    replaced = nil
    expectation = .anything
    isPrivate = true
    widestMode = 0o600
    isModeExact = false
    resumption = nil
  }

  /// Writes a file anew that is read meanwhile; nothing is made before the first byte that is changed, so
  /// that a file without edits is left untouched.
  ///
  /// - Parameter sum: the checksum of what is read of the file, by which it is known again where its
  ///   status has changed.
  /// - Throws: `SystemError` where it is not there.
  package init(
    rewriting target: OutputTarget, hashes: Bool = false, sum: FileChecksum? = nil,
    resuming resumption: Resumption? = nil
  ) throws {
    let resumption = try resumption?.lookedUp(for: target.path)
    guard let existing = target.existing else { throw SystemError.missing(target.path) }
    self.resumption = resumption
    path = target.path
    hash = hashes ? SHA256() : nil
    destination = .unchanged
    tracksEdits = true
    replaced = existing
    expectation = .unchanged(existing, sum)
    isPrivate = false
    widestMode = 0o666
    isModeExact = false
  }

  /// Compares what is written with a file.
  init(comparing file: ComparedFile, hashes: Bool = false) {
    self.init(discarding: file.path, hashes: hashes)
    destination = .compared(file)
  }

  /// Compares what is written with a file that is there already, as where an earlier run wrote it; what
  /// was found is told by the finished output.
  ///
  /// - Throws: `SystemError` where it cannot be read.
  package init(recognizing target: OutputTarget, hashes: Bool) throws(SystemError) {
    self.init(comparing: try ComparedFile(path: target.path), hashes: hashes)
  }

  /// Makes a file that is readable to its owner alone, under a temporary name.
  private static func temporaryFile(beside path: String) throws(SystemError) -> Destination {
    var descriptor: CInt = -1
    let temporaryPath = try TemporaryFiles.make(beside: path) { path in
      descriptor = openFile(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode: 0o600)
      return descriptor >= 0 ? 0 : errno
    }
    return .file(descriptor, temporaryPath: temporaryPath)
  }

  /// Compresses what is written on its way to another output.
  ///
  /// - Throws: `MissingProgram`, `SystemError`.
  package init(compressing output: consuming ByteOutput, _ compression: Compression) throws {
    let path = output.path
    destination = .compressed(try CompressedOutput(output, compression))
    self.path = path
    replaced = nil
    expectation = .anything
    isPrivate = false
    widestMode = 0o666
    isModeExact = false
    resumption = nil
  }

  deinit {
    switch destination {
    case .nowhere, .stream(_, isOwned: false), .compressed, .unchanged, .compared, .resumable: break
    case .stream(let descriptor, isOwned: true): close(descriptor)
    case .file(let descriptor, let temporaryPath):
      close(descriptor)
      removeTree(temporaryPath)
      TemporaryFiles.forget(temporaryPath)
    }
  }

  /// Whether what is written is kept or hashed at all.
  package var isCounting: Bool {
    if case .nowhere = destination { hash == nil } else { false }
  }

  /// Hands the edits to a follower from here on; nothing is written so far.
  ///
  /// - Parameter isHeld: whether `tellEdits` hands on all of them at the end: the file may not be
  ///   published after all.
  package mutating func follow(by follower: any EditFollower, isHeld: Bool = false) {
    precondition(byteCount == 0)
    edits = EditLog(follower, isHeld: isHeld)
    tracksEdits = true
  }

  /// Tells of the edits that were not told of yet.
  package mutating func tellEdits() throws { try edits?.handOn() }

  // MARK: Edits of the input

  /// Writes the bytes of the input that come next.
  ///
  /// - Parameters:
  ///   - edits: edits of the input to make in them, in the order of their places.
  ///   - offset: the place in the input of the first of the bytes.
  package mutating func copy(
    _ bytes: Span<UInt8>, making edits: ArraySlice<Edit> = [], at offset: Int = 0
  ) throws {
    if Edit.change(edits, bytes, at: offset) {
      try noteChange()
      if isCounting {
        byteCount += edits.reduce(bytes.count) { $0 + $1.replacement.count - $1.range.count }
      } else {
        try put(Edit.apply(edits, to: bytes, at: offset).span)
      }
    } else {
      try put(bytes)
    }
    try self.edits?.copy(bytes, making: edits, at: offset)
  }

  /// Writes bytes in the place of those of the input that come next.
  package mutating func replace(_ original: Span<UInt8>, with bytes: Span<UInt8>) throws {
    if original.isEqual(to: bytes) { return try copy(bytes) }
    try write(bytes)
    try edits?.replace(original, with: bytes)
  }

  /// Leaves out the bytes of the input that come next.
  package mutating func leaveOut(_ original: Span<UInt8>) throws {
    try replace(original, with: original.extracting(0..<0))
  }

  /// Enters steps that are known, whose bytes are written already.
  package mutating func enter(_ steps: DeltaSteps.Finished) throws { try edits?.enter(steps) }

  // MARK: Bytes

  /// Writes bytes that do not come from the input.
  package mutating func write(_ bytes: Span<UInt8>) throws(SystemError) {
    try noteChange()
    try put(bytes)
  }

  private mutating func put(_ bytes: Span<UInt8>) throws(SystemError) {
    byteCount += bytes.count
    if var hash = hash.take() {
      hash.update(bytes)
      self.hash = hash
    }
    switch destination {
    case .nowhere, .unchanged: return
    case .stream, .file, .resumable, .compressed, .compared: break
    }
    if bytes.count >= Self.bufferLimit {
      // What is in the buffer comes before it.
      try flush()
      return try writeThrough(bytes)
    }
    let fittingCount = min(bytes.count, Self.bufferLimit - buffer.count)
    buffer.append(contentsOf: bytes.extracting(0..<fittingCount))
    if buffer.count < Self.bufferLimit { return }
    try flush()
    buffer.append(contentsOf: bytes.extracting(fittingCount..<bytes.count))
  }

  /// Writes all the bytes.
  package mutating func write(_ bytes: [UInt8]) throws(SystemError) { try write(bytes.span) }

  /// Counts bytes that go nowhere.
  package mutating func skip(_ byteCount: Int) {
    precondition(isCounting)
    self.byteCount += byteCount
  }

  mutating func flush() throws(SystemError) {
    guard !buffer.isEmpty else { return }
    // The buffer cannot be lent while the destination may change.
    var full: [UInt8] = []
    swap(&full, &buffer)
    try writeThrough(full.span)
    full.removeAll(keepingCapacity: true)
    swap(&full, &buffer)
  }

  private mutating func writeThrough(_ bytes: Span<UInt8>) throws(SystemError) {
    switch destination {
    case .nowhere, .unchanged: break
    case .compared(let file): try file.write(bytes)
    case .stream(let descriptor, _):
      try writeAll(bytes, to: descriptor, path: path)
    case .file(let descriptor, _):
      try writeAll(bytes, to: descriptor, path: path)
      flushing.note(bytes.count, to: descriptor)
    case .resumable(let file): try file.write(bytes)
    case .compressed(let output): try output.write(bytes)
    }
  }

  /// Takes note of a change; a file that was not written so far begins with what was copied.
  private mutating func noteChange() throws(SystemError) {
    isChanged = true
    guard case .unchanged = destination else { return }
    let original = try InputFile(path: path)
    do {
      destination = try Self.newFile(beside: path, resumption, isReplacing: true)
    } catch {
      throw error as? SystemError ?? SystemError(call: "create", path: path, code: EIO)
    }
    var left = byteCount
    var buffer = [UInt8](repeating: 0, count: min(left, Self.bufferLimit))
    while left > 0 {
      let start = max(0, buffer.count - left)
      let count = try original.read(into: &buffer, from: start)
      // A file that was cut meanwhile must not be replaced by a mixture.
      guard count > 0 else { throw SystemError(call: "read", path: path, code: ESTALE) }
      try writeThrough(buffer.span.extracting(start..<start + count))
      left -= count
    }
  }
}
