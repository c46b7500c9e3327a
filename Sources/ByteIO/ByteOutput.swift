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
  private enum Destination: Sendable {
    case nowhere
    case stream(CInt, isOwned: Bool)
    case file(CInt, temporaryPath: String)
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
  private var buffer: [UInt8] = []
  private var hash: SHA256?
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
    hash = hashes ? SHA256() : nil
  }

  /// Opens what the target names.
  ///
  /// - Parameters:
  ///   - isPrivate: whether a file is readable to its owner alone, as one that holds people's device
  ///     ids must be.
  ///   - source: the file whose permissions a new one must not go beyond.
  ///   - replacesNothing: whether a file that comes to be there meanwhile must stay.
  /// - Throws: `SystemError` where it cannot be created or opened.
  package init(
    _ target: OutputTarget, hashes: Bool = false, isPrivate: Bool = false,
    asOpenAs source: FileStatus? = nil, replacesNothing: Bool = false
  ) throws(SystemError) {
    self.isPrivate = isPrivate
    expectation = replacesNothing && target.existing == nil ? .nothing : .anything
    widestMode = source.map { mode_t($0.mode) & 0o777 } ?? 0o666
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
      destination = try Self.temporaryFile(beside: target.path)
      replaced = existing
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
  }

  /// Opens a file that is there to be written anew; for as long as the very bytes are written that it
  /// holds, nothing is made.
  ///
  /// A result that is no different has nothing to be published, and leaves the file untouched.
  ///
  /// - Throws: `SystemError` where it cannot be read.
  package init(rewriting target: OutputTarget, hashes: Bool = false) throws(SystemError) {
    guard let existing = target.existing else { throw SystemError.missing(target.path) }
    let original = try OriginalFile(path: target.path)
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
  }

  deinit {
    switch destination {
    case .nowhere, .stream(_, isOwned: false), .compressed, .unchanged, .compared: break
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

  /// Writes all the bytes.
  package mutating func write(_ bytes: Span<UInt8>) throws(SystemError) {
    byteCount += bytes.count
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
    case .compressed(let output): try output.write(bytes)
    }
  }

  /// Begins a file with what was the same so far.
  private mutating func diverge(from original: OriginalFile) throws(SystemError) {
    destination = try Self.temporaryFile(beside: path)
    guard case .file(let descriptor, _) = destination else { return }
    try original.copyStart(to: descriptor)
  }

  /// Ends the writing: a file is durable under its temporary name, with its final mode and owner.
  ///
  /// Nothing is seen under the target's name until the result is published.
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
    while fsync(descriptor) != 0 {
      if errno != EINTR { throw SystemError(call: "flush", path: path, code: errno) }
    }
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
