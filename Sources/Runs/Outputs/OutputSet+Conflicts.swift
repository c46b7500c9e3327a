import Scan
import SystemIO

/// A file that a run reads or writes, whatever path names it.
enum TakenName: Hashable {
  case file(FileStatus.Identity)
  /// A missing file, identified by its directory and its name.
  case new(FileStatus.Identity, PathKey)
  /// A file whose directory is missing too.
  case far(PathKey)

  /// Nil for a device, which may be named twice.
  fileprivate init?(_ path: String) throws {
    let target = try OutputTarget.resolved(path)
    // The link of an open pipe leads to no name.
    if let status = try FileStatus(path: path) {
      if status.kind == .stream, !status.isPipe { return nil }
      self = .file(status.identity)
    } else if let parent = try FileStatus(path: parentDirectory(of: target)) {
      self = .new(parent.identity, PathKey(lastComponent(of: target)))
    } else {
      self = .far(PathKey(target))
    }
  }
}

// No output may be an input or another output, under any name; this is checked before anything is
// opened.
extension OutputSet {
  /// Adds the inputs.
  package mutating func read(_ inputs: InputList) {
    self.inputs.formUnion(inputs.identities)
    directories.merge(inputs.directories) { first, _ in first }
    for input in inputs.files {
      let file = NamedFile(option: nil, path: input.path)
      if input.isStandardInput { streams[input.status.identity] = file }
      switch input.status.kind {
      case .regular:
        let name = TakenName.file(input.status.identity)
        taken[name] = taken[name] ?? file
      case .stream:
        streams[input.status.identity] = file
        if input.status.isPipe { taken[.file(input.status.identity)] = file }
      case .directory, .symbolicLink: break
      }
    }
  }

  /// Adds a file that is read beside the inputs. The same regular file may be read twice.
  ///
  /// - Throws: `UsageError` if it is standard input, a pipe or a device that the run already reads,
  ///   or a pipe that it writes.
  package mutating func read(_ path: String?, option: String) throws {
    guard let path, let status = try FileStatus(input: path) else { return }
    otherInputs.insert(status.identity)
    let file = NamedFile(option: option, path: path)
    if status.kind == .stream || path == "-",
      let other = streams.updateValue(file, forKey: status.identity)
    {
      throw UsageError(
        "\(file) is the same stream as \(other)", hint: "a stream can be read only once",
        about: [file, other])
    }
    guard status.kind == .stream else {
      let name = TakenName.file(status.identity)
      taken[name] = taken[name] ?? file
      return
    }
    if status.isPipe { try enter(file, as: .file(status.identity)) }
  }

  /// Adds an output. `OutputTarget.check` decides whether it may replace an input.
  ///
  /// - Throws: `UsageError` if it is a pipe that the run reads; `OutputRefusal` if it would replace
  ///   an undo journal; a dry run warns of that instead.
  mutating func take(_ path: String?) throws {
    guard let path, path != "-" else { return }
    try claim(path, option: "--output", mayBeTaken: FileStatus(path: path)?.isPipe != true)
    if comparisons != nil || isChecking { return }
    try run.warnOfObstacles { try ReportFile.refuseJournal(at: path, option: "--output") }
  }

  /// Adds a file or a directory that is written.
  ///
  /// - Parameter isWritten: whether it is written even by a run that only checks.
  /// - Throws: `UsageError` if another option reads or writes it, or if it lies in a folder that is
  ///   read.
  package mutating func write(_ path: String?, option: String, isWritten: Bool = false) throws {
    try claim(path, option: option)
    try refuseNesting(path, option: option, isWritten: isWritten)
  }

  /// Refuses an output in a folder that is read, where it could be an input of the next run.
  func refuseNesting(_ path: String?, option: String, isWritten: Bool = false) throws {
    guard let path, comparisons == nil, isWritten || !isChecking else { return }
    guard let directory = try Self.folder(read: directories, around: path) else { return }
    let file = NamedFile(option: option, path: path)
    let remedy =
      option == "--output" && run.tool.options.has("in-place") ? ", or use --in-place" : ""
    throw UsageError(
      "\(file) lies in the input folder '\(directory)', and a folder is read whole",
      hint: "write it elsewhere, or give it a name that begins with a dot\(remedy)", about: [file])
  }

  /// The folder, of these that are read, that an output lies in; nil if it is in none of them, or
  /// is hidden.
  static func folder(
    read directories: [FileStatus.Identity: String], around path: String
  ) throws -> String? {
    if directories.isEmpty || OutputTarget.namesStandardOutput(path) { return nil }
    return try directory(of: path, among: directories, unless: { $0.hasPrefix(".") })
  }

