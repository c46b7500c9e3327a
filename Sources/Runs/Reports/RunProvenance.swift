import Scan
import SystemIO

/// The provenance of a run's outputs, as its summary states it: the command line and the inputs.
struct RunProvenance: Sendable {
  let recorded: RecordedRun
  /// The operands as given, which is how outputs spell inputs.
  let operands: [String]
  let isRedacted: Bool
  let inputs: [FileIdentity]

  /// The provenance of a run; nil if neither a summary nor a page tells of it.
  ///
  /// - Parameters:
  ///   - inputs: the record of the files read.
  ///   - values: values by name for options that were not given.
  init?(of run: ToolRun, _ inputs: InputRecord, with values: [String: String]) throws {
    guard run.arguments[.summary] != nil || run.arguments[.report] != nil else { return nil }
    recorded = try run.recorded(with: values)
    operands = run.arguments.operands
    isRedacted = run.arguments[.redact]
    self.inputs = inputs.identities
  }

  /// Writes the `provenance` member.
  func write(to summary: inout JSONWriter) {
    summary.object("provenance") { object in
      object.member("arguments", recorded.arguments)
      object.member("operands", operands)
      if isRedacted {
        object.member("redacted", true)
      }
      object.array("inputs") { array in
        for input in inputs {
          array.object { file in
            file.member("path", input.path)
            file.writeMembers(of: input)
          }
        }
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
      throw UnsuitableInput(path, "it is not a summary of a run", hint: nil)
    }
    guard let provenance = summary["provenance"],
      let arguments = provenance["arguments"]?.elements?.compactMap(\.string),
      let inputs = provenance["inputs"]?.elements
    else {
      throw UnsuitableInput(
        path, "it does not name the inputs of the outputs",
        hint: summary["error"] != nil
          ? "that run failed: name the summary of one that succeeded"
          : "name the summary of a run that read its inputs and wrote its outputs")
    }
    self.init(
      .verifying, path: path, RecordedRun(tool: tool, version: version, arguments: arguments),
      inputs: inputs.compactMap { FileIdentity($0, path: $0["path"]) },
      operands: provenance["operands"]?.elements?.compactMap(\.string) ?? [],
      isRedacted: provenance["redacted"] != nil)
  }
}
