import Jokes
import Runs
import Scan
import SystemIO

/// What a person, and a program, are told of a finished run.
struct PruneReport {
  let run: ToolRun
  let account: PruneAccount
  let rewriter: Rewriter
  let seconds: Double

  private var files: RewriteReport {
    RewriteReport(
      run.arguments, rewriter, account.rejectLog, result: "pruned")
  }

  /// How the run ends.
  var status: ExitStatus { files.status }

  // MARK: For a person

  var text: String { files.text(counts) }

  private var counts: [String] {
    let counts = account.counts
    var lines: [String] = []
    if let existing = account.existing {
      lines += [
        "existing assets: \(Amount.count(existing.count))",
        "processed ids: \(row(counts.ids))", "results: \(row(counts.results))\(undecodable)",
      ]
      let dumps = account.dumps
      if dumps.changedCount + dumps.rejectedCount == 0, dumps.unchangedCount > 0 {
        lines.append("nothing is stale")
      }
    } else {
      lines += [
        "processed ids: \(Amount.count(counts.ids.read))",
        "results: \(Amount.count(counts.results.read))\(undecodable)",
      ]
    }
    if let report = account.skipReport {
      lines.append(
        "skip report: \(Amount.count(report.processed.count)) of "
          + "\(Amount.count(report.askedCount, of: "id")) processed already")
    }
    return lines + [
      ReportText.bytesRead(rewriter.byteCountRead, seconds: seconds),
      account.dumps.balance(
        changed: run.arguments.isDiscarding ? "to prune" : "pruned", unchanged: "unchanged"),
    ]
  }

  private func row(_ count: PruneAccount.Count) -> String {
    "\(Amount.count(count.read)) read = \(Amount.count(count.stale)) stale + "
      + "\(Amount.count(count.kept)) kept"
  }

  private var undecodable: String {
    let count = account.counts.undecodable
    return count == 0 ? "" : "; those of \(Amount.count(count, of: "dump")) cannot be decoded"
  }

  /// What a person may want to do now, after a run that wrote a file; a list that came through a
  /// stream is gone.
  var nextStep: String? {
    if let undo = files.nextStep(of: run) { return undo }
    guard let list = run.arguments[.existing], list != "-" else { return nil }
    return files.writtenPath(of: run).map {
      "to see that nothing is left: \(PruneProcessed.tool.name) \(ShellWord.quoted(path: $0)) "
        + "--existing \(ShellWord.quoted(path: list)) --check"
    }
  }

  // MARK: For a program

  func summary() throws -> FinishedOutput? {
    let name = PruneProcessed.tool.name
    return try RunSummary.make(
      of: run, tool: name, status: status, provenance: RunProvenance(of: run, rewriter.record)
    ) { summary in
      writeCounts(to: &summary)
      files.writeFiles(to: &summary)
    }
  }

  /// What was counted; guards look at it before all else is told.
  func writeCounts(to summary: inout JSONWriter) {
    let counts = account.counts
    summary.key("dumps")
    summary.object { account.dumps.write(to: &$0, changed: "changed", unchanged: "unchanged") }
    summary.optionalMember("existing", account.existing?.count)
    summary.key("processed_ids")
    summary.object { Self.write(counts.ids, to: &$0) }
    summary.key("results")
    summary.object { results in
      Self.write(counts.results, to: &results)
      results.member("undecodable_dumps", counts.undecodable)
    }
    if let report = account.skipReport {
      summary.key("skip_report")
      summary.object { skip in
        skip.member("asked", report.askedCount)
        skip.member("processed", report.processed.count)
      }
    }
    summary.member("rejects", account.rejectLog.rejectCount)
  }

  private static func write(_ count: PruneAccount.Count, to object: inout JSONWriter) {
    object.member("read", count.read)
    object.member("stale", count.stale)
    object.member("kept", count.kept)
  }
}
