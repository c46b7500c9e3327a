#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif
import Synchronization

/// Where a result's bytes go: a file that appears whole, a stream, or nowhere.
///
/// A file is written under a temporary name beside its target, readable to its owner alone, and
/// gets its name, mode and owner only when it is published. A dry run is given an output that goes
/// nowhere; all else is the same code.
package struct ByteOutput: ~Copyable, Sendable {
  private enum Destination: Sendable {
    case nowhere
    case stream(CInt, isOwned: Bool)
    case file(CInt, temporaryPath: String)
    /// A file that another run can go on with.
    case resumable(ResumableFile)
    case compressed(CompressedOutput)
    /// Nowhere yet: all that was written is the beginning of the file that is there.
    case unchanged(OriginalFile)
    /// Nowhere: it is compared with the file that is there.
    case compared(ComparedFile)
  }

  /// The path that messages name.
  package let path: String
  /// How many bytes were written; before they were compressed, where they are.
  package private(set) var byteCount = 0
  private var destination: Destination
  private let replaced: FileStatus?
  private let expectation: FinishedOutput.Expectation
  /// The permissions that a new file has at most.
  private let widestMode: mode_t
  private let isPrivate: Bool
  private let resumption: Resumption?
  private var buffer: [UInt8] = []
  private var hash: SHA256?
  private var follower: (any ChangeFollower)?
  /// The checksum of what was written, for who follows it.
  private var sum: XXHash64?
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
    resumption = nil
    hash = hashes ? SHA256() : nil
  }

  /// Opens what the target names.
  ///
  /// - Parameters:
  ///   - isPrivate: whether a file is readable to its owner alone, as one that holds people's device
  ///     ids must be.
  ///   - mode: the permissions that a new file must not go beyond.
  ///   - replacesNothing: whether a file that comes to be there meanwhile must stay.
  ///   - resumption: what lets another run go on with a long file; nil for a short one.
  /// - Throws: `SystemError` where it cannot be created or opened; `UnusableCheckpoint` and
  ///   `OutputRefusal` where it is to be gone on with and cannot be.
  package init(
    _ target: OutputTarget, hashes: Bool = false, isPrivate: Bool = false,
    atMost mode: UInt32 = 0o666, replacesNothing: Bool = false,
    resuming resumption: Resumption? = nil
  ) throws {
    self.isPrivate = isPrivate
    self.resumption = resumption
    expectation = replacesNothing && target.existing == nil ? .nothing : .anything
    widestMode = mode_t(mode) & 0o777
    path = target.path
    hash = hashes ? SHA256() : nil
    switch target.kind {
    case .standardOutput:
      destination = .stream(1, isOwned: false)
      replaced = nil
    case .stream:
      // SAFETY: the path is NUL-terminated and outlives the call.
      let descriptor = unsafe open(target.path, O_WRONLY | O_CLOEXEC)
      guard descriptor >= 0 else {
        throw SystemError(call: "create", path: target.path, code: errno)
      }
      destination = .stream(descriptor, isOwned: true)
      replaced = nil
    case .file(let existing):
      destination = try Self.newFile(beside: target.path, resumption)
      replaced = existing
    }
  }

  private static func newFile(
    beside path: String, _ resumption: Resumption?
  ) throws -> Destination {
    guard let resumption else { return try temporaryFile(beside: path) }
    return .resumable(try ResumableFile(beside: path, resumption))
  }

  /// Writes to an open descriptor, which is closed at the end.
  init(owning descriptor: CInt, path: String) {
    self.path = path
    destination = .stream(descriptor, isOwned: true)
    replaced = nil
    expectation = .anything
    isPrivate = true
    widestMode = 0o600
    resumption = nil
  }

  /// Opens a file that is there to be written anew; for as long as the very bytes are written that it
  /// holds, nothing is made.
  ///
  /// A result that is no different has nothing to be published, and leaves the file untouched.
  ///
  /// - Throws: `SystemError` where it cannot be read.
  package init(
    rewriting target: OutputTarget, hashes: Bool = false, resuming resumption: Resumption? = nil
  ) throws {
    try resumption?.check(target.path)
    guard let existing = target.existing else { throw SystemError.missing(target.path) }
    let original = try OriginalFile(path: target.path)
    self.resumption = resumption
    path = target.path
    hash = hashes ? SHA256() : nil
    destination = .unchanged(original)
    replaced = existing
    expectation = .unchanged(existing)
    isPrivate = false
    widestMode = 0o666
  }

  /// Compares what is written with a file.
  init(comparing file: ComparedFile) {
    self.init(discarding: file.path)
    destination = .compared(file)
  }

  /// Makes a file that is readable to its owner alone, under a temporary name.
  private static func temporaryFile(beside path: String) throws(SystemError) -> Destination {
    var descriptor: CInt = -1
    let temporaryPath = try TemporaryFiles.make(beside: path) { path in
      // SAFETY: the path is NUL-terminated and outlives the call.
      descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
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

  /// Whether somebody wants to know how what is written differs from what was read.
  package var isFollowed: Bool { follower != nil }

  /// Tells somebody of what is written from here on; nothing is so far.
  package mutating func follow(by follower: any ChangeFollower) {
    precondition(byteCount == 0)
    self.follower = follower
    sum = XXHash64()
  }

  /// Tells who follows of the stretch that ends with the last bytes written, but for some.
  ///
  /// - Parameters:
  ///   - original: where in the input it was read.
  ///   - result: where in the output it is.
  ///   - steps: how these bytes become those.
  package mutating func note(
    original: Range<Int>, result: Range<Int>, _ steps: DeltaSteps
  ) throws {
    // What is the same as in the file that is there needs no telling.
    guard let follower, let temporaryPath else { return }
    // What lies before it may have to be read.
    try flush()
    try follower.note(
      ChangedStretch(
        original: original, result: result, steps: steps, resultPath: temporaryPath))
  }

  /// Writes all the bytes.
  package mutating func write(_ bytes: Span<UInt8>) throws(SystemError) {
    byteCount += bytes.count
    if var sum = sum.take() {
      sum.update(bytes)
      self.sum = sum
    }
    if var hash = hash.take() {
      hash.update(bytes)
      self.hash = hash
    }
    guard case .nowhere = destination else {
      let passesBuffer = bytes.count > Self.bufferLimit / 2
      // What passes the buffer must not overtake what is in it.
      if passesBuffer || buffer.count + bytes.count > Self.bufferLimit { try flush() }
      if passesBuffer {
        try writeThrough(bytes)
      } else {
        buffer.append(contentsOf: bytes)
      }
      return
    }
  }

  /// Writes all the bytes.
  package mutating func write(_ bytes: [UInt8]) throws(SystemError) { try write(bytes.span) }

  /// Counts bytes that go nowhere.
  package mutating func skip(_ byteCount: Int) {
    precondition(isCounting)
    self.byteCount += byteCount
  }

  private mutating func flush() throws(SystemError) {
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
    case .unchanged(let original):
      if try original.continues(with: bytes) { return }
      try diverge(from: original)
      try writeThrough(bytes)
    case .nowhere: break
    case .compared(let file): try file.write(bytes)
    case .stream(let descriptor, _), .file(let descriptor, _):
      try writeAll(bytes, to: descriptor, path: path)
    case .resumable(let file): try file.write(bytes)
    case .compressed(let output): try output.write(bytes)
    }
  }

  /// Begins a file with what was the same so far.
  private mutating func diverge(from original: OriginalFile) throws(SystemError) {
    do {
      destination = try Self.newFile(beside: path, resumption)
    } catch {
      throw error as? SystemError ?? SystemError(call: "create", path: path, code: EIO)
    }
    try original.forEachSame { bytes throws(SystemError) in try writeThrough(bytes) }
  }

  /// Ends the writing: a file is durable under its temporary name, with its final mode and owner.
  ///
  /// Nothing is seen under the target's name until the result is published.
  ///
  /// - Parameter look: reads the file while it is made durable, where there is one; with its XXH64, where
  ///   somebody follows.
  package mutating func finish(
    lookingAt look: (consuming InputFile, UInt64?) throws -> Void
  ) throws -> FinishedOutput {
    try flush()
    let sum = sum?.value
    let descriptor: CInt
    switch destination {
    case .file(let number, _): descriptor = number
    case .resumable(let file): descriptor = try file.end()
    case .nowhere, .stream, .compressed, .unchanged, .compared:
      let output = try finish()
      if let file = try output.opened() { try look(file, sum) }
      return output
    }
    guard let path = temporaryPath else { return try finish() }
    // An error is told once: who flushes again is told nothing of it.
    let failure = Mutex<SystemError?>(nil)
    try withWorker(for: path) {
      do throws(SystemError) {
        try ByteIO.flush(descriptor, path: path)
      } catch {
        failure.withLock { $0 = error }
      }
    } while: {
      try look(try InputFile(path: path), sum)
    }
    if let error = failure.withLock({ $0 }) { throw error }
    return try finish()
  }

  private var temporaryPath: String? {
    switch destination {
    case .file(_, let path): path
    case .resumable: Resumption.partPath(for: path)
    case .nowhere, .stream, .compressed, .unchanged, .compared: nil
    }
  }

  /// Ends the writing, as the other `finish` does.
  package mutating func finish() throws(SystemError) -> FinishedOutput {
    try flush()
    let digest = hash?.digest()
    if case .unchanged(let original) = destination, try !original.isAtEnd {
      // What is left out at the end is a change, too.
      try diverge(from: original)
    }
    switch destination {
    case .nowhere, .unchanged: break
    case .compared(let file):
      try file.finish()
      return FinishedOutput(path: path, byteCount: byteCount, digest: digest, comparison: file)
    case .stream(let descriptor, let isOwned):
      if isOwned {
        destination = .nowhere
        if close(descriptor) != 0 { throw SystemError(call: "close", path: path, code: errno) }
      }
    case .file(let descriptor, let temporaryPath):
      try settle(descriptor)
      let status = try FileStatus(descriptor: descriptor, path: path)
      destination = .nowhere
      let result = FinishedOutput(
        path: path, byteCount: byteCount, digest: digest, status: status,
        temporaryPath: temporaryPath, expectation: expectation)
      guard close(descriptor) == 0 else {
        let code = errno
        result.discard()
        throw SystemError(call: "close", path: path, code: code)
      }
      return result
    case .resumable(let file):
      let descriptor = try file.end()
      try settle(descriptor)
      let status = try FileStatus(descriptor: descriptor, path: path)
      destination = .nowhere
      return FinishedOutput(
        path: path, byteCount: byteCount, digest: digest, status: status,
        temporaryPath: file.keep(), isResumable: true, expectation: expectation)
    case .compressed(let output):
      destination = .nowhere
      return try output.finish()
    }
    return FinishedOutput(path: path, byteCount: byteCount, digest: digest)
  }

  /// Gives the file the mode and owner it is to have, and makes it durable.
  private borrowing func settle(_ descriptor: CInt) throws(SystemError) {
    if let replaced {
      // Only root may give a file away; anyone else's replacement is the writer's own file.
      if fchown(descriptor, replaced.owner, replaced.group) != 0, errno != EPERM {
        throw SystemError(call: "set the owner of", path: path, code: errno)
      }
    }
    let mode = isPrivate ? 0o600 : replaced.map { mode_t($0.mode) } ?? (widestMode & ~creationMask)
    guard fchmod(descriptor, mode) == 0 else {
      throw SystemError(call: "set the mode of", path: path, code: errno)
    }
    try ByteIO.flush(descriptor, path: path)
  }
}

/// Makes a file's bytes durable.
func flush(_ descriptor: CInt, path: String) throws(SystemError) {
  while fsync(descriptor) != 0 {
    if errno != EINTR { throw SystemError(call: "flush", path: path, code: errno) }
  }
}

/// The permissions that a new file must not have.
///
/// To ask for them sets them for a moment, so that it is done once, before there are threads.
let creationMask: mode_t = {
  let mask = umask(0o077)
  umask(mask)
  return mask
}()
