import ByteIO
import Console
import Formats
import JSONText
import Pipeline
import Reports
import Wiring

/// What a person, and a program, are told of a finished run.
struct MigrationReport {
  /// One input and what it became.
  struct File {
    let input: String
    let format: InputFormat
    let isChanged: Bool
    let isPublished: Bool
    let output: FinishedOutput
  }

  let run: ToolRun<MigrateRatings.Options>
  let account: MigrationAccount
  let files: [File]
  let batchFiles: [BatchWriter.File]
  let seconds: Double
  let namesOutputs: Bool

  private var shared: SharedOptions { run.shared }
  private var isChanged: Bool { files.contains(where: \.isChanged) }

  /// How the run ends.
  var status: ExitStatus {
    if shared.check, isChanged { return account.ledger.rejectCount > 0 ? .doneWithRejects : .changesPending }
    return account.ledger.rejectCount > 0 ? .doneWithRejects : .done
  }

  // MARK: For a person

  func text(width: Int) -> String {
    var lines: [String] = []
    if account.documents.total.before > 0 || account.dumps.read == 0 {
      lines += [account.documents.table.text(width: width), ""]
    }
    if account.dumps.read > 0 {
      lines += ["ratings in dumps:", account.entries.table.text(width: width), ""]
    }
    lines += counts.map { "  " + $0 }
    if !account.sample.isEmpty {
      lines += ["", "changes, \(account.sample.count) of \(Amount.count(account.changeCount)):"]
      lines += account.sample.map { "  " + $0 }
    }
    lines += written
    return lines.map { line in line.split(separator: "\n", omittingEmptySubsequences: false).map { VisibleText.of(String($0)) }.joined(separator: "\n") }.joined(separator: "\n") + "\n" + closing
  }

  private var counts: [String] {
    var lines: [String] = []
    let total = account.documents.total
    if total.before > 0 || account.dumps.read == 0 {
      lines.append(
        "documents: \(Amount.count(total.before)) read, \(Amount.count(total.kept)) kept, "
          + "\(Amount.count(total.updated)) updated, \(Amount.count(total.deleted)) deleted, "
          + "\(Amount.count(total.rejected)) rejected")
    }
    if account.dumps.read > 0 {
      let dumps = account.dumps
      lines.append(
        "dumps: \(Amount.count(dumps.read)) read, \(Amount.count(dumps.migrated)) migrated, "
          + "\(Amount.count(dumps.alreadyDone)) already done, "
          + "\(Amount.count(dumps.rejected)) rejected")
    }
    if account.otherDocumentCount > 0 {
      lines.append(
        "other collections: \(Amount.count(account.otherDocumentCount, of: "document")) passed on")
    }
    if let batches = account.batches {
      lines.append(
        "batches: \(batches.apply.files.count), and \(batches.undo.files.count) that undo them")
    }
    lines.append(
      "bytes: \(Amount.bytes(account.byteCountRead)) read in \(Amount.duration(seconds: seconds))")
    lines.append(account.documents.balance)
    return lines
  }

  /// The files written, or that a real run would write; with digests where they were computed.
  private var written: [String] {
    var rows: [String] = []
    for file in files where file.isPublished {
      let digest = file.output.digest.map { "\($0)  " } ?? ""
      let name = namesOutputs ? file.output.path : "\(file.output.path), migrated"
      rows.append("\(digest)\(name)")
    }
    if let batches = account.batches {
      let shown = shared.verbose ? batchFiles[...] : batchFiles.suffix(1) + batchFiles.prefix(20)
      rows += shown.prefix(batchFiles.count).map { "\($0.digest)  \(batches.path)/\($0.name)" }
      let left = batchFiles.count - shown.count
      if left > 0 { rows.append("and \(Amount.count(left, of: "more batch file")), in the manifest") }
    }
    if let rejects = shared.rejects { rows.append("the rejects: \(rejects)") }
    if let summary = shared.summary, !shared.dryRun { rows.append("the summary: \(summary)") }
    guard !rows.isEmpty, namesOutputs || account.batches != nil || shared.dryRun else { return [] }
    let isReal = !shared.dryRun && !shared.check
    return ["", isReal ? "written:" : "would write:"] + rows.map { "  " + $0 }
  }

  private var closing: String {
    if shared.dryRun {
      let summary = shared.summary.map { "the summary is in '\($0)'\n" } ?? ""
      return summary + "DRY RUN: nothing written\n"
    }
    if shared.check {
      return isChanged ? "CHECK: changes are pending\n" : "CHECK: nothing would change\n"
    }
    return ""
  }

  // MARK: For a program

  func writeSummary(_ status: ExitStatus) throws {
    try RunSummary.write(of: run, tool: MigrateRatings.tool.name, status: status) { summary in
      summary.key("documents")
      account.documents.write(to: &summary)
      summary.key("dumps")
      summary.object { dumps in
        dumps.member("read", account.dumps.read)
        dumps.member("migrated", account.dumps.migrated)
        dumps.member("already_done", account.dumps.alreadyDone)
        dumps.member("rejected", account.dumps.rejected)
        dumps.key("entries")
        account.entries.write(to: &dumps)
      }
      summary.member("other_documents", account.otherDocumentCount)
      summary.member("rejects", account.ledger.rejectCount)
      summary.member("bytes_read", account.byteCountRead)
      writeFiles(to: &summary)
    }
  }

  private func writeFiles(to summary: inout JSONWriter) {
    summary.key("inputs")
    summary.array { array in
      for file in files {
        array.object { object in
          object.member("path", file.input)
          object.member("format", file.format.rawValue)
        }
      }
    }
    summary.key("outputs")
    summary.array { array in
      for file in files where file.isPublished {
        array.object { object in
          object.member("path", file.output.path)
          object.member("bytes", file.output.byteCount)
          object.optionalMember("sha256", file.output.digest?.description)
          object.key("changed")
          object.boolean(file.isChanged)
        }
      }
    }
    summary.key("batches")
    summary.array { array in
      for file in batchFiles {
        array.object { object in
          object.member("file", file.name)
          object.member("writes", file.writeCount)
          object.member("bytes", file.byteCount)
          object.member("sha256", file.digest.description)
        }
      }
    }
  }
}
