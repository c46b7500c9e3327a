#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The directories in which a run publishes or removes files, so that each is flushed once.
package struct ChangedDirectories {
  private var changes: [(directory: PathKey, path: String)] = []
  private var directories: Set<PathKey> = []

  package init() {}

  /// Notes that the entry of a path is changed, and those of the directories above that were made
  /// for it.
  mutating func note(_ path: String) {
    let directory = parentDirectory(of: path)
    let key = PathKey(directory)
    guard directories.insert(key).inserted else { return }
    changes.append((key, path))
    if TemporaryFiles.hasMade(directory) { note(directory) }
  }

  /// Notes that a directory is removed.
  mutating func note(removalOf directory: String) {
    let key = PathKey(directory)
    if directories.remove(key) != nil { changes.removeAll { $0.directory == key } }
    note(directory)
  }

  /// Makes the entries durable.
  ///
  /// - Throws: `SystemError`, which names the first path changed in the directory; it is in place.
  package mutating func flush() throws(SystemError) {
    defer { self = ChangedDirectories() }
    for change in changes { try flushDirectory(change.directory.path, after: change.path) }
  }
}

/// Makes a directory's entries durable.
func flushDirectory(_ path: String, after published: String) throws(SystemError) {
  let call = SystemError.directoryFlush
  guard let descriptor = Descriptor(opening: path, O_RDONLY | O_DIRECTORY | O_CLOEXEC) else {
    // A directory that may be written but not read is flushed with everything else.
    if errno == EACCES { return sync() }
    throw SystemError(call: call, path: published, code: errno)
  }
  while synchronize(descriptor.number) != 0 {
    // Some file systems cannot flush a directory and need not.
    if errno == EINVAL { return }
    if errno != EINTR { throw SystemError(call: call, path: published, code: errno) }
  }
}
