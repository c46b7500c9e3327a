package import Scan
import SystemIO

/// The shared options for the run: reports, hooks, threads, time and messages.
extension Option {
  /// The summary to write.
  package static var summary: Option<String?> {
    .init(
      "summary", "FILE", "write the run's counts to FILE, as JSON", naming: .file, role: .call)
  }

  /// The HTML page to write.
  package static var report: Option<String?> {
    .init(
      "report", "FILE",
      "write a page about the run to FILE, as HTML; it needs no other file and no network",
      naming: .file, role: .call)
  }

  /// The figures to write in the text format of Prometheus.
  package static var metrics: Option<String?> {
    .init(
      "metrics", "FILE",
      "write the run's figures to FILE, for Prometheus; a failed run keeps the time of the last "
        + "success",
      naming: .file, role: .call)
  }

  /// Whether outputs are hashed; nil leaves it to what needs the hash.
  package static var hash: Option<Bool?> {
    .init(
      pair: "hash", "report the SHA-256 of each output, or do not",
      unset: "in dry runs, plans and manifests", role: .call)
  }

  /// Whether device ids are replaced.
  package static var redact: Option<Bool> {
    .init(
      "redact", "replace device ids by pseudonyms in reports, rejects and messages", role: .call)
  }

  /// The command to run after publishing.
  static var onSuccess: Option<String?> {
    .init(
      "on-success", "CMD",
      "after publishing, run CMD in the shell; its environment has LAUGHTRACK_TOOL, "
        + "_EXIT_STATUS, _OUTPUT, _SUMMARY and the counts; if it fails, exit 74",
      role: .call)
  }

  /// The command to run after a failure.
  static var onFailure: Option<String?> {
    .init(
      "on-failure", "CMD",
      "after a failure, run CMD in the shell; its environment also has the reason, "
        + "LAUGHTRACK_ERROR",
      role: .call)
  }

  /// The time after which a command is stopped.
  static var hookTimeout: Option<TimeSpan> {
    .init(
      "hook-timeout", "TIME", "stop either command after TIME: 30s, 10m or 2h",
      default: TimeSpan(seconds: 60), role: .call)
  }

  /// The number of threads, if given; `Arguments.workerCount` is the number used.
  package static var jobs: Option<Int?> {
    .init(
      "jobs", "N", "worker threads; the result is the same for any N",
      in: 1...Arguments.jobsLimit, unset: "one for each core", role: .call)
  }

  /// The present time; nil takes that of `Timestamp.present`.
  package static var now: Option<Timestamp?> {
    .init("now", "TIME", "use TIME as the present: RFC 3339, or whole seconds since 1970")
  }

  /// Printing errors only.
  package static var quiet: Option<Bool> {
    .init("quiet", short: "q", "print nothing but errors", excluding: ["verbose"], role: .call)
  }

  /// Printing warnings when they occur, and long lists whole.
  package static var verbose: Option<Bool> {
    .init("verbose", short: "v", "print more messages", role: .call)
  }

  /// The form of the lines on standard error.
  static var logFormat: Option<LogFormat> {
    .init(
      "log-format", "FORMAT", "how lines on standard error are written", default: .text,
      role: .call)
  }

  /// When output is coloured.
  package static var color: Option<ColorMode> {
    .init(
      "color", "WHEN", "when to colour messages and tables", default: .auto,
      role: .call)
  }

  /// Whether progress is hidden on a terminal, too.
  static var noProgress: Option<Bool> {
    .init("no-progress", "show no progress", role: .call)
  }
}
