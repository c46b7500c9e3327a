import Scan
import SystemIO

/// The metrics of a run, for the file that `--metrics` names, in Prometheus's text format.
///
/// The file is replaced as a whole, so that it is never collected half-written. A failed run copies
/// the time of the last success from the older file, so that an alert can use its age.
struct RunMetrics: Sendable {
  /// The first bytes of every metrics file.
  static let beginning = "# HELP laughtrack_"
  private static let lastSuccess = "laughtrack_last_success_timestamp_seconds"
  /// The longest wait for another run that writes the same file.
  private static let lockLimit = Duration.seconds(5)

  let path: String
  let tool: String

  /// Replaces the file.
  ///
  /// - Parameters:
  ///   - seconds: the duration of the run.
  ///   - earlier: the time of the last success before this run, if the file no longer has it.
  /// - Returns: the time of the last success before this run.
  @discardableResult
  func write(
    _ status: ExitStatus, seconds: Double, counts: [Fact.Count], since earlier: String?? = nil
  ) throws -> String? {
    let target = try OutputTarget(path)
    // Another run may be writing a newer time of the last success.
    let lock = try lock(on: target)
    defer { withExtendedLifetime(lock) {} }
    let earlier = try earlier ?? lastSuccess(in: target)
    let now = String(Timestamp.clock.seconds)
    var text = ""
    var last = ""
    func add(_ name: String, _ help: String, of value: String? = nil, _ number: String) {
      if name != last { text += "# HELP \(name) \(help)\n# TYPE \(name) gauge\n" }
      text += "\(series(name, of: value)) \(number)\n"
      last = name
    }
    add("laughtrack_last_run_timestamp_seconds", "Time at which the last run ended.", now)
    add(
      "laughtrack_last_run_exit_status", "Exit status of the last run.", "\(status.rawValue)")
    add(
      "laughtrack_last_run_duration_seconds", "Duration of the last run in seconds.",
      JSONWriter.spelling(of: (seconds * 1000).rounded() / 1000))
    if let time = status.isFailure ? earlier : now {
      add(Self.lastSuccess, "Time of the last successful run.", time)
    }
    for count in counts {
      add(
        "laughtrack_last_run_\(count.name)",
        "Value in the summary of the last run: '\(count.path)'.", of: count.value,
        String(count.count))
    }
    var output = try ByteOutput(target)
    try output.write(Array(text.utf8))
    try output.finish().publish()
    return earlier
  }

  /// A name with its labels.
  ///
  /// - Parameter value: the value of the data that it counts, if it is a count of one.
  private func series(_ name: String, of value: String? = nil) -> String {
    let escaped = value?.map { character in
      switch character {
      case "\\", "\"": "\\\(character)"
      case "\n": "\\n"
      default: String(character)
      }
    }
    let label = escaped.map { ",value=\"\($0.joined())\"" } ?? ""
    return "\(name){tool=\"\(tool)\"\(label)}"
  }

  /// The time of this tool's last success in the existing file; nil if it has none.
  private func lastSuccess(in target: OutputTarget) throws -> String? {
    guard case .file(.some) = target.kind else { return nil }
    var window = ByteWindow(try InputFile(path: target.path), byteCount: 65_536, limit: 65_536)
    _ = try window.refill()
    let beginning = series(Self.lastSuccess) + " "
    for line in window.bytes.text.split(separator: "\n") where line.hasPrefix(beginning) {
      return Int(line.dropFirst(beginning.count)).map { String($0) }
    }
    return nil
  }

  /// Locks the file; nil if no lock can be created, or another run holds it too long.
  private func lock(on target: OutputTarget) throws -> OutputLock? {
    guard case .file = target.kind else { return nil }
    let deadline = ContinuousClock.now + Self.lockLimit
    guard case .taken(let lock) = try OutputLock.take(on: target.path, until: deadline) else {
      return nil
    }
    return lock
  }
}