  /// Refuses outputs in a directory that holds only what one option writes there. Locks on them
  /// would already be files in it.
  ///
  /// - Parameter contents: what the directory holds, as in “batches”.
  package static func refuseOutputs(
    of run: ToolRun, in directory: String?, of contents: String
  ) throws {
    guard let directory else { return }
    let arguments = run.arguments
    let named = [("--output", arguments[.output]), ("--journal", arguments[.journal])].compactMap {
      option, path in path.map { NamedFile(option: option, path: $0) }
    }
    let root = try place(of: directory) + "/"
    let inside = try (named + ReportFile.all(namedBy: arguments).map(\.named)).filter {
      try !OutputTarget.namesStandardOutput($0.path)
        && place(of: $0.path).startsWithBytes(of: root)
    }
    if let file = inside.first {
      throw UsageError(
        "\(file) lies in the directory of \(contents) '\(directory)'",
        hint: "that directory holds \(contents) only; name a place outside of it", about: inside)
    }
  }

  /// Adds a file that is written.
  ///
  /// - Throws: `UsageError` if another option reads or writes it, unless that may be.
  mutating func claim(_ path: String?, option: String, mayBeTaken: Bool = false) throws {
    guard let path, path != "-", let name = try TakenName(path) else { return }
    let file = NamedFile(option: option, path: path)
    try Self.refuseStandardInput(file)
    if mayBeTaken { taken[name] = file } else { try enter(file, as: name) }
    written.insert(name)
    if let other = folders[name] { throw Self.nesting(other, in: file) }
    try makeFolders(above: OutputTarget.resolved(path.withoutTrailingSlashes), for: file)
  }

  private mutating func enter(_ file: NamedFile, as name: TakenName) throws(UsageError) {
    if let other = taken.updateValue(file, forKey: name) {
      throw UsageError(
        "\(file) is the same file as \(other)", hint: "give each a file of its own",
        about: [file, other])
    }
  }

  /// Adds the directories above a path, which the run makes if they are missing.
  ///
  /// - Throws: `UsageError` if one of them is something else that is written.
  mutating func makeFolders(above path: String, for file: NamedFile) throws {
    var folder = parentDirectory(of: path)
    while let name = try TakenName(folder), folders[name] == nil {
      folders[name] = file
      if written.contains(name), let other = taken[name] { throw Self.nesting(file, in: other) }
      folder = parentDirectory(of: folder)
    }
  }

  private static func nesting(_ file: NamedFile, in other: NamedFile) -> UsageError {
    UsageError(
      "\(file) needs a directory in the place of \(other)", hint: "give each a place of its own",
      about: [file, other])
  }

  /// Refuses an output that is the pipe of standard input: what is written there would come in
  /// again, or be lost.
  private static func refuseStandardInput(_ file: NamedFile) throws {
    guard let status = try FileStatus(path: file.path), status.isPipe,
      try FileStatus(input: "-")?.identity == status.identity
    else { return }
    throw UsageError("\(file) is standard input", hint: "name another file", about: [file])
  }

  /// Adds the files that report on the run.
  ///
  /// - Throws: `OutputRefusal` if one would replace a file of another kind; a dry run warns instead,
  ///   except of those that it writes itself.
  package mutating func writeReports() throws {
    let arguments = run.arguments
    let reports = ReportFile.all(namedBy: arguments)
    try refuseSharing(of: reports)
    for report in reports {
      try write(report.path, option: report.option, isWritten: arguments.writes(report.kind))
    }
    for report in reports {
      if arguments.writes(report.kind) {
        try report.check(isForced: arguments.replacesReports)
        // Metrics are written after the publication, too late for an error.
        guard report.kind == .metrics else { continue }
      } else if arguments[.dryRun] {
        try run.warnOfObstacles { try report.check(isForced: arguments.replacesReports) }
      } else {
        continue
      }
      try run.checkCreating(OutputTarget(report.path), as: report.named)
    }
  }

  /// Refuses two texts on standard output. A dry run prints no result, and warns of that.
  private func refuseSharing(of reports: [ReportFile]) throws(UsageError) {
    let isNamed = run.arguments[.output].map(OutputTarget.namesStandardOutput)
    // A plan that goes to a stream is refused as such.
    let printed = reports.filter {
      $0.kind != .plan && OutputTarget.namesStandardOutput($0.path)
    }
    let texts =
      run.arguments.given.compactMap(\.declaration.printed)
      + (isNamed ?? isOnStandardOutput ? ["the result"] : []) + printed.map(\.named.description)
    guard texts.count > 1 else { return }
    let message = "\(texts[0]) and \(texts[1]) would both go to standard output"
    if isNamed == nil, isOnStandardOutput, run.arguments[.dryRun], texts.count == 2 {
      return run.diagnostics.warn(ofObstacle: message)
    }
    throw UsageError(message, hint: "write one of them to a file")
  }
}
