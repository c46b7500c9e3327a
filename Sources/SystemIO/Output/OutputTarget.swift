package import Scan

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The file or stream that an output path names, examined before any input is read.
package struct OutputTarget: Sendable {
  /// The way to write it.
  package enum Kind: Sendable {
    case standardOutput
    /// A pipe or device, written to directly.
    case stream
    /// A file to create or replace; with the status of the existing one.
    case file(replacing: FileStatus?)
  }

  /// The path to write, symbolic links followed, or `<stdout>`.
  package let path: String
  /// How to write it.
  package let kind: Kind

  /// The status of the existing file, if there is one.
  package var existing: FileStatus? {
    if case .file(let existing) = kind { existing } else { nil }
  }

  /// Whether it is a stream, which cannot be replaced as a whole.
  package var isStream: Bool {
    if case .file = kind { false } else { true }
  }

  /// Examines a path: `-` is standard output, a symbolic link stands for its target.
  ///
  /// - Parameter mayBeDirectory: whether a directory may have the name: the output is one itself, or
  ///   is only compared, so that the directory is a difference.
  /// - Throws: `OutputRefusal` if a directory has the name, or the path is empty; `SystemError`.
  package init(_ path: String, mayBeDirectory: Bool = false) throws {
    if Self.namesStandardOutput(path) {
      self.path = StandardStream.output.name
      kind = .standardOutput
      return
    }
    guard !path.isEmpty else {
      throw OutputRefusal(.cannotCreate, "an output needs a name, not ''")
    }
    let status = try Self.status(of: path)
    switch status?.kind {
    case .directory where !mayBeDirectory:
      throw OutputRefusal(.cannotCreate, "'\(path)' is a directory; name a file in it")
    case .stream:
      self.path = path
      kind = .stream
    case .regular, .symbolicLink, .directory, nil:
      self.path = try Self.resolved(path)
      kind = .file(replacing: status)
    }
  }

  /// Whether a path names standard output.
  package static func namesStandardOutput(_ path: String) -> Bool {
    ["-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"].contains(path)
  }

  /// The path at the end of a chain of symbolic links, whether or not a file is there.
  package static func resolved(_ path: String) throws -> String {
    var path = path
    for _ in 0..<40 {
      guard try status(of: path, followsLinks: false)?.kind == .symbolicLink else { return path }
      var buffer = [UInt8](repeating: 0, count: Int(PATH_MAX))
      // SAFETY: readlink fills at most the buffer and returns how much of it.
      let count = unsafe buffer.withUnsafeMutableBytes { bytes in
        unsafe bytes.withMemoryRebound(to: CChar.self) { characters -> Int in
          guard let base = characters.baseAddress else { return -1 }
          return unsafe readlink(path, base, characters.count)
        }
      }
      guard count > 0 else { throw SystemError(call: "create", path: path, code: errno) }
      guard let link = String(validating: buffer.prefix(count), as: UTF8.self) else {
        // Any other spelling would name another file.
        throw OutputRefusal(
          .cannotCreate, "'\(path)' is a link to a name that is not UTF-8",
          hint: "rename the file that it points at")
      }
      path = link.startsWithBytes(of: "/") ? link : parentDirectory(of: path) + "/" + link
    }
    throw SystemError(call: "create", path: path, code: ELOOP)
  }

  /// The status of an output's path; an error is that of creating the output.
  private static func status(
    of path: String, followsLinks: Bool = true
  ) throws(SystemError) -> FileStatus? {
    do throws(SystemError) {
      return try FileStatus(path: path, followsLinks: followsLinks)
    } catch {
      throw SystemError(call: "create", path: path, code: error.code)
    }
  }

  /// Refuses an output that would destroy a file.
  ///
  /// - Parameters:
  ///   - inputs: the files that could be rewritten in place.
  ///   - others: the other files that are read.
  ///   - isForced: whether `--force` allows replacing another file.
  ///   - isInPlace: whether `--in-place` allows replacing an input.
  ///   - isPlanned: whether a plan determines the outputs, so that no option can be suggested.
  ///   - objection: what is wrong with an existing file, if some are replaced without `--force`.
  package func check(
    against inputs: Set<FileStatus.Identity>, besides others: Set<FileStatus.Identity> = [],
    isForced: Bool, isInPlace: Bool = false, isPlanned: Bool = false,
    objection: String? = nil
  ) throws {
    if isInPlace {
      if case .file = self.kind { return }
      throw OutputRefusal(.usage, "'--in-place' cannot rewrite '\(path)': it is not a regular file")
    }
    try refuseInputs(
      inputs, hint: "to rewrite an input, use --in-place; otherwise name another file")
    try refuseInputs(others)
    if existing != nil, !isForced {
      throw OutputRefusal(
        .cannotCreate, "'\(path)' exists " + (objection.map { "and \($0)" } ?? "already"),
        hint: isPlanned
          ? "move it away, or make a plan with --force; resume an interrupted run with --resume"
          : "name another file, or use --force to replace it")
    }
  }

  /// Refuses an output that is one of the inputs, under any name.
  ///
  /// The shell may have made standard output an input too, as in `tool f -o - >> f`.
  private func refuseInputs(
    _ inputs: Set<FileStatus.Identity>, hint: String = "name another file"
  ) throws {
    if case .standardOutput = kind {
      let output = try FileStatus(descriptor: 1, path: path)
      guard output.kind == .regular, inputs.contains(output.identity) else { return }
      throw OutputRefusal(
        .cannotCreate, "standard output is the same file as an input",
        hint: "name another file: reading and writing one file at once destroys it")
    }
    guard let existing else { return }
    if inputs.contains(existing.identity) {
      throw OutputRefusal(
        .cannotCreate, "output '\(path)' is the same file as an input",
        hint: hint)
    }
  }

  /// The error of creating or replacing a file here; nil if that is possible.
  package func failure(makesDirectories: Bool = false) -> SystemError? {
    guard let directory = directory(makesDirectories: makesDirectories) else { return nil }
    // SAFETY: the path is NUL-terminated and outlives the call.
    // With a slash at its end, a file is not a directory.
    guard unsafe access(directory + "/", W_OK | X_OK) == 0 else {
      return SystemError(call: "write in", path: directory, code: errno)
    }
    guard let existing, Self.isForeign(existing, in: directory) else { return nil }
    return SystemError(call: "replace", path: path, code: EPERM)
  }

  /// Whether an existing file is another user's, in a folder with the sticky bit, such as `/tmp`:
  /// others must not replace it there.
  static func isForeign(_ existing: FileStatus, in directory: String) -> Bool {
    let user = geteuid()
    guard user != 0, existing.owner != user, let folder = FileStatus(ifFound: directory) else {
      return false
    }
    return folder.mode & 0o1000 != 0 && folder.owner != user
  }

  /// The directory of the file or, if that will be created, the nearest existing one above it; nil
  /// for a stream.
  func directory(makesDirectories: Bool) -> String? {
    guard case .file = kind else { return nil }
    var directory = parentDirectory(of: path)
    // A link to nothing is there: no directory can be created in its place.
    while makesDirectories, FileStatus(ifFound: directory, followsLinks: false) == nil,
      directory != parentDirectory(of: directory)
    {
      directory = parentDirectory(of: directory)
    }
    return directory
  }
}

/// An output that the run refuses to write, with the reason.
package struct OutputRefusal: ReportableError {
  package let kind: FailureKind
  package let message: String
  package let hint: String?

  package init(_ kind: FailureKind, _ message: String, hint: String? = nil) {
    self.kind = kind
    self.message = message
    self.hint = hint
  }

  /// The refusal of an input that changed during the run.
  package static func inputChanged(_ path: String) -> OutputRefusal {
    OutputRefusal(
      .inputOutput, "'\(path)' changed while it was read",
      hint: "run again when nothing else writes to it")
  }
}
