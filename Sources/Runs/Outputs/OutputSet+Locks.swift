import Formats
import Scan
import SystemIO

// The locks on a run's outputs, taken before the first look at them and held until all are
// published, so that concurrent runs do not overwrite each other's files.
extension OutputSet {
  /// The shortest wait for a lock, because a run that only checks it holds it for a moment.
  private static let grace = Duration.milliseconds(200)

  /// Locks the files that report on a run, as far as they are free.
  ///
  /// Runs may share these files, so a held lock is no error. Taking a free one removes what a
  /// killed run left beside the file.
  static func reportLocks(_ arguments: Arguments) throws -> [OutputLock] {
    // The metrics are locked while they are written.
    let reports = ReportFile.all(namedBy: arguments).filter {
      $0.kind != .metrics && arguments.writes($0.kind)
    }
    let journal = arguments.isDiscarding ? nil : arguments[.journal]
    return try distinct((reports.map(\.path) + [journal].compactMap(\.self)).compactMap(lockable))
      .compactMap { path -> OutputLock? in
        guard case .taken(let lock) = try OutputLock.take(on: path) else { return nil }
        return lock
      }
  }

  /// The outputs as named; a file that describes an export stands for its directory.
  static func named(by run: ToolRun) throws -> [String] {
    guard run.arguments[.inPlace] else { return [run.arguments[.output]].compactMap { $0 } }
    return try run.arguments.operands.map { operand in
      let isExport =
        try FileStatus(path: operand)?.kind == .regular
        && ExportLayout.describesExport(operand)
      return isExport ? parentDirectory(of: operand) : operand
    }
  }

  /// Locks these outputs.
  static func locks(on outputs: [String], _ run: ToolRun) throws -> [OutputLock] {
    let arguments = run.arguments
    let paths = try distinct(outputs.compactMap(lockable))
    guard !arguments.isDiscarding else {
      if arguments[.dryRun] { try warn(of: paths, arguments, run.diagnostics) }
      return []
    }
    var locks: [OutputLock] = []
    let start = ContinuousClock.now
    let limit = max(grace, .seconds(arguments[.lockWait].seconds))
    var waiting: String?
    // All runs lock in the same order, so that no two wait for each other.
    for path in paths {
      let attempt = try OutputLock.take(on: path, until: start + limit) { process in
        guard waiting == nil, ContinuousClock.now - start > .seconds(1) else { return }
        let holder = words(process)
        run.diagnostics.note("waiting for \(holder), which is writing '\(path)'")
        waiting = holder
      }
      switch attempt {
      case .taken(let lock): locks.append(lock)
      case .impossible: break
      case .foreign(let file): throw refusal(ofForeign: file)
      case .busy(let process):
        throw refusal(path, words(process), waited: waiting == nil ? nil : start)
      }
    }
    if let waiting { run.diagnostics.note("waited \(duration(since: start)) for \(waiting)") }
    return locks
  }

  /// Creates the directories above an output directory, so that its lock file has a place.
  ///
  /// Without the lock, the leftovers of a killed run would not be found. Directories that stay
  /// empty are removed at exit.
  package static func makeWay(to output: String, _ run: ToolRun) {
    if run.arguments.isDiscarding || OutputTarget.namesStandardOutput(output) { return }
    do throws(SystemError) {
      try makeDirectories(parentDirectory(of: output.withoutTrailingSlashes))
    } catch {
      // Opening the output reports the error.
    }
  }

  /// Each file once, whatever its spellings, in an order that is the same for every run.
  private static func distinct(_ paths: [String]) throws -> [String] {
    let spellings = Dictionary(paths: try paths.map { (try RunJournal.absolute($0), $0) })
    return spellings.sorted { $0.key.path < $1.key.path }.map(\.value)
  }

  private static func warn(
    of paths: [String], _ arguments: Arguments, _ diagnostics: Diagnostics
  ) throws {
    for path in paths {
      guard let file = try OutputLock.foreignFile(on: path) else { continue }
      diagnostics.warn(ofObstacle: refusal(ofForeign: file).message)
    }
    for path in paths {
      guard case .busy(let process) = OutputLock.obstacle(to: path) else { continue }
      let consequence =
        arguments[.lockWait].seconds > 0
        ? "would wait for up to \(arguments[.lockWait])" : "would fail (75; --lock-wait TIME waits)"
      diagnostics.warning(
        "the real run \(consequence): \(words(process)) is writing '\(path)'",
        kind: "obstacle")
    }
  }

  /// The path that identifies an output under any name; nil for a pipe or a device.
  private static func lockable(_ path: String) throws -> String? {
    guard !OutputTarget.namesStandardOutput(path), !path.isEmpty else { return nil }
    var path = try OutputTarget.resolved(path).withoutTrailingSlashes
    // The lock file is named after the directory, so it needs the directory's own name.
    if path == "." || path == ".." || path.hasSuffix("/.") || path.hasSuffix("/..") {
      path = try absolutePath(path)
    }
    return try FileStatus(path: path)?.kind == .stream ? nil : path
  }

  private static func refusal(ofForeign path: String) -> OutputRefusal {
    OutputRefusal(
      .cannotCreate, "cannot lock '\(path)': it is not a lock file of a run",
      hint: "see what it is, and move it away")
  }

  private static func refusal(
    _ path: String, _ holder: String, waited start: ContinuousClock.Instant?
  ) -> OutputRefusal {
    let waited = start.map { ", still after \(duration(since: $0))" } ?? ""
    return OutputRefusal(
      .locked, "\(holder) is writing '\(path)'\(waited)",
      hint: "nothing was read or written; try again later, or wait for it with --lock-wait 10m")
  }

  private static func words(_ process: Int?) -> String {
    "another run" + (process.map { " (process \($0))" } ?? "")
  }

  private static func duration(since start: ContinuousClock.Instant) -> String {
    Amount.duration(seconds: (ContinuousClock.now - start) / .seconds(1))
  }
}
