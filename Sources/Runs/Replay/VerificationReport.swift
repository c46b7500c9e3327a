import Scan
import SystemIO

/// The report of `--verify`: the comparison of a run's outputs with existing files.
enum VerificationReport {
  /// Prints the comparison to standard output, one line per file, and returns the exit status;
  /// without `--verify` returns `status`.
  ///
  /// - Throws: `DifferentOutput` if a file differs.
  static func conclude(
    _ run: ToolRun, _ status: ExitStatus
  ) throws -> ExitStatus {
    guard let files = run.expectation?.verifiedOutputs?.results else { return status }
    var lines = files.isEmpty ? ["the run changed no file"] : files.map(line)
    lines += run.expectation?.verifiedOutputs?.uncompared ?? []
    try run.surroundings.writeOutput(
      run.diagnostics.style.redactor.redact(ReportText.of(lines)))
    let others = files.compactMap { DifferentOutput($0) }
    if var other = others.first {
      other.otherCount = others.count - 1
      throw other
    }
    return .done
  }

  private static func line(_ file: ComparedFiles.Result) -> String {
    switch file.finding {
    case .same: "\(file.path): the same"
    case .differs(let offset): "\(file.path): differs from byte \(offset) on"
    case .missing: "\(file.path): missing"
    case .noFile(let kind): "\(file.path): \(words(for: kind)) is in its place"
    case .gone: "\(file.path): deleted, as expected"
    case .present: "\(file.path): still there, though the run deleted it"
    case .stray: "\(file.path): not written by the run"
    }
  }

  /// The words for a directory or stream in the place of a file.
  fileprivate static func words(for kind: FileStatus.Kind) -> String {
    kind == .directory ? "a directory" : "a pipe or a device"
  }
}

/// A file that differs from the run's output.
private struct DifferentOutput: ReportableError {
  private(set) var place: Place?
  private let words: String
  /// The number of further differences.
  var otherCount = 0

  /// Nil if the file is as the run would leave it.
  init?(_ file: ComparedFiles.Result) {
    place = Place(file: file.path)
    switch file.finding {
    case .same, .gone: return nil
    case .differs(let offset):
      place?.byte = offset
      words = "the file differs from what its inputs give"
    case .missing: words = "the file is missing"
    case .noFile(let kind):
      words = "\(VerificationReport.words(for: kind)) is in the place of the file"
    case .present: words = "the file is there, though the run deleted it"
    case .stray: words = "the run did not write this file, which lies among its batches"
    }
  }

  var message: String {
    if otherCount == 0 { return words }
    return "\(words), and \(Amount.count(otherCount)) more are not as the run left them"
  }

  var kind: FailureKind { .badData }
  var hint: String? {
    "the inputs have not changed since the run, so the output was changed after it"
  }
}
