package import ByteIO
package import Console
package import JSONText

/// The run's counts as JSON, for the file that `--summary` names.
package enum RunSummary {
  /// What every summary begins with.
  static let beginning = "{\n  \"schema_version\": "

  /// Makes the file, where one was asked for, to be published with the run's outputs; an older
  /// summary of that name is replaced. Whatever else tells of the run has its counts from here. Where
  /// device ids are to be hidden they are, but not in the provenance, without which nobody could verify
  /// the run.
  ///
  /// - Parameters:
  ///   - provenance: what its outputs come from, for a later run to verify them.
  ///   - members: writes what the tool has to say beside the members all summaries have.
  package static func make<Options>(
    of run: ToolRun<Options>, tool: String, status: ExitStatus, provenance: RunProvenance? = nil,
    _ members: (inout JSONWriter) -> Void
  ) throws -> FinishedOutput? {
    guard run.shared.tellsCounts else { return nil }
    var writer = JSONWriter(.pretty)
    var ownEnd = 0
    writer.object { summary in
      summary.member("schema_version", 1)
      summary.member("tool", tool)
      summary.member("version", Version.text)
      summary.key("dry_run")
      summary.boolean(run.shared.dryRun)
      summary.member("exit_status", status.rawValue)
      members(&summary)
      ownEnd = summary.bytes.count
      provenance?.write(to: &summary)
    }
    run.facts.counts = try counts(in: writer.bytes)
    guard let path = run.shared.summary else { return nil }
    let target = try OutputTarget(path)
    var output = try ByteOutput(target)
    var text = writer.bytes + [UInt8(ascii: "\n")]
    if run.shared.redact {
      let own = String(decoding: text[..<ownEnd], as: UTF8.self)
      let redactor = run.diagnostics.style.redactor ?? Redactor()
      text.replaceSubrange(..<ownEnd, with: redactor.redact(own).utf8)
    }
    try output.write(text)
    let finished = try output.finish()
    if case .stream = target.kind { run.facts.isSummaryStreamed = true }
    return finished
  }

  /// The whole numbers that a summary says itself, and not in an object in it.
  private static func counts(in summary: [UInt8]) throws -> [(name: String, count: Int)] {
    guard case .object(let members) = try JSONValue(summary.span) else { return [] }
    return members.compactMap { key, value in
      let isCount = key != "schema_version" && key != "exit_status"
      return isCount ? value.integer.map { (key, $0) } : nil
    }
  }
}
