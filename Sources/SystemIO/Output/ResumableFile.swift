import Scan

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif
import Synchronization

/// A long output that another process can resume.
///
/// It has a name that the next run finds. A checkpoint, made durable from time to time, states how
/// many of its bytes are reliable. A resumed run produces the same output from its first byte,
/// which costs little more than verifying the input; bytes that exist already are compared, not
/// written. So no state of the run need be stored, for any format, and the output is that of an
/// uninterrupted run.
///
/// A class, because an output has it as a destination.
final class ResumableFile: Sendable {
  private struct State: ~Copyable {
    var position = 0
    /// The bytes that exist already.
    var known: FileComparison
    var nextCheckpoint: Int
    var flushing: EarlyFlush
    var making: WorkerThread?
  }

  private let target: String
  private let interval: Int
  private let maker: CheckpointMaker
  private let state: Mutex<State>

  /// Opens the leftovers of an earlier run, or begins a new file.
  ///
  /// - Parameter resumption: looked up for the target.
  /// - Throws: `OutputRefusal` if another run is writing it; `SystemError`.
  init(beside target: String, _ resumption: Resumption) throws {
    let path = Resumption.partPath(for: target)
    let durable = resumption.durableByteCount
    let descriptor = try Self.open(path, for: target, isNew: durable == 0)
    let copy = fcntl(descriptor.number, F_DUPFD_CLOEXEC, 0)
    guard copy >= 0 else { throw SystemError(call: "create", path: target, code: errno) }
    let file = PositionedFile(Descriptor(copy), path: path, byteCount: durable)
    self.target = target
    interval = resumption.interval
    state = Mutex(
      State(
        known: FileComparison(file, limit: durable), nextCheckpoint: durable + interval,
        flushing: EarlyFlush(behind: durable), making: nil))
    maker = CheckpointMaker(descriptor, for: target, resumption)
    TemporaryFiles.remember(
      [path, Resumption.checkpointPath(for: target)], areKept: durable > 0)
    try maker.cut(to: durable)
  }

  /// Opens and locks the file.
  ///
  /// - Parameter isNew: whether nothing is resumed; leftovers are then removed, and the file must
  ///   not exist.
  private static func open(
    _ path: String, for target: String, isNew: Bool
  ) throws -> Descriptor {
    if TemporaryFiles.isListed(path) { throw Resumption.shared(path, target) }
    for _ in 0..<100 {
      try Resumption.check(target)
      if isNew { try Resumption.forget(target) }
      let (number, code) =
        isNew
        ? TemporaryFiles.create(path) { openPart(path, isNew: true) }
        : reopened(path)
      guard number >= 0 else {
        guard isNew, code == EEXIST else {
          throw SystemError(call: "create", path: target, code: code)
        }
        if isHeld(path) { throw Resumption.held(target) }
        continue
      }
      let descriptor = Descriptor(number)
      guard flock(number, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK else {
        TemporaryFiles.forget(path)
        throw Resumption.held(target)
      }
      let status = try FileStatus(descriptor: number, path: path)
      // A process that removed the leftovers may have unlinked it before it was locked.
      if try FileStatus(path: path, followsLinks: false)?.identity == status.identity {
        return descriptor
      }
      TemporaryFiles.forget(path)
    }
    throw Resumption.held(target)
  }

  // Waits for the thread, and removes an unfinished file.
  deinit {
    state.withLock { $0.making?.join() }
    maker.giveUp()
  }

  /// Writes bytes that are new; compares those that exist already.
  func write(_ bytes: Span<UInt8>) throws(SystemError) {
    var known = state.withLock { $0.known }
    var start = 0
    if !known.isOver {
      start = try known.compare(bytes)
      if known.differs {
        // A run with other options, for instance, wrote other bytes: from here on all are new.
        try maker.cut(to: known.sameByteCount)
      }
      state.withLock { state in
        state.known = known
        if known.differs { state.flushing = EarlyFlush(behind: known.sameByteCount) }
      }
    }
    if start < bytes.count { try append(bytes.extracting(start..<bytes.count)) }
    let isDue = state.withLock { state in
      state.position += bytes.count
      return state.position >= state.nextCheckpoint
    }
    if isDue { try beginCheckpoint() }
  }

  private func append(_ bytes: Span<UInt8>) throws(SystemError) {
    try writeAll(bytes, to: maker.descriptor.number, path: target)
    state.withLock { $0.flushing.note(bytes.count, to: maker.descriptor.number) }
  }

  /// Begins a checkpoint of the bytes written so far, once the previous one is durable.
  private func beginCheckpoint() throws(SystemError) {
    state.withLock { $0.making?.join() }
    if let error = maker.error { throw error }
    let position = state.withLock { $0.position }
    var thread: WorkerThread? = try WorkerThread(for: target) { [maker] in
      maker.make(at: position)
    }
    state.withLock { state in
      state.making = thread.take()
      state.nextCheckpoint = position + interval
    }
  }

  /// Ends the writing; the file is not yet durable.
  ///
  /// - Returns: its descriptor.
  func end() throws(SystemError) -> CInt {
    state.withLock { $0.making?.join() }
    if let error = maker.error { throw error }
    return try maker.end(at: state.withLock { $0.position })
  }

  /// Keeps the file beyond this object's life.
  ///
  /// - Returns: its path.
  func keep() -> String { maker.keep() }
}

/// Holds the file, and writes the checkpoints.
///
/// A class, because the thread that writes one and the file share it.
private final class CheckpointMaker: Sendable {
  private struct State {
    var sum: InputSum
    var error: SystemError?
    var isFinished = false
  }

