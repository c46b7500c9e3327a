import Scan
import SystemIO

/// A run in place that was interrupted: what it wrote is taken back, so that all of it can be done again.
struct Interruption {
  let run: EarlierRun
  let findings: [UndoFinding]
  /// What became of the run once it is taken back.
  static let words = "what the interrupted run wrote was taken back"

  /// How many files are as the run left them.
  var writtenCount: Int {
    findings.count { if case .asLeft = $0 { true } else { false } }
  }

  /// Says what the real run would begin with.
  func warn(_ diagnostics: Diagnostics) {
    diagnostics.warning(
      "the run of \(run.time) was interrupted: the real run would first restore its "
        + "\(Amount.count(writtenCount, of: "file")) from '\(run.journalPath)'",
      kind: "interrupted run")
  }

  /// Takes back what the run wrote. Should this be interrupted, too, its journal still tells of it.
  func takeBack(_ next: ToolRun, under locks: RunLocks) throws {
    var reader = try JournalReader(InputFile(path: run.journalPath))
    var publication = Publication(next.diagnostics)
    for (file, finding) in zip(run.files, findings) {
      guard var output = try finding.output(for: file) else {
        try reader.pass()
        continue
      }
      guard try reader.restore(file, from: file.resultPath, { try output.write($0) }) else {
        throw UndoFinding.changed(file.resultPath)
      }
      publication.add(try output.finish())
    }
    publication.setRemedy("run again to go on")
    try publication.publish(next.signalAnswers, under: locks)
    next.diagnostics.note(
      "the run of \(run.time) was interrupted: \(Amount.count(writtenCount, of: "file")) restored "
        + "from '\(run.journalPath)', and the run begins anew")
  }
}
