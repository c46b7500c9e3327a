import Scan

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif
import Synchronization

/// A lock on an output that one process at a time can have, kept by the kernel until it is let go or
/// the process ends.
///
/// It is on a file of its own beside the output, because the output itself is replaced. The file goes
/// with the lock; one that a killed process left behind is in nobody's way, and tells the next one which
/// temporaries nobody needs any more (`RunMark`).
package final class OutputLock: Sendable {
  /// What came of asking for a lock.
  package enum Attempt: Sendable {
    case taken(OutputLock)
    /// Another process has it; its number, where it can be told.
    case busy(processID: Int?)
    /// Something else than a lock is in its place: the path of it.
    case foreign(String)
    /// No file can be made there; whoever tries to write the output finds out why.
    case impossible
  }

  private let lockPath: String
  private let descriptor: CInt
  private let identity: FileStatus.Identity
  /// The files of the locks that this process has. A lock is the process's, so one list is, too.
  private static let own = Mutex<Set<FileStatus.Identity>>([])

  private init(lockPath: String, descriptor: CInt, _ identity: FileStatus.Identity) {
    self.lockPath = lockPath
    self.descriptor = descriptor
    self.identity = identity
  }

  // Removed before it is let go: whoever waits for it then finds that it lost its name.
  deinit {
    // SAFETY: the path is NUL-terminated and outlives the call.
    _ = unsafe unlink(lockPath)
    TemporaryFiles.forget(lockPath)
    _ = Self.own.withLock { $0.remove(identity) }
    close(descriptor)
  }

  /// Asks for the lock on an output, without waiting.
  ///
  /// - Parameter output: its path, symbolic links followed.
  /// - Throws: `SystemError` where the system cannot say.
  package static func take(on output: String) throws(SystemError) -> Attempt {
    let path = lockPath(for: output)
    while true {
      let result = try TemporaryFiles.hold(path) { () throws(SystemError) in
        try attempt(path, for: output)
      }
      if let result { return result }
    }
  }

  /// Asks for the lock on an output again and again, for as long as another process has it.
  ///
  /// - Parameters:
  ///   - deadline: when to give up; `busy` is what comes of it then.
  ///   - meanwhile: called before each further attempt.
  /// - Throws: `SystemError` where the system cannot say.
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

  /// Whether another process has the lock on an output; nothing is made to find out.
  package static func isHeld(on output: String) -> Bool {
    SystemIO.isHeld(lockPath(for: output))
  }

  /// The process that has the lock on an output, as far as the lock's file says.
  package static func holder(on output: String) -> Int? {
    let descriptor = openToLook(lockPath(for: output))
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    return RunMark.holder(in: descriptor)
  }

  /// Whether another process has the lock on an output, or on a directory that the output is in.
  ///
  /// - Parameter path: the file that stands for the output.
  static func isAnothers(_ path: String) throws(SystemError) -> Bool {
    if try isHeldByAnother(path) { return true }
    var directory = try absolutePath(parentDirectory(of: path))
    while directory != "/" {
      if try isHeldByAnother(lockPath(for: directory)) { return true }
      directory = parentDirectory(of: directory)
    }
    return false
  }

  private static func isHeldByAnother(_ path: String) throws(SystemError) -> Bool {
    guard SystemIO.isHeld(path), let status = try FileStatus(path: path, followsLinks: false) else {
      return false
    }
    return own.withLock { !$0.contains(status.identity) }
  }

  /// What is in the place of the lock on an output and is none; nil where nothing is.
  package static func foreignFile(on output: String) throws(SystemError) -> String? {
    let path = lockPath(for: output)
    let descriptor = openToLook(path)
    guard descriptor >= 0 else { return errno == ELOOP ? path : nil }
    defer { close(descriptor) }
    return try isLock(descriptor, path) ? nil : path
  }

  /// Whether an open file is that of a lock: empty, or with a mark in it.
  private static func isLock(_ descriptor: CInt, _ path: String) throws(SystemError) -> Bool {
    try FileStatus(descriptor: descriptor, path: path).kind == .regular
      && RunMark.isInLock(descriptor)
  }

  /// Nil where the file lost its name before it was locked.
  private static func attempt(
    _ path: String, for output: String
  ) throws(SystemError) -> Attempt? {
    var descriptor = openLockFile(path)
    // To have it open is enough to lock another user's.
    if descriptor < 0, errno == EACCES { descriptor = openToLook(path) }
    guard descriptor >= 0 else {
      return [ELOOP, EISDIR].contains(errno) ? .foreign(path) : .impossible
    }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      let code = errno
      let holder = RunMark.holder(in: descriptor)
      close(descriptor)
      switch code {
      case EWOULDBLOCK: return .busy(processID: holder)
      case EINTR: return nil
      // A file system without locks.
      case ENOLCK, ENOTSUP, EINVAL: return .impossible
      default: throw SystemError(call: "lock", path: output, code: code)
      }
    }
    do throws(SystemError) {
      guard try isLock(descriptor, path) else {
        close(descriptor)
        return .foreign(path)
      }
      let status = try FileStatus(descriptor: descriptor, path: path)
      if try FileStatus(path: path, followsLinks: false)?.identity == status.identity {
        // First of all: what is taken over may lie below what this lock is on.
        _ = own.withLock { $0.insert(status.identity) }
        TemporaryFiles.mark.takeOver(descriptor, status, on: output)
        return .taken(OutputLock(lockPath: path, descriptor: descriptor, status.identity))
      }
    } catch {
      close(descriptor)
      throw error
    }
    close(descriptor)
    return nil
  }

  /// Removes the lock file of a killed process, unless another process holds it by now.
  ///
  /// - Parameters:
  ///   - mark: that of the process.
  ///   - clear: removes what the process left where the lock was for; the lock is held meanwhile, and
  ///     its file goes last, because nothing else tells of what is left there.
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

  /// The file that stands for an output.
  static func lockPath(for output: String) -> String { hiddenPath(beside: output, "lock") }
}

private func openLockFile(_ path: String) -> CInt {
  openFile(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, mode: 0o644)
}
