import Scan
package import SystemIO

// Recording a run, and repeating a recorded one.
extension ToolRun {
  /// The run as recorded.
  ///
  /// - Parameter values: values by name for options that were not given, because something else,
  ///   such as the clock, decided.
  /// - Throws: `SystemError` if the current directory is unknown.
  package func recorded(with values: [String: String] = [:]) throws(SystemError) -> RecordedRun {
    var arguments: [String] = []
    for option in self.arguments.given where option.role != .call {
      arguments.append(try option.absoluteArgument())
    }
    for (name, value) in values.sorted(by: { $0.key < $1.key }) {
      let spelling = "--" + name
      let isFree = !self.arguments.given.contains { $0.spelling == spelling }
      if isFree, tool.options.all.contains(where: { $0.name == name }) {
        arguments.append("\(spelling)=\(value)")
      }
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
  package func again(
    _ recorded: RecordedRun, for expectation: ReplayContext?
  ) throws(UsageError) -> ToolRun {
    let isVerifying = expectation?.purpose == .verifying
    var words = recorded.arguments
    if isVerifying {
      let recorded = tool.options.read(words).arguments
      words = recorded.given.filter { $0.role == .result }.map(\.argument)
      words += ["--"] + recorded.operands
    }
    let call = arguments.given.filter { $0.role == .call }.map(\.argument)
    var invocation = tool.options.read(call + words)
    if let mistake = invocation.mistake { throw mistake }
    guard tool.operands.count.contains(invocation.arguments.operands.count) else {
      throw UsageError("the command line that was recorded has too many operands, or too few")
    }
    invocation.arguments.areRecorded = expectation != nil
    if expectation?.isRedacted == true { invocation.arguments.give(.redact) }
    return ToolRun(
      tool: tool, arguments: invocation.arguments, expectation: expectation,
      diagnostics: isVerifying ? diagnostics.errorsOnly : diagnostics,
      signalAnswers: signalAnswers, surroundings: surroundings, facts: facts)
  }
}
