import Scan
import SystemIO

// Checks, before anything is published, that the journal restores the inputs.
extension RunJournal {
  static func prove(
    _ journal: FinishedOutput,
    _ entries: [(file: JournalFile, input: InputList.Input, output: FinishedOutput?)],
    _ run: ToolRun
  ) throws {
    guard let file = try journal.opened() else { return }
    // It reads and undoes everything again, which takes about as long as the run so far.
    let meter = run.progressMeter(
      bytesTotal: entries.reduce(0) { $0 + $1.file.original.byteCount })
    defer { meter.finish() }
    meter.setPhase("undo, tried")
    var reader = try JournalReader(file)
    var tried = 0
    for entry in entries {
      let output = try entry.output?.opened()?.path
      var original = try FileComparison(with: entry.input.path)
      let isBack = try reader.restore(entry.file, from: output ?? entry.file.resultPath) { bytes in
        tried += bytes.count
        meter.update(bytesDone: tried, recordsDone: 0)
        try original.compare(bytes)
      }
      try original.end()
      guard isBack, original.finding == .same else {
        guard try isAsFound(entry.input, entry.file.original) else {
          throw changed(entry.input.path)
        }
        throw InternalFault("undoing the run would not restore '\(entry.input.path)'")
      }
      guard let output else { continue }
      // Undoing must also recognise the result: by its steps, which were just replayed, or by its
      // checksum.
      let result = try InputFile(path: output)
      let isKnown =
        switch entry.file.result {
        case .steps(let byteCount): result.status.byteCount == byteCount
        case .other(let identity): try JournalFile.Identity(of: result) == identity
        case .nothing: false
        }
      guard isKnown else {
        throw InternalFault("the journal would not know '\(entry.file.resultPath)' again")
      }
    }
  }

  static func isAsFound(
    _ input: InputList.Input, _ original: JournalFile.Identity
  ) throws -> Bool {
    try FileStatus(path: input.path)?.isUnchanged(
      since: input.status,
      orIf: { try JournalFile.Identity(of: InputFile(path: input.path)) == original }) == true
  }

  static func changed(_ path: String) -> OutputRefusal {
    OutputRefusal(
      .inputOutput, "'\(path)' was changed by another program during the run",
      hint: "nothing was published; run again when nothing else writes to it")
  }
}
