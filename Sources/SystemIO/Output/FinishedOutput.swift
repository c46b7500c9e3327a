package import Scan

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// An output that is written whole and durable, and waits to be published.
package struct FinishedOutput: Sendable {
  /// What must be at the target still, for the output to take its place.
  enum Expectation: Sendable {
    case anything
    case nothing
    /// The file that was read, and what was read of it where that was added up.
    case unchanged(FileStatus, FileChecksum?)
  }

  /// The path it will have, or the stream it went to.
  package let path: String
  /// How many bytes it has.
  package let byteCount: Int
  /// Its SHA-256, where that was asked for.
  package let digest: SHA256.Digest?
  /// What the file system says of the file, which its new name does not change, but for the time of the
  /// last change; nil for a stream.
  package let status: FileStatus?
  /// What the file that it replaces had when this was finished, and this could not be given, in words.
  package let losses: [String]
  /// The file that it was compared with instead of being written.
  private let comparison: ComparedFile?
  private let temporaryPath: String?
  private let isResumable: Bool
  private let expectation: Expectation

  init(
    path: String, byteCount: Int, digest: SHA256.Digest?, status: FileStatus? = nil,
    temporaryPath: String? = nil, isResumable: Bool = false,
    expectation: Expectation = .anything, comparison: ComparedFile? = nil, losses: [String] = []
  ) {
    self.path = path
    self.byteCount = byteCount
    self.digest = digest
    self.status = status
    self.temporaryPath = temporaryPath
    self.isResumable = isResumable
    self.expectation = expectation
    self.comparison = comparison
    self.losses = losses
  }

  /// Gives the file its name, replacing what had it before, and makes the directory durable.
  ///
  /// - Parameter didRename: called as soon as the file has its name, before a signal can end the
  ///   process.
  /// - Returns: what the file that it replaces has and it could not be given, in words.
  /// - Throws: `OutputRefusal` where something else is there than is to be replaced, `SystemError`;
  ///   where only the directory's flush failed, the file is in place.
  @discardableResult
  package func publish(_ didRename: () -> Void = {}) throws -> [String] {
    try publish(isProvisional: false, didRename)
  }

  /// Gives the file its name, before another output gets its own without which it is of no use: it goes
  /// again if the process ends in between.
  ///
  /// - Throws: as `publish`.
  package func publishProvisionally() throws { _ = try publish(isProvisional: true) {} }

  private func publish(isProvisional: Bool, _ didRename: () -> Void) throws -> [String] {
    var losses = losses
    comparison?.confirm()
    guard let temporaryPath else {
      // What is there already is as good as published.
      if finding == .same { TemporaryFiles.confirm() }
      didRename()
      return losses
    }
    // A checkpoint must not outlive what it is of.
    if isResumable { Resumption.removeCheckpoint(for: path) }
    switch expectation {
    case .anything:
      try TemporaryFiles.publish(
        temporaryPath, as: path, isProvisional: isProvisional, didRename)
    case .nothing: try publishBesideNothing(temporaryPath, isProvisional, didRename)
    case .unchanged(let status, let sum):
      losses = try take(try present(status, sum), insteadOf: status, temporaryPath) ?? losses
      try TemporaryFiles.publish(
        temporaryPath, as: path, isProvisional: isProvisional, didRename)
    }
    try flushDirectory(parentDirectory(of: path), after: path)
    return losses
  }

  /// Throws where the file that was read is to be replaced, and is not that any more.
  package func checkTarget() throws {
    guard temporaryPath != nil, case .unchanged(let status, let sum) = expectation else { return }
    _ = try present(status, sum)
  }

  /// The present status of the file that was read and is to be replaced.
  private func present(_ status: FileStatus, _ sum: FileChecksum?) throws -> FileStatus {
    guard let present = try FileStatus(path: path),
      try present.isUnchanged(since: status, orIf: { try sum?.isOfAll(of: path) == true })
    else {
      throw OutputRefusal(
        .inputOutput, "'\(path)' was changed by someone else during the run",
        hint: "it stays as they left it; run again")
    }
    return present
  }

  /// Takes over the owner, the permissions and the attributes that the file was given meanwhile.
  ///
  /// - Returns: what it could not be given, in words; nil where the file was given nothing.
  private func take(
    _ present: FileStatus, insteadOf before: FileStatus, _ temporaryPath: String
  ) throws(SystemError) -> [String]? {
    if present.changed == before.changed { return nil }
    let number = openFile(temporaryPath, O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
    guard number >= 0 else { throw SystemError(call: "set the mode of", path: path, code: errno) }
    let descriptor = Descriptor(number)
    return try present.pass(from: path, to: descriptor.number)
  }

  private func publishBesideNothing(
    _ temporaryPath: String, _ isProvisional: Bool, _ didRename: () -> Void
  ) throws {
    do throws(SystemError) {
      try TemporaryFiles.publish(
        temporaryPath, as: path, replacing: false, isProvisional: isProvisional, didRename)
    } catch {
      guard error.code == EEXIST else { throw error }
      throw OutputRefusal(
        .cannotCreate, "'\(path)' was made by someone else during the run",
        hint: "it stays as it is; name another file, or use --force to replace it")
    }
  }

  /// What came of comparing it with the file that is there; nil where it is another that is written.
  package var finding: ComparedFile.Finding? { comparison?.finding }

  /// Opens it to be read before it is published; nil where nothing is kept of it.
  ///
  /// - Throws: `SystemError` where it cannot be opened.
  package func opened() throws(SystemError) -> InputFile? {
    guard let temporaryPath else { return finding == .same ? try InputFile(path: path) : nil }
    return try InputFile(path: temporaryPath)
  }

  /// Takes the unpublished file away.
  package func discard() {
    guard let temporaryPath else { return }
    if isResumable { return Resumption.remove(for: path) }
    removeTree(temporaryPath)
    TemporaryFiles.forget(temporaryPath)
  }
}

/// Makes a directory's entries durable.
func flushDirectory(_ path: String, after published: String) throws(SystemError) {
  let call = SystemError.directoryFlush
  let descriptor = openFile(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
  guard descriptor >= 0 else { throw SystemError(call: call, path: published, code: errno) }
  defer { close(descriptor) }
  while synchronize(descriptor) != 0 {
    // Some file systems cannot flush a directory and need not.
    if errno == EINVAL { return }
    if errno != EINTR { throw SystemError(call: call, path: published, code: errno) }
  }
}
