import Formats
import Runs
import Scan
import SystemIO

/// The report of a finished run: tables, facts, closing lines and exit status.
struct MigrationReport: RewriteReport {
  let account: MigrationAccount
  let rewriter: Rewriter

  var rejectLog: RejectLog { account.rejectLog }
  var hasDocuments: Bool {
    account.documents.total.before > 0 || account.dumps.readCount == 0
  }

  func tables() throws -> String {
    let (form, isWhole) = (try run.reportForm(), arguments[.verbose])
    var text = ""
    if hasDocuments { text += account.documents.table(form, isWhole: isWhole) + "\n" }
    if account.dumps.readCount > 0 {
      text += "ratings in dumps:\n" + account.entries.table(form, isWhole: isWhole) + "\n"
    }
    return text
  }

  var facts: [Fact] { counts + fileFacts + [.batches(account.batches)] }

  var counts: [Fact] {
    let (documents, entries) = (account.documents, account.entries)
    let isDone = !arguments.isDiscarding
    return [
      Fact(
        "documents", documents.facts,
        balance: hasDocuments ? documents.balance(of: "document", isDone: isDone) : nil),
      Fact(
        "dumps",
        account.dumps.facts(changed: "migrated", unchanged: "already_done") + [
          Fact("entries", entries.facts)
        ], line: dumpsLine),
      .otherDocuments(account.otherDocumentCount, "copied unchanged"),
      Fact(line: missingLine), Fact(line: batchesLine),
      Fact("rejects", rejectLog.rejectCount), rewriter.bytesRead,
      Fact(
        line: nil,
        balance: entries.total.before > 0
          ? entries.balance(of: "rating in dumps", many: "ratings in dumps", isDone: isDone) : nil),
    ]
  }

  private var dumpsLine: String? {
    let dumps = account.dumps
    if dumps.readCount == 0 { return nil }
    return "dumps: \(Amount.count(dumps.readCount)) read, \(Amount.count(dumps.changedCount)) "
      + "\(arguments.isDiscarding ? "to migrate" : "migrated"), "
      + "\(Amount.count(dumps.unchangedCount)) already done, "
      + "\(Amount.count(dumps.rejectedCount)) rejected"
  }

  private var missingLine: String? {
    let count = rejectLog.missingCount
    if count == 0 { return nil }
    let entities = Amount.count(count, of: "entity", many: "entities")
    return "missing: \(entities) that the exports should hold, rejected"
  }

  private var batchesLine: String? {
    account.batches.map { batches in
      let count = batches.writer.batches.count
      return count == 0
        ? "batches: 0, because nothing in the database would change"
        : "batches: \(Amount.count(count)), each with one under 'undo' that reverts it"
    }
  }

  var closing: [String] {
    let sample = arguments.isDiscarding ? account.sample : []
    let head = "changes, \(sample.count) of \(Amount.count(account.changeCount)):"
    return (sample.isEmpty ? [] : ["", head] + sample.map { "  " + $0 }) + written
  }

  /// The files written, and the verdict.
  var written: [String] { fileLines(others: batchRows) }

  /// The suggested next command.
  var nextStep: String? {
    if arguments[.dryRun] {
      return run.stepAfterDryRun(
        needsOutput: !rewriter.outputs.namesOutputs && account.batches == nil)
    }
    if arguments.isDiscarding { return nil }
    if let mending = run.mendingStep(rejectLog) { return mending }
    if let shard = arguments[.shard], account.batches != nil {
      return "to join the batches of all \(Amount.count(shard.count, of: "shard")): "
        + "\(MigrateRatings.tool.name) DIR… --merge-batches --batches TOGETHER"
    }
    if let batches = account.batches, !batches.writer.batches.isEmpty {
      return "to undo: send the requests in '\(batches.path)/undo' in the same way"
    }
    if let undo = stepAfterRewriting { return undo }
    guard let output = arguments[.output], output != "-" else { return nil }
    if isOfMendedRecords {
      return "to see the mended documents: "
        + run.command(of: "read-export", reading: [output], "--plain")
    }
    return "to see that nothing is left: \(run.command(reading: [output], "--check"))"
  }

  /// The digests of the manifest and of the first batch files.
  private var batchRows: [String] {
    guard let batches = account.batches, arguments[.dryRun] || !arguments[.check] else { return [] }
    return batches.rows(isWhole: arguments[.verbose])
  }
}
