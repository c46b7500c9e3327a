import Scan
import SystemIO

/// An interrupted run in place, to be undone before it is repeated.
struct Interruption {
  let run: EarlierRun
  let findings: [UndoFinding]
  /// The message after undoing.
  static let words = "the files of the interrupted run were restored"

  /// The number of files that hold the run's result.
  var writtenCount: Int {
    findings.count { if case .asLeft = $0 { true } else { false } }
  }

  /// Warns, in a dry run, that the real run would undo this one first.
  func warn(_ diagnostics: Diagnostics) {
    diagnostics.warning(
      "the run of \(run.time) was interrupted: the real run would first restore its "
        + "\(Amount.count(writtenCount, of: "file")) from '\(run.journalPath)'",
      kind: "interrupted run")
  }

  /// Undoes the run. The journal stays, so that an interruption of the undoing can be undone too.
  func takeBack(_ next: ToolRun, under locked: OutputSet) throws {
    var reader = try JournalReader(InputFile(path: run.journalPath))
    var outputs = locked
    for (file, finding) in zip(run.files, findings) {
      if let restored = try finding.restore(file, &reader, into: finding.output(for: file)) {
        try outputs.publication.add(restored)
      }
    }
    outputs.publication.setRemedy("run again to continue")
    try outputs.publish()
    next.diagnostics.note(
      "the run of \(run.time) was interrupted: \(Amount.count(writtenCount, of: "file")) restored "
        + "from '\(run.journalPath)', and the run starts again")
  }
}
