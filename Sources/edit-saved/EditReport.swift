import Formats
import Jokes
import Runs
import Scan
import SystemIO

/// The report of a finished edit: facts, closing lines and exit status.
struct EditReport: RunReport {
  let run: ToolRun
  let edit: SavedJokesEdit
  let rewriter: Rewriter
  let now: Timestamp

  private var files: RewriteReport {
    RewriteReport(run.arguments, rewriter, nil, result: "edited")
  }

  var status: ExitStatus { files.status }
  var closing: [String] { files.closing() }

  var facts: [Fact] {
    let outcomes: [(String, SavedJokesEdit.Outcome)] = [
      ("saved", .saved), ("renewed", .renewed), ("already_saved", .alreadySaved),
      ("unsaved", .unsaved), ("not_saved", .notSaved),
    ]
    let (before, after) = (edit.before.newestFirst.count, edit.after.newestFirst.count)
    return [
      Fact("jokes", outcomes.map { Fact($0, edit.count(of: $1)) }),
      Fact(line: savedLine), Fact(line: unsavedLine),
      Fact(
        "saved_before", before,
        line: "saved jokes: \(Amount.count(before)) before, \(Amount.count(after)) after"),
      Fact("saved_after", after), rewriter.bytesRead,
    ] + files.facts
  }

  private var savedLine: String? {
    if run.arguments[.save].texts.isEmpty { return nil }
    return "to save: \(count(of: .saved)) \(verb)saved, \(count(of: .renewed)) \(verb)saved again, "
      + "\(count(of: .alreadySaved)) saved at this time already"
  }

  private var unsavedLine: String? {
    if run.arguments[.unsave].texts.isEmpty { return nil }
    return "to unsave: \(count(of: .unsaved)) \(verb)unsaved, "
      + "\(count(of: .notSaved)) not saved anyway"
  }

  private var verb: String { run.arguments.isDiscarding ? "would be " : "" }

  private func count(of outcome: SavedJokesEdit.Outcome) -> String {
    Amount.count(edit.count(of: outcome))
  }

  /// The suggested next command: undo the run, or list the saved jokes of the written file.
  var nextStep: String? {
    if let undo = files.nextStep(of: run) { return undo }
    return files.writtenPath(of: run).map {
      "to see them: \(EditSaved.tool.name) \(ShellWord.quoted(path: $0)) --list"
    }
  }

  func provenance() throws -> RunProvenance? {
    try RunProvenance(of: run, rewriter.record, with: ["now": now.description])
  }
}
