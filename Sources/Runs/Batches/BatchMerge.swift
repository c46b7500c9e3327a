import Formats
import Scan
import SystemIO

/// A run that writes the batches of all shards as those of one run.
///
/// The writes are packed anew, in the order of the shards, so that the directory is, batch for
/// batch, the one of a run without `--shard`.
package struct BatchMerge {
  private let run: ToolRun
  private let shards: ShardSet
  private let target: String
  private var outputs: OutputSet
  /// The batches of an interrupted merge, which this one resumes.
  private let earlier: ComparedFiles?

  /// Reads the shards' records and checks that they make a whole.
  ///
  /// - Parameter target: the directory of `--batches`.
  /// - Throws: `UsageError`; `OutputRefusal` if the directory has files; `UnsuitableInput` if an
  ///   operand is not a shard's directory, or the shards do not make a whole.
  package init(_ run: ToolRun, into target: String?) throws {
    guard let target else {
      throw UsageError("'--merge-batches' needs '--batches DIR', the directory to write")
    }
    let known = ["merge-batches", "batches"]
    if let other = run.arguments.given.first(where: {
      $0.role != .call && !known.contains($0.declaration.name)
    }) {
      throw UsageError(
        "'\(other.spelling)' and '--merge-batches' cannot both be given",
        hint: "the shards' batches are joined as they were made; leave out '\(other.spelling)'")
    }
    let arguments = run.arguments
    try Self.refuseOutputs(
      in: arguments.operands,
      [target, arguments[.summary], arguments[.metrics], arguments[.report]])
    try OutputSet.refuseOutputs(of: run, in: target, of: "batches")
    self.run = run
    self.target = target
    outputs = try OutputSet(locking: run, others: [target])
    earlier = try run.batchesToRecognize(at: target, mayExist: run.arguments[.resume])
    run.signalAnswers.setStopMessage { Publication.nothingWritten() }
    shards = try ShardSet(run.arguments.operands)
  }

  /// Refuses outputs in the directories of shards, which would not be those of a shard any more.
  private static func refuseOutputs(in shards: [String], _ outputs: [String?]) throws {
    var directories: [FileStatus.Identity: String] = [:]
    for shard in shards {
      if let status = try FileStatus(path: shard) { directories[status.identity] = shard }
    }
    for output in outputs.compactMap({ $0 }) where output != "-" {
      guard let shard = try OutputSet.directory(of: output, among: directories) else { continue }
      throw UsageError(
        "the output '\(output)' lies in the shard '\(shard)'", hint: "write it elsewhere")
    }
  }

  /// Joins the batches.
  package mutating func perform() throws -> ExitStatus {
    try shards.checkCounts()
    for problem in shards.exportProblems {
      guard shards.first.setting("salvage") == "yes" else { throw problem }
      run.diagnostics.warning(problem.message, kind: "miscounted export", at: problem.place)
    }
    try shards.checkDocuments()
    var batches = try BatchDirectory(
      target, limits: shards.first.limits ?? BatchLimits(),
      stampsTime: shards.first.setting("server-timestamp")?.isEmpty == false,
      isDiscarding: run.arguments.isDiscarding || earlier != nil, comparing: earlier)
    let meter = run.progressMeter(bytesTotal: shards.byteCount)
    var (byteCount, writeCount) = (0, 0)
    try shards.forEachBatch { apply, undo, writes in
      for (write, undone) in writes {
        try batches.add(
          apply.span.extracting(write), undo: undo.span.extracting(undone))
      }
      byteCount += apply.count + undo.count
      writeCount += writes.count
      meter.update(bytesDone: byteCount, recordsDone: writeCount)
    }
    meter.finish()
    try batches.finish(sources: shards.covers)
    if let earlier { try run.checkRecognized(earlier, at: target) }
    let report = MergeReport(
      run: run, shards: shards, batches: batches, writeCount: writeCount)
    outputs.publication.batches = (batches, areFirst: false)
    return try report.publish(nil, under: outputs)
  }
}

/// The report of a merge.
private struct MergeReport: RunReport {
  let run: ToolRun
  let shards: ShardSet
  let batches: BatchDirectory
  let writeCount: Int

  var status: ExitStatus { shards.counts.rejects > 0 ? .doneWithRejects : .done }

  var facts: [Fact] {
    let count = batches.batches.count
    return [
      Fact(
        "shards", shards.count,
        line: "shards: \(Amount.count(shards.count)), of "
          + Amount.count(shards.counts.documents, of: "document")),
      Fact("rejects", shards.counts.rejects),
      Fact(
        line: "batches: \(Amount.count(count)), of \(Amount.count(writeCount, of: "write")), each "
          + "with one under 'undo' that reverts it"),
      .batches(batches),
    ]
  }

  func page() -> RunPage {
    let words =
      "the batches of \(Amount.count(shards.count, of: "shard")) were joined: "
      + Amount.count(writeCount, of: "write")
    return RunPage(
      RunPage.headline(words, of: run), sections: [.batches(batches)])
  }

  var closing: [String] {
    let isDry = run.arguments[.dryRun]
    let rows = batches.rows(of: run) + run.arguments.reportFileRows
    let written = rows.isEmpty ? [] : ["", isDry ? "would write:" : "written:"]
    return written + rows.map { "  " + $0 } + (isDry ? [run.arguments.dryRunVerdict] : [])
  }
}
