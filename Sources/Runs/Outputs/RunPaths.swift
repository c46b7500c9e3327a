import Scan
import SystemIO

/// Every path that a run reads or writes, with the locks on those that it writes. No output may be
/// an input or another output, under any name; this is checked before anything is opened.
package struct RunPaths: Sendable {
  private enum Name: Hashable {
    case file(FileStatus.Identity)
    /// A missing file, identified by its directory and its name.
    case new(FileStatus.Identity, PathKey)
    /// A file whose directory is missing too.
    case far(PathKey)
  }

  private var taken: [Name: String] = [:]
  /// The pipes and devices that are read: a second reading would find only the rest, or nothing.
  private var streams: [FileStatus.Identity: String] = [:]

  /// The locks, in the order in which they are released.
  var locks: [OutputLock] = []

  package init() {}

  /// Adds the inputs.
  package mutating func read(_ inputs: InputList) {
    for input in inputs.files {
      let words = "the input '\(input.path)'"
      switch input.status.kind {
      case .regular: taken[.file(input.status.identity)] = words
      case .stream: streams[input.status.identity] = words
      case .directory, .symbolicLink: break
      }
    }
  }

  /// Adds a file that is read beside the inputs. The same regular file may be read twice.
  ///
  /// - Throws: `UsageError` if it is a pipe or a device that the run already reads.
  package mutating func read(_ path: String?, option: String) throws {
    guard let path, let status = try Self.status(path) else { return }
    let words = "\(option) '\(path)'"
    guard status.kind == .stream else {
      let name = Name.file(status.identity)
      taken[name] = taken[name] ?? words
      return
    }
    if let other = streams.updateValue(words, forKey: status.identity) {
      throw UsageError(
        "\(words) is the same stream as \(other)", hint: "a stream can be read only once")
    }
  }

  /// The status of a path, or of standard input; nil if the file is missing.
  private static func status(_ path: String) throws -> FileStatus? {
    path == "-" ? try FileStatus(descriptor: 0, path: "<stdin>") : try FileStatus(path: path)
  }

  /// Adds the result. `OutputTarget.check` decides whether it may replace an input.
  package mutating func output(_ path: String?) throws {
    guard let path, path != "-", let name = try Self.name(path) else { return }
    taken[name] = "--output '\(path)'"
  }

  /// Adds a file that is written.
  ///
  /// - Throws: `UsageError` if another option reads or writes it.
  package mutating func write(_ path: String?, option: String) throws {
    guard let path, path != "-", let name = try Self.name(path) else { return }
    if let other = taken.updateValue("\(option) '\(path)'", forKey: name) {
      throw UsageError(
        "\(option) '\(path)' is the same file as \(other)", hint: "give each a file of its own")
    }
  }

  /// Adds the files that report on the run.
  ///
  /// - Throws: `OutputRefusal` if one would replace a file of another kind.
  package mutating func writeReports(_ arguments: Arguments) throws {
    let paths = [arguments[.output], arguments[.rejects], arguments[.summary], arguments[.metrics]]
    if paths.count(where: { $0 == "-" }) > 1 {
      throw UsageError(
        "standard output takes one of the result, the rejects, the summary and the metrics")
    }
    let reports = [
      ReportFile(.rejects, arguments[.rejects]), ReportFile(.summary, arguments[.summary]),
      ReportFile(.metrics, arguments[.metrics]), ReportFile(.plan, arguments[.planOut]),
    ].compactMap { $0 }
    for report in reports { try write(report.path, option: report.option) }
    for report in reports where arguments.writes(report.kind) {
      if !arguments.replacesReports { try report.check() }
      // Metrics are written after the publication, too late for an error.
      if report.kind == .metrics, let failure = try OutputTarget(report.path).failure() {
        throw OutputRefusal(failure.kind, "--metrics '\(report.path)': \(failure.message)")
      }
    }
  }

  /// The name of a file; nil for a pipe or a device, which may be named twice.
  private static func name(_ path: String) throws -> Name? {
    let target = try OutputTarget.resolved(path)
    if let status = try FileStatus(path: target) {
      return status.kind == .stream ? nil : .file(status.identity)
    }
    guard let parent = try FileStatus(path: parentDirectory(of: target)) else {
      return .far(PathKey(target))
    }
    let last = target.dividedAtSlashes().last.map(String.init) ?? target
    return .new(parent.identity, PathKey(last))
  }
}