  let descriptor: Descriptor
  private let target: String
  private let resumption: Resumption
  private let state: Mutex<State>

  init(_ descriptor: consuming Descriptor, for target: String, _ resumption: Resumption) {
    self.descriptor = descriptor
    self.target = target
    self.resumption = resumption
    state = Mutex(State(sum: InputSum(resumption.inputPath, sharing: resumption.sum)))
  }

  /// The error of writing a checkpoint.
  var error: SystemError? { state.withLock { $0.error } }

  func cut(to byteCount: Int) throws(SystemError) {
    guard ftruncate(descriptor.number, off_t(byteCount)) == 0,
      lseek(descriptor.number, off_t(byteCount), SEEK_SET) >= 0
    else { throw SystemError(call: "write", path: target, code: errno) }
  }

  func make(at position: Int) {
    state.withLock { state in
      do {
        try flush(descriptor.number, path: target)
        try state.sum.advance(to: min(position, resumption.inputByteCount))
        let checkpoint = Checkpoint(
          run: resumption.line, writtenByteCount: position,
          inputByteCount: resumption.inputByteCount,
          knownByteCount: state.sum.byteCount, inputChecksum: state.sum.value)
        let path = Resumption.checkpointPath(for: target)
        var output = try ByteOutput(OutputTarget(path), isPrivate: true)
        try output.write(checkpoint.text)
        let finished = try output.finish()
        // From now on a signal leaves both. The part without a checkpoint would do no harm, but a
        // checkpoint without its part is refused.
        TemporaryFiles.remember([Resumption.partPath(for: target), path], areKept: true)
        try finished.publish()
      } catch {
        state.error =
          error as? SystemError
          ?? SystemError(call: "keep a checkpoint of", path: target, code: EIO)
      }
    }
  }

  func end(at position: Int) throws(SystemError) -> CInt {
    // Bytes after the end are another run's.
    try cut(to: position)
    return descriptor.number
  }

  func keep() -> String {
    state.withLock { $0.isFinished = true }
    return Resumption.partPath(for: target)
  }

  func giveUp() {
    if state.withLock({ $0.isFinished }) { return }
    Resumption.remove(for: target)
  }
}

/// Opens an existing file; its descriptor, or a negative number and `errno`.
private func reopened(_ path: String) -> (descriptor: CInt, code: CInt) {
  let descriptor = openPart(path, isNew: false)
  return (descriptor, descriptor < 0 ? errno : 0)
}

/// - Parameter isNew: whether the file is created; otherwise it must exist.
private func openPart(_ path: String, isNew: Bool) -> CInt {
  let flags = O_RDWR | O_NOFOLLOW | O_CLOEXEC | (isNew ? O_CREAT | O_EXCL : 0)
  return openFile(path, flags, mode: 0o600)
}
