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
  ///   - facts: the tool's own members.
  ///   - inputs: the files that the outputs were made of, for a later `--verify`.
  ///   - decided: the values, by option name, that something else than the options decided.
  /// - Throws: `OutputRefusal` if the path holds another file by now; `SystemError`.
  static func make(
    of run: ToolRun, status: ExitStatus, _ facts: [Fact], madeOf inputs: [FileIdentity]? = nil,
    with decided: [String: String] = [:]
  ) throws -> FinishedOutput? {
    guard let file = ReportFile(.summary, run.arguments[.summary]) else { return nil }
    let recorded = try inputs.map { _ in try run.recorded(with: decided) }
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
      if let recorded, let inputs { write(recorded, inputs, of: run.arguments, to: &summary) }
    }
    var lines = writer.line
    if run.redactor.isOn {
      let own = String(decoding: lines[..<ownEnd], as: UTF8.self)
      lines.replaceSubrange(..<ownEnd, with: run.redactor.redact(own).utf8)
    }
    return try file.finish(lines, of: run)
  }
  /// Writes the command line and the inputs that the outputs were made of.
  private static func write(
    _ recorded: RecordedRun, _ inputs: [FileIdentity], of arguments: Arguments,
    to summary: inout JSONWriter
  ) {
    summary.object("provenance") { object in
      object.member("arguments", recorded.arguments)
      // As given, which is how outputs spell inputs.
      object.member("operands", arguments.operands)
      if arguments[.redact] { object.member("redacted", true) }
      object.array("inputs", of: inputs) { file, input in
        file.member("path", input.path)
        file.writeMembers(of: input)
      }
    }
  }
}

extension ReplayContext {
  private static let byteLimit = 64 << 20

  /// Reads the recorded run from a summary.
  ///
  /// - Throws: `UnsuitableInput` if the file is not a summary, or has no provenance.
  init(verifying path: String) throws {
    var window = ByteWindow(
      try InputFile(path: path), byteCount: 64 << 10, limit: Self.byteLimit)
    try window.fill()
    let path = window.path
    guard let summary = JSONValue(ifIn: window.bytes), let tool = summary["tool"]?.string,
      let version = summary["version"]?.string
    else {
      throw UnsuitableInput(
        path, "it is not a summary of a run", hint: "name the file that --summary wrote")
    }
    guard let provenance = summary["provenance"],
      let arguments = provenance["arguments"]?.elements({ $0.string }),
      let inputs = provenance["inputs"]?.elements
    else {
      throw UnsuitableInput(
        path, "it does not name the inputs of the outputs",
        hint: summary["error"] != nil
          ? "that run failed: name the summary of one that succeeded"
          : "name the summary of a run that read its inputs and wrote its outputs; one with --mark "
            + "or --merge-batches cannot be done again")
    }
    self.init(
      .verifying, path: path, RecordedRun(tool: tool, version: version, arguments: arguments),
      inputs: inputs.compactMap { FileIdentity($0, path: $0["path"]) },
      operands: provenance["operands"]?.elements({ $0.string }) ?? [],
      isRedacted: provenance["redacted"] != nil)
  }
}
