import Formats
import Runs
import Scan
import SystemIO

/// The report of a finished run: facts, closing lines and exit status.
struct ReadReport: RunReport {
  let run: ToolRun
  let census: DocumentCensus
  let rejectLog: RejectLog
  let pass: InputPass
  var output: FinishedOutput?

  private var files: [InputPass.File] { pass.files }

  var status: ExitStatus { rejectLog.rejectCount > 0 ? .doneWithRejects : .done }

  var facts: [Fact] {
    let count = census.counts.documentCount
    let collections = census.counts.collections
    let rows = collections.map { name, count in
      "  \(name ?? "(no collection name)"): \(Amount.count(count))"
    }
    let shown = ReportText.shortened(rows, isWhole: run.listsAreWhole)
    return [
      Fact(
        "documents", count,
        line: "documents: \(Amount.count(count)) read, \(rejectLog.rejectedWords)")
    ] + shown.map { Fact(line: $0) } + [
      Fact("rejects", rejectLog.rejectCount),
      .otherDocuments(census.otherDocumentCount, "skipped"),
      Fact("unnamed_documents", census.unnamedCount),
      pass.bytesRead,
      Fact("collections", of: collections) {
        $0.write(collection: $1.name, documents: $1.count)
      },
      Fact("inputs", of: files) { $0.writeMembers(of: $1) },
      .outputs(output.map { [$0] } ?? []),
    ]
  }

  var closing: [String] {
    if run.arguments[.check] { return checkLines }
    return output.map { run.arguments.closing($0) } ?? []
  }

  var nextStep: String? {
    run.arguments[.dryRun]
      ? run.stepAfterDryRun() : run.mendingStep(rejectLog, isRewriting: false)
  }

  /// A line for each aspect, then the conclusion.
  var checkLines: [String] {
    ["checksums: " + checksums, "counts: " + counts, "names: " + names, conclusion]
  }

  private var checksums: String {
    let shards = files.compactMap(\.log)
    let records = shards.reduce(0) { $0 + $1.read.recordCount }
    let compressed = files.count { $0.compression != nil }
    var parts: [String] = []
    if !shards.isEmpty {
      parts.append(
        "\(Amount.count(records, of: "record")) in \(Amount.count(shards.count, of: "shard"))")
    }
    if compressed > 0 { parts.append(Amount.count(compressed, of: "compressed file")) }
    return parts.isEmpty ? "the input has none" : parts.joined(separator: ", ")
  }

  private var counts: String {
    let exports = pass.inputs.exports
    let counted = exports.count { $0.isCounted }
    let isExpected = run.arguments[.expectCount] != nil
    if counted == 0 {
      return isExpected
        ? "compared with --expect-count" : "there is no count of documents to compare with"
    }
    let isAll = counted == exports.count && !files.contains { $0.log == nil }
    return "compared with the metadata of \(Amount.count(counted, of: "export"))"
      + (isExpected ? " and with --expect-count" : isAll ? "" : "; the rest has no counts")
  }

  private var names: String {
    let (all, unnamed) = (census.counts.documentCount, census.unnamedCount)
    if all == 0 { return "there is no document" }
    return unnamed == 0
      ? "every document has one"
      : "\(Amount.count(unnamed)) of \(Amount.count(all, of: "document")) \(all == 1 ? "has" : "have") none"
  }

  private var conclusion: String {
    rejectLog.rejectCount == 0
      ? "CHECK: all of it can be read"
      : "CHECK: \(Amount.count(rejectLog.rejectCount, of: "record")) cannot be read"
  }
}

extension JSONWriter {
  /// Writes a collection's name and document count.
  mutating func write(collection name: String?, documents count: Int) {
    key("collection")
    if let name { string(name) } else { null() }
    member("documents", count)
  }
}
