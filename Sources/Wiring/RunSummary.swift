import ByteIO
package import Console
package import JSONText

/// The run's counts as JSON, for the file that `--summary` names.
package enum RunSummary {
  /// Writes the file, where one was asked for; a file of the same name is replaced.
  ///
  /// - Parameter members: writes what the tool has to say beside the members all summaries have.
  package static func write<Options>(
    of run: ToolRun<Options>, tool: String, status: ExitStatus,
    _ members: (inout JSONWriter) -> Void
  ) throws {
    guard let path = run.shared.summary else { return }
    var writer = JSONWriter(.pretty)
    writer.object { summary in
      summary.member("schema_version", 1)
      summary.member("tool", tool)
      summary.member("version", Version.text)
      summary.key("dry_run")
      summary.boolean(run.shared.dryRun)
      summary.member("exit_status", status.rawValue)
      members(&summary)
    }
    var output = try ByteOutput(OutputTarget(path))
    try output.write(writer.bytes + [UInt8(ascii: "\n")])
    try output.finish().publish()
  }
}
