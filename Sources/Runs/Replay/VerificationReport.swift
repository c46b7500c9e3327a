import Scan
import SystemIO

/// The report of `--verify`: the comparison of a run's outputs with existing files.
enum VerificationReport {
  /// Prints the comparison to standard output, one line per file, and returns the exit status;
  /// without `--verify` returns `status`.
  ///
  /// - Throws: `UnsuitableInput` if a file differs.
  static func conclude(
    _ run: ToolRun, _ status: ExitStatus
  ) throws -> ExitStatus {
    guard let compared = run.expectation?.verifiedOutputs else { return status }
    let files = compared.results.map { ($0.path, $0.finding, words(for: $0.finding)) }
    var lines = files.map { path, _, words in "\(path): \(words.line)" }
    if files.isEmpty { lines.append("the run changed no file") }
    try run.surroundings.writeOutput(
      run.diagnostics.style.redactor.redact(ReportText.of(lines + compared.uncompared)))
    let faults = files.compactMap { path, finding, words in words.fault.map { (path, finding, $0) }
    }
    guard let (path, finding, fault) = faults.first else { return .done }
    var place = Place(file: path)
    if case .differs(let offset) = finding { place.byte = offset }
    let others = faults.count - 1
    throw UnsuitableInput(
      at: place,
      others == 0
        ? fault : "\(fault), and \(Amount.count(others)) more are not as the run left them",
      hint: "the inputs have not changed since the run, so the output was changed after it")
  }

  /// The words for a file in the list and, if it is not as the run would leave it, in the error.
  private static func words(
    for finding: FileComparison.Finding
  ) -> (line: String, fault: String?) {
    switch finding {
    case .same: return ("the same", nil)
    case .gone: return ("deleted, as expected", nil)
    case .differs(let offset):
      return ("differs from byte \(offset) on", "the file differs from what its inputs give")
    case .missing: return ("missing", "the file is missing")
    case .noFile(let kind):
      let other = kind == .directory ? "a directory" : "a pipe or a device"
      return ("\(other) is in its place", "\(other) is in the place of the file")
    case .present:
      let words = "though the run deleted it"
      return ("still there, \(words)", "the file is there, \(words)")
    case .stray:
      return (
        "not written by the run",
        "the run did not write this file, which lies among its batches"
      )
    }
  }
}
