import Scan
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A directory of files that appears whole: filled under a temporary name, then renamed.
///
/// A class, because whoever writes the files and whoever publishes it share what is not durable yet.
package final class StagedDirectory: Sendable {
  /// The path it will have.
  package let path: String
  private let temporaryPath: String
  /// The files that are written and not durable yet. To make them so one by one would wait for the disk
  /// each time; meanwhile they stay open, because an error that the system met is told there alone.
  private let written = Mutex<[(descriptor: CInt, path: String)]>([])
  private static let writtenLimit = 16

  /// Makes the directory under a temporary name beside its target.
  package init(_ path: String) throws {
    var path = try OutputTarget.resolved(path)
    while path.count > 1, path.hasSuffix("/") { path.removeLast() }
    self.path = path
    temporaryPath = try TemporaryFiles.make(beside: path) { systemMakeDirectory($0, mode: 0o700) }
  }

  deinit { written.withLock { for file in $0 { close(file.descriptor) } } }

  /// Refuses a target that is no directory, or one that holds anything: what it holds may be the
  /// only way to undo an older run. One that is where somebody is (`.`) cannot be replaced.
  package static func check(_ path: String) throws {
    if let name = path.dividedAtSlashes().last, name == "." || name == ".." {
      throw OutputRefusal(
        .cannotCreate, "the directory '\(path)' has no name by which it could be replaced",
        hint: "name a new one")
    }
    guard let status = try FileStatus(path: path) else { return }
    guard status.kind == .directory else {
      throw OutputRefusal(.cannotCreate, "'\(path)' exists and is no directory")
    }
    if let name = try directoryEntries(path).first {
      throw OutputRefusal(
        .cannotCreate, "the directory '\(path)' is not empty: it holds '\(name)'",
        hint: "name a new one")
    }
  }

  /// Makes a directory inside.
  package func addDirectory(_ name: String) throws(SystemError) {
    let code = TemporaryFiles.betweenRemovals {
      systemMakeDirectory(temporaryPath + "/" + name, mode: 0o777)
    }
    if code != 0 { throw SystemError(call: "create", path: path + "/" + name, code: code) }
  }

  /// Writes a file inside, whole but not yet seen, and not durable before `flush`.
  package func write(_ bytes: [UInt8], to name: String) throws(SystemError) {
    let shown = path + "/" + name
    let (descriptor, code) = TemporaryFiles.betweenRemovals {
      let descriptor = openFile(
        temporaryPath + "/" + name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode: 0o666)
      return (descriptor, errno)
    }
    guard descriptor >= 0 else { throw SystemError(call: "create", path: shown, code: code) }
    let count = written.withLock {
      $0.append((descriptor, shown))
      return $0.count
    }
    try writeAll(bytes.span, to: descriptor, path: shown)
    EarlyFlush.begin(0..<bytes.count, of: descriptor)
    if count >= Self.writtenLimit { try flush() }
  }

  /// Makes the files durable.
  package func flush() throws(SystemError) {
    while let file = written.withLock({ $0.first }) {
      try SystemIO.flush(file.descriptor, path: file.path)
      written.withLock { _ = $0.removeFirst() }
      guard close(file.descriptor) == 0 else {
        throw SystemError(call: "close", path: file.path, code: errno)
      }
    }
  }

  /// Gives the directory its name; an empty one that is there already is replaced.
  ///
  /// - Parameter didRename: called as soon as it has its name, before a signal can end the process.
  package func publish(_ didRename: () -> Void = {}) throws(SystemError) {
    try flush()
    // SAFETY: here and below, the path is NUL-terminated and outlives the call.
    guard unsafe chmod(temporaryPath, 0o777 & ~creationMask) == 0 else {
      throw SystemError(call: "set the mode of", path: path, code: errno)
    }
    for name in try directoryEntries(temporaryPath)
    where try FileStatus(path: temporaryPath + "/" + name)?.kind == .directory {
      try flushDirectory(temporaryPath + "/" + name, after: path)
    }
    try flushDirectory(temporaryPath, after: path)
    // An empty directory gives way to a rename.
    try TemporaryFiles.publish(temporaryPath, as: path, didRename)
    try flushDirectory(parentDirectory(of: path), after: path)
  }
}

/// Makes a directory; 0, or the error number.
private func systemMakeDirectory(_ path: String, mode: mode_t) -> CInt {
  // SAFETY: the path is NUL-terminated and outlives the call.
  unsafe mkdir(path, mode) == 0 ? 0 : errno
}

/// Makes a directory that stays though nothing comes to be in it, and those above it.
package func makeLastingDirectory(_ path: String) throws(SystemError) {
  try makeDirectory(path) { systemMakeDirectory($0, mode: 0o777) }
}

/// Makes a directory and those above it, where they are missing; they go again with the process if
/// nothing comes to be in them.
package func makeDirectories(_ path: String) throws(SystemError) {
  if path == "." || path == "/" || path.isEmpty { return }
  try makeDirectory(path) { path in
    TemporaryFiles.makeDirectory(path) { systemMakeDirectory(path, mode: 0o777) }
  }
}

/// Makes a directory in one way, and those above it as they are wanted, where they are missing.
private func makeDirectory(
  _ path: String, _ make: (String) -> CInt
) throws(SystemError) {
  if try FileStatus(path: path) != nil { return }
  try makeDirectories(parentDirectory(of: path))
  let code = make(path)
  if code != 0 { throw SystemError(call: "create", path: path, code: code) }
  try flushDirectory(parentDirectory(of: path), after: path)
}
