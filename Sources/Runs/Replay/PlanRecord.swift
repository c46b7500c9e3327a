import Scan
import SystemIO

/// The plan that a dry run leaves, for the real run to carry out.
///
/// A class, because the visitors of documents and the run write in the same one.
package final class PlanRecord {
  private var file: PlanFile
  /// The older plan that is to be replaced, where no other file may be.
  private let replacedPlan: ReportFile?

  /// Begins the plan that was asked for, before an input is read; nil where none was.
  ///
  /// - Parameters:
  ///   - hasBatches: whether write batches are made, too.
  ///   - alternatives: the ways to say what is to be done.
  /// - Throws: `UsageError` where there would be nothing to carry out, or no second reading.
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
      throw UsageError("'--plan-out' needs files: what goes to a stream cannot be checked before")
    }
    let recorded = try run.recorded()
    replacedPlan = run.arguments.replacesReports ? nil : ReportFile(.plan, path)
    file = try PlanFile(
      ByteOutput(OutputTarget(path), isPrivate: true), tool: recorded.tool,
      version: recorded.version,
      created: run.arguments[.now] ?? Timestamp.present(run.surroundings.environment),
      arguments: recorded.arguments)
  }

  /// Adds a change.
  package func add(_ change: PlanFile.Change) throws { try file.add(change) }

  /// Adds a change that is spelled but for the numbers of its place.
  package func add(_ text: Span<UInt8>, line: Int?, column: Int?, byte: Int?) throws {
    try file.add(text, line: line, column: column, byte: byte)
  }

  /// Ends the plan; it has yet to be published.
  ///
  /// - Throws: `OutputRefusal` where somebody has put another file in its place meanwhile.
  func finish(_ inputs: InputRecord, _ results: RunResults) throws -> FinishedOutput {
    for input in inputs.identities { try file.add(input: input) }
    for output in results.outputs { try file.add(output: output) }
    for path in results.removals { try file.add(removalOf: path) }
    try replacedPlan?.check()
    return try file.finish()
  }
}
