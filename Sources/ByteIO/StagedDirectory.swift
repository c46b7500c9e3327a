#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A directory of files that appears whole: filled under a temporary name, then renamed.
package struct StagedDirectory: Sendable {
  /// The path it will have.
  package let path: String
  private let temporaryPath: String
  private let replacesExisting: Bool

  /// Makes the directory under a temporary name beside its target.
  package init(_ path: String) throws {
    var path = path
    while path.count > 1, path.hasSuffix("/") { path.removeLast() }
    self.path = path
    replacesExisting = try FileStatus(path: path) != nil
    temporaryPath = TemporaryFiles.reserve(beside: path)
    try makeDirectory(temporaryPath, mode: 0o700, named: path)
  }

  /// Refuses a target that is no directory, or one that is not empty unless that is forced.
  package static func check(_ path: String, isForced: Bool) throws {
    guard let status = try FileStatus(path: path) else { return }
    guard status.kind == .directory else {
      throw OutputRefusal(.cannotCreate, "'\(path)' exists and is no directory")
    }
    if !isForced, try !directoryEntries(path).isEmpty {
      throw OutputRefusal(
        .cannotCreate, "the directory '\(path)' exists and is not empty",
        hint: "name another one, or use --force to replace it")
    }
  }

  /// Makes a directory inside.
  package func addDirectory(_ name: String) throws(SystemError) {
    try makeDirectory(temporaryPath + "/" + name, mode: 0o777, named: path + "/" + name)
  }

  /// Writes a file inside, whole and durable, but not yet seen.
  package func write(_ bytes: [UInt8], to name: String) throws(SystemError) {
    let shown = path + "/" + name
    // SAFETY: the path is NUL-terminated and outlives the call.
    let descriptor = unsafe open(
      temporaryPath + "/" + name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw SystemError(call: "create", path: shown, code: errno) }
    defer { close(descriptor) }
    try writeAll(bytes.span, to: descriptor, path: shown)
    while fsync(descriptor) != 0 {
      if errno != EINTR { throw SystemError(call: "flush", path: shown, code: errno) }
    }
  }

  /// Gives the directory its name; one that is there already is replaced.
  package func publish() throws(SystemError) {
    // SAFETY: here and below, the path is NUL-terminated and outlives the call.
    guard unsafe chmod(temporaryPath, 0o777 & ~currentMask()) == 0 else {
      throw SystemError(call: "set the mode of", path: path, code: errno)
    }
    try flushDirectory(temporaryPath, after: path)
    var aside: String?
    if replacesExisting, unsafe rmdir(path) != 0 {
      // Off the list at once: a signal must not take the old directory away before the new is there.
      let name = TemporaryFiles.reserve(beside: path)
      TemporaryFiles.forget(name)
      guard unsafe rename(path, name) == 0 else {
        throw SystemError(call: "replace", path: path, code: errno)
      }
      aside = name
    }
    try TemporaryFiles.publish(temporaryPath, as: path)
    if let aside { removeTree(aside) }
    try flushDirectory(parentDirectory(of: path), after: path)
  }
}

/// Makes a directory, and reports a failure under the name that the user knows.
private func makeDirectory(_ path: String, mode: mode_t, named: String) throws(SystemError) {
  // SAFETY: the path is NUL-terminated and outlives the call.
  guard unsafe mkdir(path, mode) == 0 else {
    throw SystemError(call: "create", path: named, code: errno)
  }
}

/// Makes a directory and those above it, where they are missing; they go again with the process if
/// nothing comes to be in them.
package func makeDirectories(_ path: String) throws(SystemError) {
  if path == "." || path == "/" || path.isEmpty { return }
  if try FileStatus(path: path) != nil { return }
  try makeDirectories(parentDirectory(of: path))
  try makeDirectory(path, mode: 0o777, named: path)
  TemporaryFiles.noteDirectory(path)
}
