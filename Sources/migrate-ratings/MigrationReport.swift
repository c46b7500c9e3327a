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
      .otherDocuments(account.otherDocumentCount, fateOfOthers),
      Fact(line: missingLine), Fact(line: batchesLine),
      Fact("rejects", rejectLog.rejectCount), rewriter.pass.bytesRead,
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
      + "\(writesDumps ? "migrated" : "to migrate"), "
      + "\(Amount.count(dumps.unchangedCount)) already done, "
      + "\(Amount.count(dumps.rejectedCount)) rejected"
  }

  private var writesDumps: Bool {
    !arguments.isDiscarding && (account.batches == nil || rewriter.outputs.namesOutputs)
  }

  private var missingLine: String? {
    let count = rejectLog.missingCount
    if count == 0 { return nil }
    let entities = Amount.count(count, of: "entity", many: "entities")
    return "missing: \(entities) that the exports should hold, rejected"
  }

  private var batchesLine: String? {
    account.batches.map { batches in
      let count = batches.batches.count
      if count > 0 {
        return "batches: \(Amount.count(count)), each with one under 'undo' that reverts it"
      }
      return rejectLog.rejectCount > 0
        ? "batches: 0: apart from the rejected documents, nothing in the database would change"
        : "batches: 0, because nothing in the database would change"
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
    if let batches = account.batches, !batches.batches.isEmpty {
      let path = ShellWord.quoted(path: batches.path)
      return "to see what the batches would do: apply-batches \(path)"
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
    return batches.rows(of: run)
  }

  func page() throws -> RunPage {
    let (documents, entries) = (account.documents, account.entries)
    let isDone = !arguments.isDiscarding
    var sections: [RunPage.Section] = []
    if hasDocuments {
      sections.append(documents.section("From five ratings to two, in documents", isDone: isDone))
    }
    if account.dumps.readCount > 0 {
      sections.append(entries.section("Ratings in dumps", isDone: isDone))
    }
    if !account.sample.isEmpty {
      sections.append(
        .list(
          "Changes, \(Amount.count(account.sample.count)) of \(Amount.count(account.changeCount))",
          account.sample))
    }
    if let batches = account.batches { sections.append(.batches(batches)) }
    return RunPage(
      RunPage.headline(headline, of: run), tiles: tiles, sections: sections, steps: steps,
      files: written)
  }

  private var totals: (before: Int, updated: Int, deleted: Int, rejected: Int) {
    let (one, other) = (account.documents.total, account.entries.total)
    return (
      one.before + other.before, one.updated + other.updated, one.deleted + other.deleted,
      account.rejectLog.rejectCount
    )
  }

  private var headline: String {
    let (before, updated, deleted, rejected) = totals
    let isDone = !arguments.isDiscarding
    let change = isDone ? "changed" : "would change"
    let (changed, ratings) = (updated + deleted, Amount.count(before, of: "rating"))
    var words =
      changed == 0
      ? "none of \(ratings) \(change)"
      : "\(Amount.count(changed)) of \(ratings) \(change): \(Amount.count(updated)) updated, "
        + "\(Amount.count(deleted)) deleted"
    if rejected > 0 { words += "; \(Amount.count(rejected)) rejected and left alone" }
    if isDone, !results.isEmpty { words += "; " + results.joined(separator: " and ") }
    return words
  }

  /// What a real run wrote, in words.
  private var results: [String] {
    [
      arguments[.inPlace] && rewriter.isChanged ? "the input was replaced" : nil,
      arguments[.output] == nil ? nil : "a migrated copy was written",
      account.batches == nil ? nil : "the batches were written, not sent",
    ].compactMap { $0 }
  }

  /// The counts: all but the first add up to the first, if every reject is a rating.
  private var tiles: [(label: String, value: String)] {
    let (before, updated, deleted, rejected) = totals
    let (documents, entries) = (account.documents, account.entries)
    let unexpected = documents.unexpectedCount + entries.unexpectedCount
    return [
      ("ratings", Amount.count(before)),
      ("binary already", Amount.count(documents.total.kept + entries.total.kept - unexpected)),
      (arguments.isDiscarding ? "to update" : "updated", Amount.count(updated)),
      (arguments.isDiscarding ? "to delete" : "deleted", Amount.count(deleted)),
      ("unexpected, kept", Amount.count(unexpected)),
      ("rejected, kept", Amount.count(rejected)),
    ]
  }

  private var steps: [RunPage.Step] {
    if arguments.isDiscarding { return [] }
    let summary = arguments[.summary].flatMap { $0 == "-" ? nil : $0 }
    var steps: [RunPage.Step] = []
    if let summary, arguments[.shard] == nil {
      steps.append(
        .init(
          "to check, at any time, that the files are as they were written:",
          "\(run.tool.name) --verify \(ShellWord.quoted(path: summary))"))
    }
    if let batches = account.batches, !batches.batches.isEmpty, arguments[.shard] == nil {
      let path = ShellWord.quoted(path: batches.path)
      steps += [
        .init("to see what the batches would do:", "apply-batches \(path)"),
        .init(
          "to send them, and to check every document:",
          "apply-batches \(path) --execute --check all"),
        .init("to undo that:", "apply-batches \(path) --undo --execute --check all"),
      ]
    }
    return steps
  }
}
