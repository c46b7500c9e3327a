import Formats
import Runs
import Scan

// The page of a migration.
extension MigrationReport {
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
    if let batches = account.batches, !batches.writer.batches.isEmpty, arguments[.shard] == nil {
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
