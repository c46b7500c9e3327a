import Formats
import Scan
import SystemIO

/// The parts that all reports of rewriting runs share: the exit status and the files written.
package struct RewriteReport {
  private let arguments: Arguments
  private let files: [Rewriter.File]
  private let namesOutputs: Bool
  private let rejectLog: RejectLog?
  private let result: String
  private let journalPath: String?
  private let isUndoProved: Bool

  /// - Parameter result: the word for a rewritten file, as in “migrated”.
  package init(
    _ arguments: Arguments, _ rewriter: Rewriter, _ rejectLog: RejectLog?,
    result: String = "migrated"
  ) {
    self.arguments = arguments
    self.result = result
    self.rejectLog = rejectLog
    files = rewriter.files
    journalPath = rewriter.journalPath
    isUndoProved = rewriter.journal?.isProved ?? false
    namesOutputs = rewriter.outputs.namesOutputs
  }

  private var isChanged: Bool { files.contains(where: \.isChanged) }

  /// The exit status.
  package var status: ExitStatus {
    if arguments[.check], isChanged { return .changesPending }
    return (rejectLog?.rejectCount ?? 0) > 0 ? .doneWithRejects : .done
  }

  /// The last lines of the report.
  ///
  /// - Parameter others: lines for other files that the run writes.
  package func closing(others: [String] = []) -> [String] { written(others) + verdict }

  /// The files written, or that a real run would write, with their digests if computed.
  private func written(_ others: [String]) -> [String] {
    let isReal = !arguments.isDiscarding
    var rows: [String] = []
    if namesOutputs, isReal || arguments[.dryRun] {
      rows = files.filter { $0.isPublished && !$0.isRecognized }.map(\.output.row)
    }
    rows = ReportText.shortened(rows, isWhole: arguments[.verbose]) + others
    if let journalPath, isReal || arguments[.dryRun] {
      rows.append("the journal: \(journalPath)" + (isUndoProved ? ", its undo proved" : ""))
    }
    rows += arguments.reportFileRows
    var lines = rows.isEmpty ? [] : ["", arguments[.dryRun] ? "would write:" : "written:"]
    lines += rows.map { "  " + $0 }
    lines += removed
    if !namesOutputs, arguments[.dryRun] {
      let digests = files.compactMap {
        $0.output.digest == nil || $0.isRemoved || $0.format?.isHistory == true
          ? nil : $0.output.row + ($0.format == nil && !$0.isChanged ? "" : ", \(result)")
      }
      lines += digests.isEmpty ? [] : ["", "no output is named; the SHA-256 would be:"]
      lines += ReportText.shortened(digests, isWhole: arguments[.verbose]).map { "  " + $0 }
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
      + ReportText.shortened(rows, isWhole: arguments[.verbose]).map { "  " + $0 }
  }

  /// Whether every input is a list of rejects.
  package var isOfMendedRecords: Bool {
    !files.isEmpty && files.allSatisfy { $0.format?.isListOfRejects == true }
  }

  /// The file or directory that a real run wrote, for the next command; nil if there is none, or
  /// several.
  package func writtenPath(of run: ToolRun) -> String? {
    if arguments.isDiscarding || !namesOutputs { return nil }
    if !arguments[.inPlace] { return arguments[.output] == "-" ? nil : arguments[.output] }
    return isChanged && run.arguments.operands.count == 1 ? run.arguments.operands.first : nil
  }

  /// The next step: after a dry run the real run, otherwise mending rejects or undoing; nil if
  /// there is no journal.
  package func nextStep(of run: ToolRun) -> String? {
    if arguments[.dryRun] { return run.stepAfterDryRun(needsOutput: !namesOutputs) }
    if let mending = rejectLog.flatMap({ run.mendingStep($0) }) { return mending }
    guard !arguments.isDiscarding, let journalPath else { return nil }
    return "to undo: \(run.diagnostics.tool) --undo \(ShellWord.quoted(path: journalPath))"
  }

  /// The last line of a dry run or a check.
  private var verdict: [String] {
    if arguments[.dryRun] { return [arguments.dryRunVerdict] }
    guard arguments[.check] else { return [] }
    return [isChanged ? "CHECK: changes are pending" : "CHECK: nothing would change"]
  }

  /// The facts `inputs`, `journal` and `outputs`.
  package var facts: [Fact] {
    let files = files
    return [
      Fact("inputs") { array in
        for file in files {
          guard let format = file.format else { continue }
          array.object { object in
            object.member("path", file.input)
            object.member("format", format.rawValue)
            object.optionalMember("compression", file.compression?.rawValue)
            object.member("bytes", file.byteCountRead)
            if file.isRemoved {
              object.member("removed", true)
            }
          }
        }
      },
      Fact("journal", journalPath),
      Fact("outputs") { array in
        for file in files where file.isPublished {
          array.object { object in
            object.writeMembers(of: file.output)
            object.member("changed", file.isChanged)
          }
        }
      },
    ]
  }
}
