import Scan
package import SystemIO

/// The run's facts as JSON, for the file that `--summary` names.
package enum RunSummary {
  /// What every summary begins with.
  static let beginning = "{\n  \"schema_version\": "

  /// Makes the file, where one was asked for, to be published with the run's outputs; an older
  /// summary of that name is replaced. Whatever else tells of the run has its counts from here. Where
  /// device ids are to be hidden they are, but not in the provenance, without which nobody could verify
  /// the run.
  ///
  /// - Parameters:
  ///   - isStopped: whether a guard has stopped the run: then the counts that it looked at are told as
  ///     well.
  ///   - provenance: what its outputs come from, for a later run to verify them.
  ///   - facts: what the tool has to say beside the members all summaries have.
  /// - Throws: `OutputRefusal` where the file that is there now is no older summary; `SystemError`.
  package static func make(
    of run: ToolRun, status: ExitStatus, isStopped: Bool = false,
    provenance: RunProvenance? = nil, _ facts: [Fact]
  ) throws -> FinishedOutput? {
    var facts = facts
    if !isStopped {
      run.facts.figures = facts
    } else if !run.facts.figures.isEmpty {
      facts.append(Fact("counts", run.facts.figures))
    }
    guard let path = run.arguments[.summary] else { return nil }
    var writer = JSONWriter(.pretty)
    var ownEnd = 0
    writer.object { summary in
      summary.member("schema_version", 1)
      summary.member("tool", run.tool.name)
      summary.member("version", Version.text)
      summary.key("dry_run")
      summary.boolean(run.arguments[.dryRun])
      summary.member("exit_status", status.rawValue)
      facts.write(to: &summary)
      ownEnd = summary.bytes.count
      provenance?.write(to: &summary)
    }
    // What somebody else has put there during the run is kept, as it would have been before.
    if !run.arguments.replacesReports { try ReportFile(.summary, path)?.check() }
    let target = try OutputTarget(path)
    var output = try ByteOutput(target)
    var lines = writer.bytes + [UInt8(ascii: "\n")]
    if run.arguments[.redact] {
      let own = String(decoding: lines[..<ownEnd], as: UTF8.self)
      let redactor = run.diagnostics.style.redactor ?? Redactor()
      lines.replaceSubrange(..<ownEnd, with: redactor.redact(own).utf8)
    }
    try output.write(lines)
    let finished = try output.finish()
    if case .stream = target.kind { run.facts.isSummaryStreamed = true }
    return finished
  }
}
