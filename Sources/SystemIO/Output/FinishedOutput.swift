package import Scan

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// An output that is complete, but not published.
package struct FinishedOutput: Sendable {
  /// The state of the target that the publication requires.
  enum Expectation: Sendable {
    case anything
    case nothing
    /// The file that was read, with the running checksum if there is one.
    case unchanged(FileStatus, FileChecksum?)
  }

  /// The path to publish it at, or the stream that it went to.
  package let path: String
  /// The size in bytes.
  package let byteCount: Int
  /// The SHA-256, if requested.
  package let digest: SHA256.Digest?
  /// The status of the temporary file; renaming changes only its change time. Nil for a stream.
  package internal(set) var status: FileStatus?
  var temporaryPath: String?
  /// The temporary file, until it is durable.
  var file: WrittenFile?
  var isResumable = false
  var expectation = Expectation.anything
  /// The finding of the comparison; nil if the output is written.
  package internal(set) var finding: FileComparison.Finding?
  /// The entry that takes the finding.
  var entry: ComparedFiles.Entry?
  /// Attributes of the replaced file that could not be set, in words.
  package internal(set) var losses: [String] = []

  /// Makes the unpublished file durable; one that cannot be made durable is removed.
  package func flush() throws(SystemError) {
    do throws(SystemError) {
      try file?.end()
    } catch {
      discard()
      throw error
    }
  }

  /// Makes the file durable, renames it into place and makes the directory durable.
  ///
  /// - Parameter isProvisional: whether the file is useless without a later one, so that it is
  ///   removed if the process ends before that is published.
  /// - Returns: attributes of the replaced file that could not be set, in words.
  /// - Throws: `OutputRefusal` if the target has changed, `SystemError`. If only the directory's
  ///   flush failed, the file is in place.
  @discardableResult
  package func publish(isProvisional: Bool = false) throws -> [String] {
    var directories = ChangedDirectories()
    let losses = try publish(in: &directories, isProvisional: isProvisional)
    try directories.flush()
    return losses
  }

  /// Makes the file durable and renames it into place.
  ///
  /// - Parameters:
  ///   - directories: gets the directory, which is not yet durable.
  ///   - isProvisional: as above.
  ///   - didRename: called directly after the rename, before a signal can end the process.
  /// - Returns: attributes of the replaced file that could not be set, in words.
  /// - Throws: `OutputRefusal` if the target has changed, `SystemError`.
  @discardableResult
  package func publish(
    in directories: inout ChangedDirectories, isProvisional: Bool = false,
    _ didRename: () -> Void = {}
  ) throws -> [String] {
    var losses = losses
    if let finding { entry?.confirm(path, finding) }
    guard let temporaryPath, let file else {
      // An equal file in place counts as published.
      if finding == .same { TemporaryFiles.confirm() }
      didRename()
      return losses
    }
    try flush()
    // A checkpoint must not outlive its output.
    if isResumable { Resumption.removeCheckpoint(for: path) }
    var replaces = true
    switch expectation {
    case .anything: break
    case .nothing: replaces = false
    case .unchanged(let status, let sum):
      losses = try take(try present(status, sum), insteadOf: status, temporaryPath) ?? losses
    }
    do throws(SystemError) {
      try TemporaryFiles.publish(
        temporaryPath, as: path, replacing: replaces, isProvisional: isProvisional, didRename)
    } catch {
      guard !replaces, error.code == EEXIST else { throw error }
      throw OutputRefusal(
        .cannotCreate, "'\(path)' was created by another program during the run",
        hint: "it was left as it is; name another file, or use --force to replace it")
    }
    if file.isDurable { directories.note(path) }
    return losses
  }

  /// Throws if the file to be replaced is no longer the one that was read.
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
        .inputOutput, "'\(path)' was changed by another program during the run",
        hint: "it was left as it is; run again")
    }
    return present
  }

  /// Copies owner, permissions and attributes that the replaced file got meanwhile.
  ///
  /// - Returns: attributes that could not be set, in words; nil if there are no new ones.
  private func take(
    _ present: FileStatus, insteadOf before: FileStatus, _ temporaryPath: String
  ) throws(SystemError) -> [String]? {
    if present.changed == before.changed { return nil }
    guard
      let descriptor = Descriptor(opening: temporaryPath, O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
    else { throw SystemError(call: "set the mode of", path: path, code: errno) }
    return try present.pass(from: path, to: descriptor.number)
  }

  /// Opens the unpublished file for reading; nil if nothing was kept.
  ///
  /// - Throws: `SystemError` if it cannot be opened.
  package func opened() throws(SystemError) -> InputFile? {
    guard let temporaryPath else { return finding == .same ? try InputFile(path: path) : nil }
    return try InputFile(path: temporaryPath)
  }

  /// Removes the unpublished file.
  package func discard() {
    guard let temporaryPath else { return }
    if isResumable { return Resumption.remove(for: path) }
    removeTree(temporaryPath)
    TemporaryFiles.forget(temporaryPath)
  }
}
