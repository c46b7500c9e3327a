import Formats
import Runs
import Scan
import SystemIO

/// What a person, and a program, are told of a finished run.
struct SavedReport {
  let run: ToolRun
  let account: SavedAccount
  let rewriter: Rewriter
  let now: Timestamp
  let seconds: Double

  private var files: RewriteReport {
    RewriteReport(run.arguments, rewriter, account.rejectLog)
  }

  /// How the run ends.
  var status: ExitStatus { files.status }

  // MARK: For a person

  var text: String { files.text(counts) }

  /// What a person may want to do now, after a run that can be taken back.
  var nextStep: String? { files.nextStep(of: run) }

  private var counts: [String] {
    let counts = account.counts
    let isDone = !run.arguments.isDiscarding
    return [
      "jokes: \(Amount.count(counts.newlySaved)) \(isDone ? "saved" : "to save"), "
        + "\(Amount.count(counts.alreadySaved)) saved already",
      "times: \(Amount.count(counts.fromRating)) \(isDone ? "taken" : "to take") from the rating "
        + "(\(Amount.count(counts.replaced)) \(isDone ? "replaced" : "to replace") an older one), "
        + "\(Amount.count(counts.filledWithNow)) \(isDone ? "filled" : "to fill") with now, "
        + "\(Amount.count(counts.kept)) kept",
      ReportText.bytesRead(rewriter.byteCountRead, seconds: seconds),
      account.dumps.balance(changed: isDone ? "migrated" : "to migrate", unchanged: "already done"),
    ]
  }

  // MARK: For a program

  func summary() throws -> FinishedOutput? {
    try RunSummary.make(
      of: run, tool: MigrateSaved.tool.name, status: status,
      provenance: RunProvenance(of: run, rewriter.record, with: ["now": now.description])
    ) { summary in
      writeCounts(to: &summary)
      files.writeFiles(to: &summary)
    }
  }

  /// What was counted; guards look at it before all else is told.
  func writeCounts(to summary: inout JSONWriter) {
    let counts = account.counts
    summary.key("dumps")
    summary.object {
      account.dumps.write(to: &$0, changed: "migrated", unchanged: "already_done")
    }
    summary.key("jokes")
    summary.object { jokes in
      jokes.member("saved", counts.newlySaved)
      jokes.member("already_saved", counts.alreadySaved)
    }
    summary.key("timestamps")
    summary.object { timestamps in
      timestamps.member("from_rating", counts.fromRating)
      timestamps.member("replaced", counts.replaced)
      timestamps.member("filled_with_now", counts.filledWithNow)
      timestamps.member("kept", counts.kept)
    }
    summary.member("rejects", account.rejectLog.rejectCount)
  }
}
