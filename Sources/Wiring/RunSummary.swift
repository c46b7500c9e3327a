package import ByteIO
package import Console
package import JSONText

/// The run's counts as JSON, for the file that `--summary` names.
package enum RunSummary {
  /// Makes the file, where one was asked for, to be published with the run's outputs; an older
  /// summary of that name is replaced.
  ///
  /// - Parameter members: writes what the tool has to say beside the members all summaries have.
  package static func make<Options>(
    of run: ToolRun<Options>, tool: String, status: ExitStatus,
    _ members: (inout JSONWriter) -> Void
  ) throws -> FinishedOutput? {
    guard let path = run.shared.summary else { return nil }
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
    return try output.finish()
  }

  /// Does a run's work; where that fails, the summary says so, instead of an older run's success.
  ///
  /// - Parameter hasOtherOutputs: whether the run writes more than what goes to standard output.
  /// - Throws: what the work throws; a summary that cannot be written either is left out.
  package static func orFailure<Options>(
    of run: ToolRun<Options>, tool: String, hasOtherOutputs: Bool = false,
    _ work: () throws -> ExitStatus
  ) throws -> ExitStatus {
    // A reader that goes away ends a run well, unless the run was to write more than it read.
    let othersAreMissing = hasOtherOutputs || run.shared.rejects != nil || run.shared.summary != nil
    do {
      return try work()
    } catch let error as SystemError where error.isClosedOutput && othersAreMissing {
      throw OutputRefusal(
        .inputOutput, "standard output was closed too soon, and nothing else was written")
    } catch let error as any ReportableError where error.kind != .usage {
      let summary = try make(of: run, tool: tool, status: ExitStatus(error.kind)) { summary in
        summary.member("error", error.description)
      }
      try summary?.publish()
      throw error
    }
  }
}
