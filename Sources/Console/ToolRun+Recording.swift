package import ByteIO

extension ToolRun {
  /// The run, written down.
  ///
  /// - Parameter values: what stands for options that were not given, by name, where something else
  ///   decided, such as the clock.
  /// - Throws: `SystemError` where there is no telling which directory this is.
  package func recorded(with values: [String: String] = [:]) throws(SystemError) -> RecordedRun {
    var arguments: [String] = []
    for option in given where option.role != .call { arguments.append(try Self.absolute(option)) }
    for (name, value) in values.sorted(by: { $0.key < $1.key }) {
      let spelling = "--" + name
      let isFree = !given.contains { $0.spelling == spelling }
      if isFree, tool.options.entries.contains(where: { $0.name == name }) {
        arguments.append("\(spelling)=\(value)")
      }
    }
    arguments.append("--")
    for operand in operands { arguments.append(try RecordedRun.absolute(operand)) }
    return RecordedRun(tool: tool.name, version: tool.version, arguments: arguments)
  }

  private static func absolute(_ option: GivenOption) throws(SystemError) -> String {
    guard option.pathKind != nil, let value = option.value else { return option.argument() }
    let path = try RecordedRun.absolute(value)
    return option.argument { _ in path }
  }

  /// This call, to do what was recorded.
  ///
  /// What is verified was published once: guards have no say in it, and nothing is told but the
  /// outcome.
  ///
  /// - Throws: `UsageError` where the tool does not take the command line that was recorded.
  package func again(
    _ recorded: RecordedRun, for expectation: RunExpectation?
  ) throws(UsageError) -> ToolRun {
    let isVerifying = expectation?.purpose == .verifying
    var arguments = recorded.arguments
    if isVerifying {
      let invocation = tool.options.read(arguments)
      arguments = invocation.given.filter { $0.role == .result }.map { $0.argument() }
      arguments += ["--"] + invocation.operands
    }
    let call = given.filter { $0.role == .call }.map { $0.argument() }
    let invocation = tool.options.read(call + arguments)
    if let mistake = invocation.mistake { throw mistake }
    guard tool.operands.count.contains(invocation.operands.count) else {
      throw UsageError("the command line that was recorded has too many operands, or too few")
    }
    var shared = invocation.options[keyPath: tool.shared]
    if expectation != nil { shared.forcesReports = false }
    if expectation?.isRedacted == true { shared.redact = true }
    return ToolRun(
      tool: tool, options: invocation.options, shared: shared,
      operands: invocation.operands, given: invocation.given, expectation: expectation,
      diagnostics: isVerifying ? diagnostics.errorsOnly : diagnostics,
      signalAnswers: signalAnswers, surroundings: surroundings)
  }
}
