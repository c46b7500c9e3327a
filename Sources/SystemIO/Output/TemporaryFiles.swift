import Scan

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif
import Synchronization

/// The unfinished files of this process, so that any exit can remove them.
///
/// One list for the process, because a signal ends the process as a whole.
package enum TemporaryFiles {
  private struct State {
    var paths: Set<PathKey> = []
    /// Directories created for outputs, numbered in that order; those that stay empty are removed.
    var directories: [PathKey: Int] = [:]
    var directoryCount = 0
    /// A published file that is removed again if nothing is published after it.
    var provisional: String?
    var count = 0
  }

  /// The mark of this process, which distinguishes it from others with the same number.
  static let mark = RunMark.random()

  private static let state = Mutex(State())

  /// Creates a file or directory under an unused name beside its target.
  ///
  /// - Parameter make: creates it; 0, or `errno`.
  /// - Throws: `SystemError`, which names the target.
  static func make(
    beside target: String, _ make: (String) -> CInt
  ) throws(SystemError) -> String {
    let (path, code) = state.withLock { state in
      state.count += 1
      let path =
        parentDirectory(of: target)
        + "/\(hiddenBeginning)\(getpid())-\(state.count)-\(mark.text).tmp"
      let code = make(path)
      if code == 0 { state.paths.insert(path) }
      return (path, code)
    }
    if code != 0 { throw SystemError(call: "create", path: target, code: code) }
    return path
  }

  /// Takes a lock whose file is removed at exit; no removal happens in between.
  ///
  /// - Parameter take: takes the lock; its result is returned.
  static func hold(
    _ path: String, _ take: () throws(SystemError) -> OutputLock.Attempt?
  ) throws(SystemError) -> OutputLock.Attempt? {
    try state.withLock { state throws(SystemError) in
      let attempt = try take()
      if case .taken = attempt { state.paths.insert(path) }
      return attempt
    }
  }

  /// Creates a file under a given name, and adds it to the list in the same step.
  ///
  /// - Parameter open: creates the file, which must not exist; its descriptor, or a negative
  ///   number.
  /// - Returns: the descriptor, and `errno` if it is negative, read before unlocking can change it.
  package static func create(_ path: String, _ open: () -> CInt) -> (descriptor: CInt, code: CInt) {
    state.withLock { state in
      let descriptor = open()
      if descriptor < 0 { return (descriptor, errno) }
      state.paths.insert(path)
      return (descriptor, 0)
    }
  }

  /// Creates something in a listed directory; a removal of all happens before or after it.
  static func betweenRemovals<Result>(_ make: () -> Result) -> Result {
    state.withLock { _ in make() }
  }

  /// Creates a directory that is only needed for its content.
  ///
  /// - Parameter make: creates it; 0, or `errno`.
  static func makeDirectory(_ path: String, _ make: () -> CInt) -> CInt {
    state.withLock { state in
      let code = make()
      if code == 0 {
        state.directories[path] = state.directoryCount
        state.directoryCount += 1
      }
      return code
    }
  }

  /// Whether this process has created a directory for an output.
  static func hasMade(_ directory: String) -> Bool {
    state.withLock { $0.directories[directory] != nil }
  }

  /// Lets a directory stay that was created for an output, also if it is empty.
  static func keepDirectory(_ directory: String) {
    state.withLock { $0.directories[directory] = nil }
  }

  /// Adds files with names of their own to the list.
  ///
  /// - Parameter areKept: whether a signal leaves them.
  static func remember(_ paths: [String], areKept: Bool) {
    let keys = paths.map { PathKey($0) }
    state.withLock { state in
      state.paths.formUnion(keys)
      kept.withLock { areKept ? $0.formUnion(keys) : $0.subtract(keys) }
    }
  }

  /// Has a signal leave files that are on the list; also callable while it is locked.
  static func keep(_ paths: [String]) {
    kept.withLock { $0.formUnion(paths.map { PathKey($0) }) }
  }

  /// Whether a file of this path is unfinished in this process.
  static func isListed(_ path: String) -> Bool {
    state.withLock { $0.paths.contains(path) }
  }

  /// The files that another run can resume; also callable while the list is locked.
  package static var keptPaths: [String] { kept.withLock { $0.map(\.path).sorted() } }

  /// The files of the list that a signal leaves. It has a lock of its own, because it is read and
  /// changed while the list is locked.
  private static let kept = Mutex<Set<PathKey>>([])

  /// Removes paths from the list: they are gone, or published.
  static func forget(_ paths: String...) {
    let keys = paths.map { PathKey($0) }
    state.withLock { state in
      state.paths.subtract(keys)
      kept.withLock { $0.subtract(keys) }
    }
  }

  /// Removes every unfinished file, and the directories created for them that are empty.
  ///
  /// - Parameters:
  ///   - keepsSome: whether resumable files stay.
  ///   - finish: runs before another thread can create or publish a file; a process that is about
  ///     to end exits here.
  package static func removeAll(
    keepingSome keepsSome: Bool = false, andThen finish: () -> Void = {}
  ) {
    state.withLock { state in
      let paths = state.paths.subtracting(keepsSome ? kept.withLock { $0 } : []).map(\.path)
      // Locks last: if this is cut short, they identify the leftovers.
      removeTrees(paths.filter { !$0.hasSuffix(".lock") })
      removeTrees(paths.filter { $0.hasSuffix(".lock") })
      state.paths = []
      for (directory, _) in state.directories.sorted(by: { $0.value > $1.value }) {
        // SAFETY: the path is NUL-terminated; rmdir refuses a directory that holds anything.
        _ = unsafe rmdir(directory.path)
      }
      state.directories = [:]
      finish()
      kept.withLock { $0 = [] }
    }
  }

  /// Makes a provisional file permanent.
  static func confirm() { state.withLock { confirm(&$0) } }

  /// Removes a provisional file, because nothing is published after it.
  package static func removeProvisional() {
    state.withLock { state in
      guard let path = state.provisional.take() else { return }
      removeTree(path)
      state.paths.remove(path)
    }
  }

  private static func confirm(_ state: inout State) {
    if let path = state.provisional.take() { state.paths.remove(path) }
  }

  /// Removes a published file; 0, or `errno`.
  ///
  /// - Parameter didRemove: called before anything can end the process, as is `didRename` below.
  static func removePublished(_ path: String, _ didRemove: () -> Void) -> CInt {
    state.withLock { state in
      // SAFETY: the path is NUL-terminated and outlives the call.
      guard unsafe unlink(path) == 0 else { return errno }
      Self.confirm(&state)
      didRemove()
      return 0
    }
  }

  /// Renames a temporary file and removes it from the list, with no removal in between.
  ///
  /// - Parameters:
  ///   - replacing: whether an existing file is replaced; otherwise the error's code is `EEXIST`.
  ///   - isProvisional: whether the file is removed again if the process ends before another is
  ///     published.
  static func publish(
    _ path: String, as target: String, replacing: Bool = true, isProvisional: Bool = false,
    _ didRename: () -> Void = {}
  ) throws(SystemError) {
    let code: CInt = state.withLock { state in
      let code = replacing ? move(path, to: target) : moveBesideNothing(path, to: target)
      if code == 0 {
        state.paths.remove(path)
        kept.withLock { $0.remove(path) }
        Self.confirm(&state)
        if isProvisional {
          state.provisional = target
          state.paths.insert(target)
        }
        didRename()
      }
      return code
    }
    if code != 0 { throw SystemError(call: "rename to", path: target, code: code) }
  }
}

