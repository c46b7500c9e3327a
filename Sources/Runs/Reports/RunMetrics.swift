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
  /// - Parameter seconds: the duration of the run.
  func write(
    _ status: ExitStatus, seconds: Double, counts: [(name: String, count: Int)]
  ) throws {
    let target = try OutputTarget(path)
    // Another run may be writing a newer time of the last success.
    let lock = try lock(on: target)
    defer { withExtendedLifetime(lock) {} }
    let now = String(Timestamp.clock.seconds)
    var text = ""
    func add(_ name: String, _ help: String, _ value: String) {
      text += "# HELP \(name) \(help)\n# TYPE \(name) gauge\n\(series(name)) \(value)\n"
    }
    add("laughtrack_last_run_timestamp_seconds", "Time at which the last run ended.", now)
    add(
      "laughtrack_last_run_exit_status", "Exit status of the last run.", "\(status.rawValue)")
    add(
      "laughtrack_last_run_duration_seconds", "Duration of the last run in seconds.",
      JSONWriter.spelling(of: (seconds * 1000).rounded() / 1000))
    if let time = status.isFailure ? try carriedOver(from: target) : now {
      add(Self.lastSuccess, "Time of the last successful run.", time)
    }
    for (name, count) in counts {
      let isPlain = { (byte: UInt8) in
        UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte
          || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
      }
      let plain = String(
        decoding: name.utf8.map { isPlain($0) ? $0 : UInt8(ascii: "_") }, as: UTF8.self)
      add(
        "laughtrack_last_run_\(plain)", "Value in the summary of the last run: '\(plain)'.",
        String(count))
    }
    var output = try ByteOutput(target)
    try output.write(Array(text.utf8))
    try output.finish().publish()
  }

  private func series(_ name: String) -> String { "\(name){tool=\"\(tool)\"}" }

  /// The time of this tool's last success in the existing file; nil if it has none.
  private func carriedOver(from target: OutputTarget) throws -> String? {
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
