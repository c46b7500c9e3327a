import Scan
import SystemIO

/// Finding of the run that a plan or a summary names.
extension ToolRun {
  /// The run to do: this one, or the recorded run that it names.
  ///
  /// A run with `--plan-out` is also rebuilt from its record, so that it and the real run use the
  /// same paths.
  ///
  /// - Throws: `UnsuitableInput` if a plan or a summary cannot be followed.
  func prepared() throws -> ToolRun {
    if let path = arguments[.plan] {
      let plan = try Plan(reading: path)
      return try again(
        ReplayContext(
          .applying, path: path, plan.recorded, inputs: plan.inputs, results: plan.results))
    }
    if let path = arguments[.verify] { return try again(try ReplayContext(verifying: path)) }
    guard arguments[.planOut] != nil else { return self }
    guard arguments[.dryRun] else {
      throw UsageError("'--plan-out' needs '--dry-run'")
    }
    return try again(try recorded(with: ["now": try now.description]), for: nil)
  }

  /// The recorded run.
  ///
  /// - Throws: `UnsuitableInput` if it was another tool's or another version's.
  private func again(_ expectation: ReplayContext) throws -> ToolRun {
    let recorded = expectation.recorded
    func refusal(_ message: String) -> UnsuitableInput {
      UnsuitableInput(
        expectation.path, message, hint: "nothing was read or written; use the tool that made it")
    }
    guard recorded.tool == tool.name else {
      throw refusal("it is of a run of \(recorded.tool), and this is \(tool.name)")
    }
    guard recorded.version == tool.version else {
      throw refusal("it is of version \(recorded.version), and this is \(tool.version)")
    }
    let run: ToolRun
    do {
      run = try again(recorded, for: expectation)
    } catch {
      throw refusal("its command line is not valid: \(error.message)")
    }
    if run.arguments.operands.contains("-") { throw InputRecord.unrepeatable(expectation) }
    return run
  }
}
