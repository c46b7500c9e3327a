#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// An output that is written whole and durable, and waits to be published.
package struct FinishedOutput: Sendable {
  /// The path it will have, or the stream it went to.
  package let path: String
  /// How many bytes it has.
  package let byteCount: Int
  /// Its SHA-256, where that was asked for.
  package let digest: SHA256.Digest?
  /// What the file system says of the file, which its new name does not change; nil for a stream.
  package let status: FileStatus?
  private let temporaryPath: String?

  init(
    path: String, byteCount: Int, digest: SHA256.Digest?, status: FileStatus? = nil,
    temporaryPath: String? = nil
  ) {
    self.path = path
    self.byteCount = byteCount
    self.digest = digest
    self.status = status
    self.temporaryPath = temporaryPath
  }

  /// Gives the file its name, replacing what had it before, and makes the directory durable.
  ///
  /// - Parameter didRename: called as soon as the file has its name.
  /// - Throws: `SystemError`; where only the directory's flush failed, the file is in place.
  package func publish(_ didRename: () -> Void = {}) throws(SystemError) {
    guard let temporaryPath else { return didRename() }
    try TemporaryFiles.publish(temporaryPath, as: path)
    didRename()
    try flushDirectory(parentDirectory(of: path), after: path)
  }

  /// Takes the unpublished file away.
  package func discard() {
    guard let temporaryPath else { return }
    removeTree(temporaryPath)
    TemporaryFiles.forget(temporaryPath)
  }
}

/// Makes a directory's entries durable.
func flushDirectory(_ path: String, after published: String) throws(SystemError) {
  // SAFETY: the path is NUL-terminated and outlives the call.
  let descriptor = unsafe open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
  guard descriptor >= 0 else {
    throw SystemError(call: "flush the directory of", path: published, code: errno)
  }
  defer { close(descriptor) }
  while fsync(descriptor) != 0 {
    // Some file systems cannot flush a directory and need not.
    if errno == EINVAL { return }
    if errno != EINTR {
      throw SystemError(
        call: "make the new directory entry durable (the file is in place) of", path: published,
        code: errno)
    }
  }
}
