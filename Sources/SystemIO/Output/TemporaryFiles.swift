import Scan

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif
import Synchronization

/// The unfinished files of this run, so that whatever ends it can take them away.
///
/// One list for the process, because a signal ends the process as a whole.
package enum TemporaryFiles {
  private struct State {
    var paths: Set<PathKey> = []
    /// Directories made on the way, outermost first; those that stay empty are not wanted.
    var directories: [String] = []
    /// One that has its name already, and goes again where nothing follows it.
    var provisional: String?
    var count = 0
  }

  /// What tells this process's temporaries from those of any other, one of the same number too.
  static let mark = RunMark.random()

  private static let state = Mutex(State())

  /// Makes a file or a directory under a name, not used yet, beside that which it will be renamed to.
  ///
  /// - Parameter make: makes it; gives 0, or the error number.
  /// - Throws: `SystemError`, which names the target.
  static func make(
    beside target: String, _ make: (String) -> CInt
  ) throws(SystemError) -> String {
    let (path, code) = state.withLock { state in
      state.count += 1
      let path =
        parentDirectory(of: target) + "/.laughtrack-\(getpid())-\(state.count)-\(mark.text).tmp"
      let code = make(path)
      if code == 0 { state.paths.insert(path) }
      return (path, code)
    }
    if code != 0 { throw SystemError(call: "create", path: target, code: code) }
    return path
  }

  /// Takes hold of a file that is to go with the process; nobody removes it while that is under way.
  ///
  /// - Parameter take: takes hold of it; what it gives is given back.
  static func hold<Failure: Error>(
    _ path: String, _ take: () throws(Failure) -> OutputLock.Attempt?
  ) throws(Failure) -> OutputLock.Attempt? {
    let result: Result<OutputLock.Attempt?, Failure> = state.withLock { state in
      do throws(Failure) {
        let attempt = try take()
        if case .taken = attempt { state.paths.insert(path) }
        return .success(attempt)
      } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }

  /// Creates a file that has a name of its own, and puts it on the list in the same moment.
  ///
  /// - Parameter open: creates the file, which must not be there yet; gives its descriptor, or less
  ///   than 0.
  /// - Returns: the descriptor, and the error number where there is none: what comes later, as the list
  ///   is unlocked, may set another.
  package static func create(_ path: String, _ open: () -> CInt) -> (descriptor: CInt, code: CInt) {
    state.withLock { state in
      let descriptor = open()
      if descriptor < 0 { return (descriptor, errno) }
      state.paths.insert(path)
      return (descriptor, 0)
    }
  }

  /// Makes something in a directory that is listed; a removal of all comes before or after it.
  static func betweenRemovals<Result>(_ make: () -> Result) -> Result {
    state.withLock { _ in make() }
  }

  /// Makes a directory that is only wanted for what will be in it.
  ///
  /// - Parameter make: makes it; gives 0, or the error number.
  static func makeDirectory(_ path: String, _ make: () -> CInt) -> CInt {
    state.withLock { state in
      let code = make()
      if code == 0 { state.directories.append(path) }
      return code
    }
  }

  /// Puts files on the list that have names of their own.
  ///
  /// - Parameter areKept: whether a signal leaves them.
  static func remember(_ paths: [String], areKept: Bool) {
    let keys = paths.map { PathKey($0) }
    state.withLock { state in
      if areKept {
        kept.withLock { $0.formUnion(keys) }
        state.paths.subtract(keys)
      } else {
        state.paths.formUnion(keys)
        kept.withLock { $0.subtract(keys) }
      }
    }
  }

  /// Whether this run has a file of that path under way.
  static func isListed(_ path: String) -> Bool {
    state.withLock { $0.paths.contains(path) || kept.withLock { $0.contains(path) } }
  }

  /// The files from which another run can go on; asked while the list is locked, too.
  package static var keptPaths: [String] { kept.withLock { $0.map(\.path).sorted() } }

  /// Files that a signal leaves. Changed only while the list is locked; a lock of its own, because it is
  /// asked there, too.
  private static let kept = Mutex<Set<PathKey>>([])

  /// Takes paths off the list: they are gone, or have their final names.
  static func forget(_ paths: String...) {
    let keys = paths.map { PathKey($0) }
    state.withLock { state in
      state.paths.subtract(keys)
      kept.withLock { $0.subtract(keys) }
    }
  }

  /// Removes every unfinished file, and the directories made for those that nothing else is in.
  ///
  /// - Parameters:
  ///   - keepsSome: whether those stay from which another run can go on.
  ///   - finish: what to do before any other thread can make or publish a file again; a process about
  ///     to end ends here.
  package static func removeAll(
    keepingSome keepsSome: Bool = false, andThen finish: () -> Void = {}
  ) {
    state.withLock { state in
      let paths = state.paths.map(\.path) + (keepsSome ? [] : keptPaths)
      // Locks last: should this be cut short, they tell the next run what is left.
      removeTrees(paths.filter { !$0.hasSuffix(".lock") })
      removeTrees(paths.filter { $0.hasSuffix(".lock") })
      state.paths = []
      // SAFETY: the path is NUL-terminated; rmdir refuses a directory that holds anything.
      for path in state.directories.reversed() { _ = unsafe rmdir(path) }
      state.directories = []
      finish()
      kept.withLock { $0 = [] }
    }
  }

  /// Has a provisional file stay.
  static func confirm() { state.withLock { confirm(&$0) } }

  private static func confirm(_ state: inout State) {
    if let path = state.provisional.take() { state.paths.remove(path) }
  }

  /// Removes a file that has its name; 0, or the error number.
  ///
  /// - Parameter didRemove: called before anything can end the process; so is `didRename` below.
  static func removePublished(_ path: String, _ didRemove: () -> Void) -> CInt {
    state.withLock { state in
      // SAFETY: the path is NUL-terminated and outlives the call.
      guard unsafe unlink(path) == 0 else { return errno }
      Self.confirm(&state)
      didRemove()
      return 0
    }
  }

  /// Renames a temporary, taking it off the list; no removal comes in between.
  ///
  /// - Parameters:
  ///   - replacing: whether a file that has the name gives way; where not, the error's code is
  ///     `EEXIST`.
  ///   - isProvisional: whether it goes again with all others, should the process end before another
  ///     one has its name.
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

/// Renames a file; 0, or the error number.
private func move(_ path: String, to target: String) -> CInt {
  // SAFETY: both strings are NUL-terminated paths that outlive the call.
  unsafe rename(path, target) == 0 ? 0 : errno
}

/// Renames a file where nothing has the name; 0, or the error number.
private func moveBesideNothing(_ path: String, to target: String) -> CInt {
  // SAFETY: here and below, both strings are NUL-terminated paths that outlive the call.
  guard unsafe link(path, target) != 0 else {
    _ = unsafe unlink(path)
    return 0
  }
  // Some file systems know no second name; then only the moment in between is left to chance.
  guard [EPERM, ENOTSUP, EOPNOTSUPP, EMLINK, ENOSYS].contains(errno) else { return errno }
  return unsafe access(target, F_OK) == 0 ? EEXIST : move(path, to: target)
}

/// The directory that a path's last component is in.
package func parentDirectory(of path: String) -> String {
  guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
  return slash == path.startIndex ? "/" : String(path[..<slash])
}

/// Removes many files, or directories, several at a time: each may wait for the disk where the file
/// was flushed to it, and together they wait once.
private func removeTrees(_ paths: [String]) {
  removeShare(0, of: 1 + min(15, paths.count / 32), paths)
}

/// Removes one share of the paths, while a thread removes those that come after it.
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

/// Removes a file, or a directory with all that is in it; what cannot be removed stays.
func removeTree(_ path: String) {
  // SAFETY: the path is NUL-terminated; unlink refuses a directory.
  if unsafe unlink(path) == 0 { return }
  let names: [String]
  do { names = try directoryEntries(path) } catch { return }
  for name in names { removeTree(path + "/" + name) }
  // SAFETY: the path is NUL-terminated.
  _ = unsafe rmdir(path)
}
