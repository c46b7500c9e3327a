import Scan
import SystemIO

// Recording a run, and repeating a recorded one.
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
          .applying, path: plan.path, plan.recorded, inputs: plan.inputs, results: plan.results))
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

  /// The run as recorded.
  ///
  /// - Parameter values: values by name for options that were not given, because something else,
  ///   such as the clock, decided.
  /// - Throws: `SystemError` if the current directory is unknown.
  func recorded(with values: [String: String] = [:]) throws(SystemError) -> RecordedRun {
    var arguments: [String] = []
    for option in self.arguments.given where option.role != .call {
      arguments.append(try option.absoluteArgument())
    }
    for (name, value) in values.sorted(by: { $0.key < $1.key }) {
      let spelling = "--" + name
      let isFree = !self.arguments.given.contains { $0.spelling == spelling }
      if isFree, tool.options.has(name) { arguments.append("\(spelling)=\(value)") }
    }
    arguments.append("--")
    for operand in self.arguments.operands { arguments.append(try RecordedRun.absolute(operand)) }
    return RecordedRun(tool: tool.name, version: tool.version, arguments: arguments)
  }

  /// This call with the recorded command line.
  ///
  /// A verification applies no guards and prints only its outcome, because the run was published
  /// already.
  ///
  /// - Throws: `UsageError` if the tool does not accept the recorded command line.
  func again(
    _ recorded: RecordedRun, for expectation: ReplayContext?
  ) throws(UsageError) -> ToolRun {
    let isVerifying = expectation?.purpose == .verifying
    var words = recorded.arguments
    if isVerifying {
      let all = tool.options.read(words)
      if let mistake = all.mistake { throw mistake }
      words = all.arguments.given.filter { $0.role == .result }.map(\.argument)
      words += ["--"] + all.arguments.operands
    }
    let call = arguments.given.filter { $0.role == .call }.map(\.argument)
    var invocation = tool.options.read(call + words)
    if let mistake = invocation.mistake ?? invocation.arguments.contradiction { throw mistake }
    guard tool.operands.count.contains(invocation.arguments.operands.count) else {
      throw UsageError("the command line that was recorded has too many operands, or too few")
    }
    invocation.arguments.areRecorded = expectation != nil
    if expectation?.isRedacted == true { invocation.arguments.give(.redact) }
    return ToolRun(
      tool: tool, arguments: invocation.arguments, expectation: expectation,
      diagnostics: isVerifying
        ? diagnostics.errorsOnly(isRedacted: invocation.arguments[.redact]) : diagnostics,
      signalAnswers: signalAnswers, surroundings: surroundings, facts: facts)
  }
}
