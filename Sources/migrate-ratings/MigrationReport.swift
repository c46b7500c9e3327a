import Formats
import Runs
import Scan
import SystemIO

/// What a person, and a program, are told of a finished run.
struct MigrationReport {
  let run: ToolRun
  let account: MigrationAccount
  let rewriter: Rewriter
  let batchFiles: [BatchWriter.File]
  let seconds: Double

  private var arguments: Arguments { run.arguments }
  private var files: RewriteReport {
    RewriteReport(arguments, rewriter, account.rejectLog)
  }

  /// How the run ends.
  var status: ExitStatus { files.status }

  // MARK: For a person

  func text(width: Int) -> String {
    var lines: [String] = []
    if account.documents.total.before > 0 || account.dumps.readCount == 0 {
      lines += account.documents.table.lines(width: width) + [""]
    }
    if account.dumps.readCount > 0 {
      lines += ["ratings in dumps:"] + account.entries.table.lines(width: width) + [""]
    }
    lines += counts.map { "  " + $0 }
    if !account.sample.isEmpty {
      lines += ["", "changes, \(account.sample.count) of \(Amount.count(account.changeCount)):"]
      lines += account.sample.map { "  " + $0 }
    }
    lines += files.written(others: batchRows) + files.closing
    return ReportText.of(lines)
  }

  private var counts: [String] {
    var lines: [String] = []
    let dumps = account.dumps
    let isDone = !arguments.isDiscarding
    if dumps.readCount > 0 {
      lines.append(
        "dumps: \(Amount.count(dumps.readCount)) read, "
          + "\(Amount.count(dumps.changedCount)) \(isDone ? "migrated" : "to migrate"), "
          + "\(Amount.count(dumps.unchangedCount)) already done, "
          + "\(Amount.count(dumps.rejectedCount)) rejected")
    }
    if account.otherDocumentCount > 0 {
      lines.append(
        "other collections: \(Amount.count(account.otherDocumentCount, of: "document")) passed on")
    }
    if account.rejectLog.missingCount > 0 {
      let count = Amount.count(account.rejectLog.missingCount, of: "entity", many: "entities")
      lines.append("missing: \(count) that the exports should hold, rejected")
    }
    if let batches = account.batches {
      let count = Amount.count(batches.writer.batches.count)
      lines.append(
        batches.writer.batches.isEmpty
          ? "batches: 0, because nothing in the database would change"
          : "batches: \(count), each with one under 'undo' that takes it back")
    }
    lines.append(ReportText.bytesRead(rewriter.byteCountRead, seconds: seconds))
    if account.documents.total.before > 0 || dumps.readCount == 0 {
      lines.append(account.documents.balance(of: "document", isDone: isDone))
    }
    if account.entries.total.before > 0 {
      lines.append(
        account.entries.balance(of: "rating in dumps", many: "ratings in dumps", isDone: isDone))
    }
    return lines
  }

  /// What a person may want to do now, after a run that wrote something.
  var nextStep: String? {
    if arguments[.dryRun] {
      return run.stepAfterDryRun(
        needsOutput: !rewriter.plan.namesOutputs && account.batches == nil)
    }
    if arguments.isDiscarding { return nil }
    if let mending = run.mendingStep(account.rejectLog) { return mending }
    if let batches = account.batches, !batches.writer.batches.isEmpty {
      return "to undo: send the requests in '\(batches.path)/undo' as those in '\(batches.path)'"
    }
    if let undo = files.nextStep(of: run) { return undo }
    guard let output = arguments[.output], output != "-" else { return nil }
    if files.isOfMendedRecords {
      return "to see the mended documents: read-export \(ShellWord.quoted(path: output)) --plain"
    }
    return
      "to see that nothing is left: \(MigrateRatings.tool.name) \(ShellWord.quoted(path: output)) --check"
  }

  /// The manifest, which lists all batch files, and the first of them.
  private var batchRows: [String] {
    guard let batches = account.batches, arguments[.dryRun] || !arguments[.check] else { return [] }
    let rows = batchFiles.map { "\($0.digest)  \(batches.path)/\($0.name)" }
    return rows.suffix(1) + RewriteReport.shortened(rows.dropLast(), isWhole: arguments[.verbose])
  }

  // MARK: For a program

  /// What was counted; guards look at it before all else is told.
  func writeCounts(to summary: inout JSONWriter) {
    summary.key("documents")
    account.documents.write(to: &summary)
    summary.key("dumps")
    summary.object { dumps in
      account.dumps.write(to: &dumps, changed: "migrated", unchanged: "already_done")
      dumps.key("entries")
      account.entries.write(to: &dumps)
    }
    summary.member("other_documents", account.otherDocumentCount)
    summary.member("rejects", account.rejectLog.rejectCount)
  }

  func summary() throws -> FinishedOutput? {
    try RunSummary.make(
      of: run, tool: MigrateRatings.tool.name, status: status,
      provenance: RunProvenance(of: run, rewriter.record)
    ) { summary in
      writeCounts(to: &summary)
      files.writeFiles(to: &summary)
      summary.key("batches")
      summary.array { array in for file in batchFiles { file.write(to: &array) } }
    }
  }
}
