import Scan
import SystemIO

/// The plan that a dry run writes for the real run.
///
/// A class, because the visitors of documents and the run share one.
package final class PlanRecord {
  /// The file, which takes changes while the inputs are read.
  package var file: PlanFile
  /// The older plan to replace; nil with `--force`, which replaces any file.
  private let replacedPlan: ReportFile?

  /// Begins the plan before any input is read; nil without `--plan-out`.
  ///
  /// - Parameters:
  ///   - hasBatches: whether batches are written too.
  ///   - alternatives: the options that choose an output, for the error.
  /// - Throws: `UsageError` if no output is named, or an input or output is a stream.
  package init?(
    _ run: ToolRun, _ inputs: InputList, _ outputs: OutputSet, hasBatches: Bool,
    alternatives: [String]
  ) throws {
    guard let path = run.arguments[.planOut] else { return nil }
    guard outputs.namesOutputs || hasBatches else {
      let ways = alternatives.filter { $0 != "--dry-run" && $0 != "--check" }
      throw UsageError(
        "'--plan-out' needs an output to plan for",
        hint: "name one: \(ways.joined(separator: ", "))")
    }
    if let stream = inputs.inputs.first(where: { !$0.canBeReadTwice }) {
      throw UsageError(
        "'--plan-out' cannot plan for '\(stream.shownPath)', which is read only once")
    }
    if outputs.isStream || path == "-" {
      throw UsageError("'--plan-out' needs an output file: a stream cannot be checked first")
    }
    let recorded = try run.recorded()
    replacedPlan = run.arguments.replacesReports ? nil : ReportFile(.plan, path)
    file = try PlanFile(
      ByteOutput(OutputTarget(path), permissions: .ownerOnly), tool: recorded.tool,
      version: recorded.version,
      created: run.now,
      arguments: recorded.arguments)
  }

  /// Ends the plan, which is not yet published.
  ///
  /// - Throws: `OutputRefusal` if another file has replaced the older plan meanwhile.
  func finish(_ inputs: InputRecord, _ results: RunResults) throws -> FinishedOutput {
    try replacedPlan?.check()
    return try file.finish(inputs.identities, results)
  }
}
