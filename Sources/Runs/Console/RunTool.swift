import Scan
import SystemIO

/// Runs a tool from its arguments to its exit status.
///
/// The one place where an error becomes a message and a status. What a process does once, before
/// anything is opened (signals, standard streams that were closed), is done by
/// `Surroundings.prepare`; the tool's `main` calls this first and exits with what it returns.
///
/// - Parameter body: The work; it gets as many operands as the tool takes, and returns how it went.
package func runTool(
  _ tool: ToolDescription, arguments: [String], in surroundings: Surroundings = .process,
  _ body: (ToolRun) throws -> ExitStatus
) -> ExitStatus {
  let call = ToolCall(tool: tool, arguments: arguments, surroundings: surroundings)
  do {
    guard let run = try call.run() else { return call.conclude(.done) }
    return call.conclude(try body(run))
  } catch {
    return call.conclude(error)
  }
}

/// A tool called with a command line.
private struct ToolCall {
  let tool: ToolDescription
  let surroundings: Surroundings
  let invocation: Invocation
  let diagnostics: Diagnostics
  let signalAnswers: SignalAnswers

  init(tool: ToolDescription, arguments: [String], surroundings: Surroundings) {
    self.tool = tool
    self.surroundings = surroundings
    invocation = tool.options.read(arguments)
    let style = DiagnosticStyle(
      invocation.arguments, onTerminal: surroundings.errorsAreOnTerminal,
      environment: surroundings.environment)
    diagnostics = Diagnostics(tool: tool.name, style: style, sink: surroundings.writeErrors)
    signalAnswers = SignalAnswers(diagnostics: diagnostics)
    surroundings.prepare(signalAnswers)
  }

  /// The run that was asked for; nil where it was a text, which is printed.
  func run() throws -> ToolRun? {
    let help = HelpText(width: outputWidth)
    if let mistake = invocation.mistake, !invocation.request.isHelp { throw mistake }
    switch invocation.request {
    case .help: try surroundings.writeOutput(help.text(of: tool))
    case .shortHelp: try surroundings.writeOutput(help.shortText(of: tool))
    case .version: try surroundings.writeOutput(tool.versionLine)
    case .generate(.optionsMarkdown):
      try surroundings.writeOutput(OptionsMarkdown.table(of: tool.options))
    case .text(let text): try surroundings.writeOutput(text)
    case .run:
      try checkOperands()
      return ToolRun(
        tool: tool, arguments: invocation.arguments, expectation: nil, diagnostics: diagnostics,
        signalAnswers: signalAnswers, surroundings: surroundings)
    }
    return nil
  }

  /// Ends a run that came to an end of its own.
  func conclude(_ status: ExitStatus) -> ExitStatus {
    diagnostics.finish(wholeListIn: invocation.arguments[.rejects])
    diagnostics.end(with: status)
    return status
  }

  /// Ends a run that an error ended.
  func conclude(_ error: any Error) -> ExitStatus {
    if let error = error as? SystemError, error.isClosedOutput { return .done }
    diagnostics.finish(wholeListIn: invocation.arguments[.rejects])
    let status: ExitStatus
    if let error = error as? any ReportableError {
      report(error)
      status = ExitStatus(error.kind)
    } else {
      diagnostics.report(Diagnostic(.error, "internal error: \(error)"))
      status = .internalError
    }
    diagnostics.end(with: status)
    return status
  }

  private var outputWidth: Int {
    Terminal.outputWidth(
      environment: surroundings.environment, columns: surroundings.outputColumns)
  }

  private func checkOperands() throws(UsageError) {
    if let option = invocation.arguments.recordedRunOption {
      return try checkNothingElseIsAsked(beside: option)
    }
    let operands = tool.operands
    if invocation.arguments.operands.count < operands.count.lowerBound {
      throw UsageError.noOperand(
        expecting: operands.missing(after: invocation.arguments.operands.count))
    }
    if invocation.arguments.operands.count > operands.count.upperBound {
      let surplus = invocation.arguments.operands[operands.count.upperBound]
      throw UsageError("unexpected operand '\(surplus)'")
    }
  }

  /// What is to be done is recorded, and nothing else is to be done.
  private func checkNothingElseIsAsked(beside option: String) throws(UsageError) {
    let hint = "\(option) takes inputs and options from its file; leave out the others"
    if let operand = invocation.arguments.operands.first {
      throw UsageError("unexpected operand '\(operand)' beside '\(option)'", hint: hint)
    }
    // An undo may go elsewhere, and leave alone what was changed since.
    let free = option == "--undo" ? ["--output", "--force", "--salvage"] : []
    let other = invocation.arguments.given.first { $0.role != .call && !free.contains($0.spelling) }
    if let other {
      throw UsageError("'\(other.spelling)' and '\(option)' cannot both be given", hint: hint)
    }
  }

  private func report(_ error: any ReportableError) {
    diagnostics.report(error)
    guard error.kind == .usage else { return }
    if let error = error as? UsageError, error.isLackOfOperands,
      !invocation.arguments[.quiet]
    {
      diagnostics.block(HelpText(width: errorWidth).shortText(of: tool))
    } else {
      diagnostics.hint("see '\(tool.name) --help'")
    }
  }

  private var errorWidth: Int {
    Terminal.outputWidth(
      environment: surroundings.environment, columns: surroundings.errorColumns)
  }
}
