package import Scan
package import SystemIO

/// The run's counts as JSON, for the file that `--summary` names.
package enum RunSummary {
  /// What every summary begins with.
  static let beginning = "{\n  \"schema_version\": "

  /// Takes note of what a run has counted, before a guard may stop it: its metrics and its summary hold
  /// these counts then.
  ///
  /// - Parameter byteCountRead: how many bytes were read, where a summary says so.
  package static func note(
    countsOf run: ToolRun, byteCountRead: Int? = nil,
    _ members: (inout JSONWriter) -> Void
  ) throws {
    guard run.arguments.tellsCounts else { return }
    var writer = JSONWriter(.pretty, outerDepth: 1)
    writer.object { counts in
      members(&counts)
      counts.optionalMember("bytes_read", byteCountRead)
    }
    run.facts.countsObject = writer.bytes
    run.facts.counts = try counts(in: writer.bytes)
  }

  /// Makes the file, where one was asked for, to be published with the run's outputs; an older
  /// summary of that name is replaced. Whatever else tells of the run has its counts from here. Where
  /// device ids are to be hidden they are, but not in the provenance, without which nobody could verify
  /// the run.
  ///
  /// - Parameters:
  ///   - isStopped: whether a guard has stopped the run, and what was counted is to be told.
  ///   - provenance: what its outputs come from, for a later run to verify them.
  ///   - members: writes what the tool has to say beside the members all summaries have.
  /// - Throws: `OutputRefusal` where the file that is there now is no older summary; `SystemError`.
  package static func make(
    of run: ToolRun, tool: String, status: ExitStatus, isStopped: Bool = false,
    provenance: RunProvenance? = nil, _ members: (inout JSONWriter) -> Void
  ) throws -> FinishedOutput? {
    guard run.arguments.tellsCounts else { return nil }
    var writer = JSONWriter(.pretty)
    var ownEnd = 0
    writer.object { summary in
      summary.member("schema_version", 1)
      summary.member("tool", tool)
      summary.member("version", Version.text)
      summary.key("dry_run")
      summary.boolean(run.arguments[.dryRun])
      summary.member("exit_status", status.rawValue)
      members(&summary)
      ownEnd = summary.bytes.count
      provenance?.write(to: &summary)
    }
    let counted = isStopped ? run.facts.countsObject : []
    let text = counted.isEmpty ? writer.bytes : joined(writer.bytes, counted)
    if !isStopped { run.facts.counts = try counts(in: text) }
    guard let path = run.arguments[.summary] else { return nil }
    // What somebody else has put there during the run is kept, as it would have been before.
    if !run.arguments.replacesReports { try ReportFile(.summary, path)?.check() }
    let target = try OutputTarget(path)
    var output = try ByteOutput(target)
    var lines = text + [UInt8(ascii: "\n")]
    if run.arguments[.redact] {
      if isStopped { ownEnd = text.count }
      let own = String(decoding: lines[..<ownEnd], as: UTF8.self)
      let redactor = run.diagnostics.style.redactor ?? Redactor()
      lines.replaceSubrange(..<ownEnd, with: redactor.redact(own).utf8)
    }
    try output.write(lines)
    let finished = try output.finish()
    if case .stream = target.kind { run.facts.isSummaryStreamed = true }
    return finished
  }

  /// A summary with the counts as its last member.
  private static func joined(_ summary: [UInt8], _ counts: [UInt8]) -> [UInt8] {
    summary.dropLast("\n}".utf8.count) + Array(",\n  \"counts\": ".utf8) + counts
      + Array("\n}".utf8)
  }

  /// The whole numbers of a summary; those in an object in it have its name before their own.
  private static func counts(in summary: [UInt8]) throws -> [(name: String, count: Int)] {
    var known: Set = ["schema_version", "exit_status", "provenance"]
    return counts(in: try JSONValue(summary.span), "", &known)
  }

  private static func counts(
    in value: JSONValue, _ prefix: String, _ known: inout Set<String>
  ) -> [(name: String, count: Int)] {
    guard case .object(let members) = value else { return [] }
    var counts: [(name: String, count: Int)] = []
    for (key, value) in members where known.insert(prefix + key).inserted {
      if let count = value.integer {
        counts.append((prefix + key, count))
      } else {
        counts += Self.counts(in: value, prefix + key + "_", &known)
      }
    }
    return counts
  }
}
