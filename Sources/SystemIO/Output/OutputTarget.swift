package import Scan

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// What an output path turned out to name, looked at before any input is read.
package struct OutputTarget: Sendable {
  /// What is to be done with it.
  package enum Kind: Sendable {
    case standardOutput
    /// A pipe or device: written to as it is.
    case stream
    /// A file, to be made or replaced; with the status of the one that is there.
    case file(replacing: FileStatus?)
  }

  /// The path to write, symbolic links followed, or `<stdout>`.
  package let path: String
  package let kind: Kind

  /// The file that is there already, if one is.
  package var existing: FileStatus? {
    if case .file(let existing) = kind { existing } else { nil }
  }

  /// Whether it takes what is written as it comes.
  package var isStream: Bool {
    if case .file = kind { false } else { true }
  }

  /// Looks at a path: `-` is standard output, a link stands for what it points at.
  ///
  /// - Parameter isCompared: whether nothing is written there, so that what is in the way of a file is
  ///   a difference from it, and no obstacle.
  /// - Throws: `OutputRefusal` where a directory is in the way or the path leads nowhere.
  package init(_ path: String, isCompared: Bool = false) throws {
    if Self.namesStandardOutput(path) {
      self.path = StandardStream.output.name
      kind = .standardOutput
      return
    }
    guard !path.isEmpty else {
      throw OutputRefusal(.cannotCreate, "an output needs a name, not ''")
    }
    let status: FileStatus?
    do throws(SystemError) {
      status = try FileStatus(path: path)
    } catch {
      guard isCompared, error.code == ENOTDIR else {
        throw SystemError(call: "create", path: path, code: error.code)
      }
      self.path = path
      kind = .file(replacing: nil)
      return
    }
    switch status?.kind {
    case .directory where !isCompared:
      throw OutputRefusal(.cannotCreate, "'\(path)' is a directory; name a file in it")
    case .stream:
      self.path = path
      kind = .stream
    case .regular, .symbolicLink, .directory, nil:
      self.path = try Self.resolved(path)
      kind = .file(replacing: status)
    }
  }

  /// Whether a path stands for standard output, whatever that is.
  package static func namesStandardOutput(_ path: String) -> Bool {
    ["-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"].contains(path)
  }

  /// The path at the end of a chain of links, whether or not a file is there.
  package static func resolved(_ path: String) throws -> String {
    var path = path
    for _ in 0..<40 {
      guard try FileStatus(path: path, followsLinks: false)?.kind == .symbolicLink else {
        return path
      }
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
        // Spelled in any other way it would be another file.
        throw OutputRefusal(
          .cannotCreate, "'\(path)' is a link to a name that is not UTF-8",
          hint: "rename the file that it points at")
      }
      path = link.startsWithBytes(of: "/") ? link : parentDirectory(of: path) + "/" + link
    }
    throw SystemError(call: "create", path: path, code: ELOOP)
  }

  /// Refuses an output that would destroy something.
  ///
  /// - Parameters:
  ///   - inputs: the files that could be rewritten in place.
  ///   - others: the other files that are read.
  ///   - isForced: whether replacing another file was asked for.
  ///   - isInPlace: whether replacing an input was asked for.
  ///   - isPlanned: whether a plan says what is written, so that nothing can be asked for any more.
  package func check(
    against inputs: Set<FileStatus.Identity>, besides others: Set<FileStatus.Identity> = [],
    isForced: Bool, isInPlace: Bool = false, isPlanned: Bool = false
  ) throws {
    if isInPlace {
      if case .file = kind { return }
      throw OutputRefusal(.usage, "'--in-place' cannot rewrite '\(path)': it is no regular file")
    }
    try refuseInputs(
      inputs, hint: "to rewrite an input, use --in-place; otherwise name another file")
    try refuseInputs(others)
    if existing != nil, !isForced {
      throw OutputRefusal(
        .cannotCreate, "'\(path)' exists already",
        hint: isPlanned
          ? "move it away, or make a plan with --force; what was interrupted goes on with --resume"
          : "name another file, or use --force to replace it")
    }
  }

  /// Refuses an output that is one of the inputs, under whatever name.
  ///
  /// A shell may have made standard output an input too, as in `tool f -o - >> f`.
  package func refuseInputs(
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

  /// What would keep a file of so many bytes from being written here, or nil where nothing is in
  /// the way.
  package func obstacle(byteCount: Int) -> String? {
    if let obstacle = obstacle() { return obstacle }
    var needs = SpaceNeeds()
    needs.add(self, byteCount: byteCount)
    return needs.obstacles.first
  }

  /// What would keep a file of any size from being made here, or nil where nothing is in the way.
  ///
  /// - Parameter makesDirectories: whether directories on the way that are missing will be made.
  package func obstacle(makesDirectories: Bool = false) -> String? {
    failure(makesDirectories: makesDirectories)?.message
  }

  /// The error of making a file here, or nil where nothing is in the way.
  package func failure(makesDirectories: Bool = false) -> SystemError? {
    guard let directory = directory(makesDirectories: makesDirectories) else { return nil }
    // SAFETY: the path is NUL-terminated and outlives the call.
    guard unsafe access(directory, W_OK | X_OK) != 0 else { return nil }
    return SystemError(call: "write in", path: directory, code: errno)
  }

  /// The directory that a file is made in, or, where that is missing and will be made, the nearest
  /// one above it; nil for a stream.
  func directory(makesDirectories: Bool) -> String? {
    guard case .file = kind else { return nil }
    var directory = parentDirectory(of: path)
    // SAFETY: the path is NUL-terminated and outlives the call.
    while makesDirectories, unsafe access(directory, F_OK) != 0,
      directory != parentDirectory(of: directory)
    {
      directory = parentDirectory(of: directory)
    }
    return directory
  }
}

/// An output that the run will not write, and why.
package struct OutputRefusal: ReportableError {
  package let kind: FailureKind
  package let message: String
  package let hint: String?

  package init(_ kind: FailureKind, _ message: String, hint: String? = nil) {
    self.kind = kind
    self.message = message
    self.hint = hint
  }

  /// The refusal of an input that somebody wrote to during the run.
  package static func inputChanged(_ path: String) -> OutputRefusal {
    OutputRefusal(
      .inputOutput, "'\(path)' changed while it was read",
      hint: "run again when nothing else writes to it")
  }
}
