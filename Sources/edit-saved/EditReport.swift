import Formats
import Jokes
import Runs
import Scan
import SystemIO

/// What a person, and a program, are told of a finished edit.
struct EditReport {
  let run: ToolRun
  let edit: SavedJokesEdit
  let rewriter: Rewriter
  let now: Timestamp
  let seconds: Double

  private var files: RewriteReport {
    RewriteReport(run.arguments, rewriter, nil, result: "edited")
  }

  /// How the run ends.
  var status: ExitStatus { files.status }

  // MARK: For a person

  var text: String { files.text(counts) }

  private var counts: [String] {
    var lines: [String] = []
    let verb = run.arguments.isDiscarding ? "would be " : ""
    if !run.arguments[.save].texts.isEmpty {
      lines.append(
        "to save: \(count(of: .saved)) \(verb)saved, \(count(of: .renewed)) \(verb)saved again, "
          + "\(count(of: .alreadySaved)) saved at this time already")
    }
    if !run.arguments[.unsave].texts.isEmpty {
      lines.append(
        "to unsave: \(count(of: .unsaved)) \(verb)unsaved, \(count(of: .notSaved)) not saved anyway"
      )
    }
    return lines + [
      "saved jokes: \(Amount.count(edit.before.newestFirst.count)) before, "
        + "\(Amount.count(edit.after.newestFirst.count)) after",
      ReportText.bytesRead(rewriter.byteCountRead, seconds: seconds),
    ]
  }

  private func count(of outcome: SavedJokesEdit.Outcome) -> String {
    Amount.count(edit.count(of: outcome))
  }

  /// What a person may want to do now, after a run that wrote a file.
  var nextStep: String? {
    if let undo = files.nextStep(of: run) { return undo }
    return files.writtenPath(of: run).map {
      "to see them: \(EditSaved.tool.name) \(ShellWord.quoted(path: $0)) --list"
    }
  }

  // MARK: For a program

  func summary() throws -> FinishedOutput? {
    try RunSummary.make(
      of: run, tool: EditSaved.tool.name, status: status,
      provenance: RunProvenance(of: run, rewriter.record, with: ["now": now.description])
    ) { summary in
      summary.key("jokes")
      summary.object { jokes in
        jokes.member("saved", edit.count(of: .saved))
        jokes.member("renewed", edit.count(of: .renewed))
        jokes.member("already_saved", edit.count(of: .alreadySaved))
        jokes.member("unsaved", edit.count(of: .unsaved))
        jokes.member("not_saved", edit.count(of: .notSaved))
      }
      summary.member("saved_before", edit.before.newestFirst.count)
      summary.member("saved_after", edit.after.newestFirst.count)
      files.writeFiles(to: &summary)
    }
  }
}
