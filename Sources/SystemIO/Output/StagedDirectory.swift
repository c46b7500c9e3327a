import Scan

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif
import Synchronization

/// A directory that appears whole: filled under a temporary name, then renamed.
///
/// A class, because the writer of the files and the publication share the files that are not yet
/// durable.
package final class StagedDirectory: Sendable {
  /// The path to publish it at.
  package let path: String
  private let temporaryPath: String
  /// Files that are not yet durable.
  private let written = Mutex<[WrittenFile]>([])

  /// Creates the directory under a temporary name beside its target.
  package init(_ path: String) throws {
    let path = try OutputTarget.resolved(path).withoutTrailingSlashes
    self.path = path
    temporaryPath = try TemporaryFiles.make(beside: path) { systemMakeDirectory($0, mode: 0o700) }
  }

  /// Refuses a target that is not a directory, or not empty: its files may be the only way to undo
  /// an older run. The current directory (`.`) cannot be replaced.
  package static func check(_ path: String) throws {
    if [".", ".."].contains(lastComponent(of: path)) {
      throw OutputRefusal(
        .cannotCreate, "the directory '\(path)' cannot be replaced: it has no name of its own",
        hint: "name a new one")
    }
    guard let status = try FileStatus(path: path) else { return }
    guard status.kind == .directory else {
      throw OutputRefusal(.cannotCreate, "'\(path)' exists and is not a directory")
    }
    if let name = try directoryEntries(path).first {
      throw OutputRefusal(
        .cannotCreate, "the directory '\(path)' is not empty: it holds '\(name)'",
        hint: "name a new one")
    }
  }

  /// Creates a directory inside.
  package func addDirectory(_ name: String) throws(SystemError) {
    let code = TemporaryFiles.betweenRemovals {
      systemMakeDirectory(temporaryPath + "/" + name, mode: 0o777)
    }
    if code != 0 { throw SystemError(call: "create", path: path + "/" + name, code: code) }
  }

  /// Writes a file inside, which is not durable before `flush`.
  package func write(_ bytes: [UInt8], to name: String) throws(SystemError) {
    let shown = path + "/" + name
    let (number, code) = TemporaryFiles.betweenRemovals {
      let number = openFile(
        temporaryPath + "/" + name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode: 0o666)
      return (number, errno)
    }
    guard number >= 0 else { throw SystemError(call: "create", path: shown, code: code) }
    let descriptor = Descriptor(number)
    try writeAll(bytes.span, to: descriptor.number, path: shown)
    let file = WrittenFile(descriptor.release(), path: shown, rest: 0..<bytes.count)
    let count = written.withLock {
      $0.append(file)
      return $0.count
    }
    if count >= WrittenFile.groupSize { try flush() }
  }

  /// Makes the files durable.
  package func flush() throws(SystemError) {
    while let file = written.withLock({ $0.first }) {
      try file.end()
      written.withLock { _ = $0.removeFirst() }
    }
  }

  /// Renames the directory into place; an existing empty one is replaced.
  ///
  /// - Parameter didRename: called directly after the rename, before a signal can end the process.
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
    // A rename replaces an empty directory.
    try TemporaryFiles.publish(temporaryPath, as: path, didRename)
    var changed = ChangedDirectories()
    changed.note(path)
    try changed.flush()
  }
}
