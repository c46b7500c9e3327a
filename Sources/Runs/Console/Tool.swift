import Scan
import SystemIO

/// A tool: what it says of itself, and the work that it does. All else is done for every tool alike.
package protocol Tool {
  static var tool: ToolDescription { get }
  /// Does the work of a run, from the first check of what the options name to its report.
  static func perform(_ run: ToolRun) throws -> ExitStatus
  /// Whether a run writes more than what goes to standard output.
  static func hasOtherOutputs(_ run: ToolRun) -> Bool
}

extension Tool {
  package static func hasOtherOutputs(_ run: ToolRun) -> Bool { false }

  /// Runs the tool with the arguments of the process.
  package static func main() {
    let arguments = Array(CommandLine.arguments.dropFirst())
    exitProcess(runTool(tool, arguments: arguments, run).rawValue)
  }

  /// One run of the tool, or the undoing of one.
  package static func run(_ run: ToolRun) throws -> ExitStatus {
    try RunLifecycle.of(run, hasOtherOutputs: hasOtherOutputs, perform)
  }
}
