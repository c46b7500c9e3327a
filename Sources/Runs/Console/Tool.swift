import Scan
import SystemIO

/// A tool: its description and its work. Everything else is shared.
package protocol Tool {
  static var tool: ToolDescription { get }
  /// Does the work of a run, from the first check of the options to the report.
  static func perform(_ run: ToolRun) throws -> ExitStatus
  /// Whether a run writes more than standard output.
  static func hasOtherOutputs(_ run: ToolRun) -> Bool
}

extension Tool {
  package static func hasOtherOutputs(_ run: ToolRun) -> Bool { false }

  /// Runs the tool with the arguments of the process.
  package static func main() {
    let arguments = Array(CommandLine.arguments.dropFirst())
    exitProcess(runTool(tool, arguments: arguments, run).rawValue)
  }

  /// Runs the tool, or undoes a run.
  package static func run(_ run: ToolRun) throws -> ExitStatus {
    try RunLifecycle.of(run, hasOtherOutputs: hasOtherOutputs, perform)
  }
}
