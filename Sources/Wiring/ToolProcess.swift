package import ByteIO
package import Console

/// A tool as a process: prepares it, runs the work, takes unfinished files away, and ends it.
package enum ToolProcess {
  /// The version of all tools; they are released together.
  package static let version = "0.1.0"

  /// Runs a tool to the end of the process.
  package static func run<Options: Sendable>(
    _ tool: ToolDescription<Options>, arguments: [String],
    _ body: (ToolRun<Options>, RunMonitor) throws -> ExitStatus
  ) -> ExitStatus {
    let monitor = RunMonitor()
    ProcessSetup.prepare(
      onProgress: { monitor.showProgress() }, onStop: { monitor.stop($0) })
    let status = runTool(tool, arguments: arguments) { run in
      monitor.attach(run.diagnostics)
      defer { TemporaryFiles.removeAll() }
      return try body(run, monitor)
    }
    return status
  }
}
