import Scan
import SystemIO

/// The facts of a run as JSON, for the file that `--summary` names.
enum RunSummary {
  /// The first bytes of every summary.
  static let beginning = "{\n  \"schema_version\": "

  /// Makes the summary, if one is named, to be published with the outputs; an older summary is
  /// replaced.
  ///
  /// With `--redact`, device ids are replaced, except in the provenance, which is needed for
  /// verifying.
  ///
  /// - Parameters:
  ///   - provenance: the provenance of the outputs, for a later `--verify`.
  ///   - facts: the tool's own members.
  /// - Throws: `OutputRefusal` if the path holds another file by now; `SystemError`.
  static func make(
    of run: ToolRun, status: ExitStatus, provenance: RunProvenance? = nil, _ facts: [Fact]
  ) throws -> FinishedOutput? {
    guard let file = ReportFile(.summary, run.arguments[.summary]) else { return nil }
    var writer = JSONWriter(.pretty)
    var ownEnd = 0
    writer.object { summary in
      summary.member("schema_version", 1)
      summary.member("tool", run.tool.name)
      summary.member("version", Version.text)
      summary.member("dry_run", run.arguments[.dryRun])
      summary.member("exit_status", status.rawValue)
      facts.write(to: &summary)
      ownEnd = summary.bytes.count
      provenance?.write(to: &summary)
    }
    var lines = writer.line
    if run.redactor.isOn {
      let own = String(decoding: lines[..<ownEnd], as: UTF8.self)
      lines.replaceSubrange(..<ownEnd, with: run.redactor.redact(own).utf8)
    }
    return try file.finish(lines, of: run)
  }
}