/// Renames a file; 0, or `errno`.
private func move(_ path: String, to target: String) -> CInt {
  // SAFETY: both strings are NUL-terminated paths that outlive the call.
  unsafe rename(path, target) == 0 ? 0 : errno
}

/// Renames a file unless the name is taken; 0, or `errno`.
private func moveBesideNothing(_ path: String, to target: String) -> CInt {
  // SAFETY: here and below, both strings are NUL-terminated paths that outlive the call.
  guard unsafe link(path, target) != 0 else {
    _ = unsafe unlink(path)
    return 0
  }
  // Some file systems have no hard links; check and rename then leave a short race.
  guard [EPERM, ENOTSUP, EOPNOTSUPP, EMLINK, ENOSYS].contains(errno) else { return errno }
  return unsafe access(target, F_OK) == 0 ? EEXIST : move(path, to: target)
}

/// The directory of a path's last component.
package func parentDirectory(of path: String) -> String {
  guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
  return slash == path.startIndex ? "/" : String(path[..<slash])
}

/// A path's last component, or the path if it has none.
package func lastComponent(of path: String) -> String {
  path.dividedAtSlashes().last.map(String.init) ?? path
}

/// Removes many files or directories, several at a time: each may wait for the disk if it was
/// flushed, and in parallel they wait once.
private func removeTrees(_ paths: [String]) {
  removeShare(0, of: 1 + min(15, paths.count / 32), paths)
}

/// Removes one share of the paths, while a thread removes the following shares.
private func removeShare(_ number: Int, of count: Int, _ paths: [String]) {
  var next: WorkerThread?
  if number + 1 < count {
    do throws(SystemError) {
      next = try WorkerThread(for: paths[number]) { removeShare(number + 1, of: count, paths) }
    } catch {
      removeShare(number + 1, of: count, paths)
    }
  }
  for index in stride(from: number, to: paths.count, by: count) { removeTree(paths[index]) }
  next?.join()
}

/// Removes a file, or a directory with its content; what cannot be removed stays.
func removeTree(_ path: String) {
  // SAFETY: the path is NUL-terminated; unlink refuses a directory.
  if unsafe unlink(path) == 0 { return }
  for name in searchedEntries(path) { removeTree(path + "/" + name) }
  // SAFETY: the path is NUL-terminated.
  _ = unsafe rmdir(path)
}
