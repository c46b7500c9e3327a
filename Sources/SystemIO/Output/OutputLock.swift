#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif
import Synchronization

/// A lock on an output that one process at a time can hold; the kernel releases it when the process
/// ends. It excludes other processes' locks on directories above the output and on files below it.
///
/// It is on a file of its own beside the output, because the output itself is replaced. The file is
/// removed with the lock. One left by a killed process does not block, and identifies the temporary
/// files that can be removed (`RunMark`).
package final class OutputLock: Sendable {
  /// The outcome of asking for a lock.
  package enum Attempt: Sendable {
    case taken(OutputLock)
    /// Another process holds it, or one that it excludes; the number of the process, if known.
    case busy(processID: Int?)
    /// The path of the lock file holds something else.
    case foreign(String)
    /// No lock file can be created; opening the output will report the error.
    case impossible
  }

  private let lockPath: String
  private let descriptor: Descriptor
  private let identity: FileStatus.Identity
  /// The files of the locks that this process holds; locks are per process, so one list is enough.
  private static let own = Mutex<Set<FileStatus.Identity>>([])

  private init(
    lockPath: String, descriptor: consuming Descriptor, _ identity: FileStatus.Identity
  ) {
    self.lockPath = lockPath
    self.descriptor = descriptor
    self.identity = identity
  }

  // Unlinked before it is released: a waiting process then sees that the file has lost its name.
  deinit {
    // SAFETY: the path is NUL-terminated and outlives the call.
    _ = unsafe unlink(lockPath)
    TemporaryFiles.forget(lockPath)
    _ = Self.own.withLock { $0.remove(identity) }
  }

  /// Tries to take the lock on an output, without waiting.
  ///
  /// - Parameter output: its path, symbolic links followed.
  /// - Throws: `SystemError` if locking fails for another reason.
  package static func take(on output: String) throws(SystemError) -> Attempt {
    let path = lockPath(for: output)
    while true {
      let result = try TemporaryFiles.hold(path) { () throws(SystemError) in
        do throws(SystemError) {
          let attempt = try attempt(path, for: output)
          if case .impossible? = attempt { removeEmptyFile(path) }
          return attempt
        } catch {
          removeEmptyFile(path)
          throw error
        }
      }
      guard let result else { continue }
      // Only now, because the other process looks after it has its lock, too. This one is released.
      if case .taken = result, let other = lockAround(output) { return busy(other) }
      return result
    }
  }

  /// Tries to take the lock on an output until another process releases it.
  ///
  /// - Parameters:
  ///   - deadline: the time to give up and return `busy`.
  ///   - meanwhile: called before each further attempt.
  /// - Throws: `SystemError` if locking fails for another reason.
  package static func take(
    on output: String, until deadline: ContinuousClock.Instant,
    meanwhile: (_ processID: Int?) -> Void = { _ in }
  ) throws(SystemError) -> Attempt {
    while true {
      let attempt = try take(on: output)
      guard case .busy(let holder) = attempt, ContinuousClock.now < deadline else {
        return attempt
      }
      meanwhile(holder)
      pause(milliseconds: 20)
    }
  }

  /// The lock of another process that excludes one on an output; creates no file.
  ///
  /// - Returns: `busy`, or nil if there is no such lock.
  package static func obstacle(to output: String) -> Attempt? {
    let path = lockPath(for: output)
    return isHeldByAnother(path) ? busy(path) : lockAround(output).map(busy)
  }

  private static func busy(_ path: String) -> Attempt {
    guard let descriptor = openToLook(path) else { return .busy(processID: nil) }
    return .busy(processID: RunMark.holder(in: descriptor.number))
  }

  /// Whether another process holds the lock on an output, or on a directory above it.
  ///
  /// - Parameter path: the lock file of the output.
  static func isAnothers(_ path: String) -> Bool {
    isHeldByAnother(path) || lockAbove(path) != nil
  }

  /// The lock file of another process for a directory above an output, or for something below it.
  private static func lockAround(_ output: String) -> String? {
    lockAbove(output) ?? lockBelow(output)
  }

  private static func lockAbove(_ path: String) -> String? {
    var directory = parentDirectory(of: path)
    while directory != ".", FileStatus(ifFound: directory) == nil {
      directory = parentDirectory(of: directory)
    }
    do throws(SystemError) { directory = try absolutePath(directory) } catch { return nil }
    while directory != "/" {
      let lock = lockPath(for: directory)
      if isHeldByAnother(lock) { return lock }
      directory = parentDirectory(of: directory)
    }
    return nil
  }

  private static func lockBelow(_ path: String) -> String? {
    var folders = [path]
    while let folder = folders.popLast() {
      guard FileStatus(ifFound: folder, followsLinks: false)?.kind == .directory else { continue }
      for name in searchedEntries(folder) {
        let path = folder + "/" + name
        if isHidden(name, "lock"), isHeldByAnother(path) { return path }
        if !name.hasPrefix(".") { folders.append(path) }
      }
    }
    return nil
  }

  private static func isHeldByAnother(_ path: String) -> Bool {
    guard SystemIO.isHeld(path), let status = FileStatus(ifFound: path, followsLinks: false) else {
      return false
    }
    return own.withLock { !$0.contains(status.identity) }
  }

  /// The path of the lock file, if it holds something else; nil otherwise.
  package static func foreignFile(on output: String) throws(SystemError) -> String? {
    let path = lockPath(for: output)
    guard let descriptor = openToLook(path) else { return errno == ELOOP ? path : nil }
    return try isLock(descriptor.number, path) ? nil : path
  }

  /// Whether an open file is a lock file: empty, or with a mark.
  private static func isLock(_ descriptor: CInt, _ path: String) throws(SystemError) -> Bool {
    try FileStatus(descriptor: descriptor, path: path).kind == .regular
      && RunMark.isInLock(descriptor)
  }

  /// Tries once to lock the file; nil if it lost its name before it was locked.
  private static func attempt(
    _ path: String, for output: String
  ) throws(SystemError) -> Attempt? {
    let flags = O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC
    var opened = Descriptor(opening: path, flags, mode: 0o644)
    // A lock needs only an open file, so another user's can be locked too.
    if opened == nil, errno == EACCES { opened = openToLook(path) }
    guard let descriptor = opened else {
      return [ELOOP, EISDIR].contains(errno) ? .foreign(path) : .impossible
    }
    guard flock(descriptor.number, LOCK_EX | LOCK_NB) == 0 else {
      let code = errno
      let holder = RunMark.holder(in: descriptor.number)
      switch code {
      case EWOULDBLOCK: return .busy(processID: holder)
      case EINTR: return nil
      // A file system without locks.
      case ENOLCK, ENOTSUP, EINVAL: return .impossible
      default: throw SystemError(call: "lock", path: output, code: code)
      }
    }
    guard try isLock(descriptor.number, path) else { return .foreign(path) }
    guard let status = try statusIfNamed(path, descriptor) else { return nil }
    // Registered first: the leftovers removed next may lie below the locked path.
    _ = own.withLock { $0.insert(status.identity) }
    TemporaryFiles.mark.takeOver(descriptor.number, status, on: output)
    return .taken(OutputLock(lockPath: path, descriptor: descriptor, status.identity))
  }

  /// Removes a lock file that could not be locked, unless it identifies leftovers or is held.
  private static func removeEmptyFile(_ path: String) {
    removeUnheld(path) { _, status, _ in status.kind == .regular && status.byteCount == 0 }
  }

  /// Removes the lock file of a killed process, unless another process holds it by now.
  ///
  /// - Parameters:
  ///   - mark: the mark of the killed process.
  ///   - clear: removes the leftovers of the process at the locked path. The lock is held
  ///     meanwhile, and its file is removed last, because nothing else identifies the leftovers.
  static func removeFile(_ path: String, of mark: RunMark, after clear: () -> Void) {
    removeUnheld(path) { descriptor, status, isLocked in
      guard isLocked, RunMark(reading: descriptor) == mark else { return false }
      if RunMark.isBelieved(in: status) {
        _ = own.withLock { $0.insert(status.identity) }
        clear()
        _ = own.withLock { $0.remove(status.identity) }
      }
      return true
    }
  }

  /// The path of the lock file of an output.
  static func lockPath(for output: String) -> String { hiddenPath(beside: output, "lock") }
}
