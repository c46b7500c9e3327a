import Formats
import Scan
import SystemIO

/// The report of a run that rewrites its inputs: the tool's counts, and the files written.
package protocol RewriteReport: RunReport {
  var rewriter: Rewriter { get }
  var rejectLog: RejectLog { get }
  /// The tool's own facts, which the guards need too.
  var counts: [Fact] { get }
  /// The word for a rewritten file.
  var result: String { get }
}

extension RewriteReport {
  package var run: ToolRun { rewriter.run }
  package var arguments: Arguments { run.arguments }
  package var result: String { "migrated" }
  package var facts: [Fact] { counts + fileFacts }
  package var closing: [String] { fileLines() }
  package var nextStep: String? { stepAfterRewriting }

  package var status: ExitStatus {
    if arguments[.check], rewriter.isChanged { return .changesPending }
    return rejectLog.rejectCount > 0 ? .doneWithRejects : .done
  }

  package var record: InputRecord? { rewriter.record }

  private var files: [Rewriter.File] { rewriter.files }
  private var namesOutputs: Bool { rewriter.outputs.namesOutputs }

  /// The lines about the files, and the verdict.
  ///
  /// - Parameter others: lines for other files that the run writes.
  package func fileLines(others: [String] = []) -> [String] { written(others) + verdict }

  /// The files written, or that a real run would write, with their digests if computed.
  private func written(_ others: [String]) -> [String] {
    let isReal = !arguments.isDiscarding
    var rows: [String] = []
    if namesOutputs, isReal || arguments[.dryRun] {
      rows = files.filter { $0.isPublished && !$0.isRecognized }.map(\.output.row)
    }
    rows = ReportText.shortened(rows, isWhole: run.listsAreWhole) + others
    if let path = rewriter.journalPath, isReal || arguments[.dryRun] {
      let isUndoProved = rewriter.journal?.isProved == true
      rows.append("the journal: \(path)" + (isUndoProved ? ", its undo proved" : ""))
    }
    rows += arguments.reportFileRows
    var lines = rows.isEmpty ? [] : ["", arguments[.dryRun] ? "would write:" : "written:"]
    lines += rows.map { "  " + $0 }
    lines += removed
    if !namesOutputs, arguments[.dryRun] {
      let digests = files.compactMap {
        $0.output.digest == nil || !$0.isPublished
          ? nil : $0.output.row + ($0.format == nil && !$0.isChanged ? "" : ", \(result)")
      }
      lines += digests.isEmpty ? [] : ["", "no output is named; the SHA-256 would be:"]
      lines += ReportText.shortened(digests, isWhole: run.listsAreWhole).map { "  " + $0 }
    }
    if lines.isEmpty, arguments[.inPlace], isReal {
      return ["", "no file changed, and none was touched"]
    }
    return lines
  }

  /// The files removed because each held one document, which is deleted.
  private var removed: [String] {
    let rows = files.filter(\.isRemoved).map { namesOutputs ? $0.output.path : $0.input }
    if rows.isEmpty { return [] }
    let isReal = !arguments.isDiscarding && namesOutputs
    return ["", "\(isReal ? "" : "would be ")deleted with their documents:"]
      + ReportText.shortened(rows, isWhole: run.listsAreWhole).map { "  " + $0 }
  }

  /// Whether every input is a list of rejects.
  package var isOfMendedRecords: Bool {
    !files.isEmpty && files.allSatisfy { $0.format?.isListOfRejects == true }
  }

  /// The fate of documents of other collections: no run copies a changelog.
  package var fateOfOthers: String {
    files.contains { $0.format?.isHistory == true } ? "skipped" : "copied unchanged"
  }

  /// The file or directory that a real run wrote, for the next command; nil if there is none, or
  /// several.
  package var writtenPath: String? {
    if arguments.isDiscarding || !namesOutputs { return nil }
    if !arguments[.inPlace] { return arguments[.output] == "-" ? nil : arguments[.output] }
    return rewriter.isChanged && arguments.operands.count == 1 ? arguments.operands.first : nil
  }

  /// The next step: after a dry run the real run, otherwise mending rejects or undoing; nil if
  /// there is no journal.
  package var stepAfterRewriting: String? {
    if arguments[.dryRun] { return run.stepAfterDryRun(needsOutput: !namesOutputs) }
    if let mending = run.mendingStep(rejectLog) { return mending }
    guard !arguments.isDiscarding, let path = rewriter.journalPath else { return nil }
    return "to undo: \(run.diagnostics.tool) --undo \(ShellWord.quoted(path: path))"
  }

  /// The last line of a dry run or a check.
  private var verdict: [String] {
    if arguments[.dryRun] { return [arguments.dryRunVerdict] }
    guard arguments[.check] else { return [] }
    return [rewriter.isChanged ? "CHECK: changes are pending" : "CHECK: nothing would change"]
  }

  /// The facts `inputs`, `journal` and `outputs`.
  package var fileFacts: [Fact] {
    // A run that only makes batches writes no migrated input.
    let outputs = namesOutputs || arguments[.dryRun] ? files.filter(\.isPublished) : []
    return [
      Fact("inputs", of: files.filter { $0.read != nil }) { object, file in
        if let read = file.read { object.writeMembers(of: read) }
        if file.isRemoved { object.member("removed", true) }
      },
      Fact("journal", rewriter.journalPath),
      Fact("outputs", of: outputs) { object, file in
        object.writeMembers(of: file.output)
        object.member("changed", file.isChanged)
      },
    ]
  }
}
