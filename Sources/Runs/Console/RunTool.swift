import Scan
import SystemIO

/// Runs a tool from its arguments to its exit status.
///
/// The only place where an error becomes a message and a status. `Surroundings.prepare` sets up the
/// process before anything is opened (signals, closed standard streams). The tool's `main` calls
/// this function first, and exits with the status it returns.
///
/// - Parameter body: The work. Returns the exit status.
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

/// A call of a tool with a command line.
private struct ToolCall {
  let tool: ToolDescription
  let surroundings: Surroundings
  let words: CommandWords
  let invocation: Invocation
  let diagnostics: Diagnostics
  let signalAnswers: SignalAnswers

  init(tool: ToolDescription, arguments: [String], surroundings: Surroundings) {
    self.tool = tool
    self.surroundings = surroundings
    words = CommandWords(arguments, of: tool.options)
    invocation = tool.options.read(words.words)
    let style = DiagnosticStyle(
      invocation.arguments, onTerminal: surroundings.errorsAreOnTerminal,
      environment: surroundings.environment)
    diagnostics = Diagnostics(tool: tool.name, style: style, sink: surroundings.writeErrors)
    signalAnswers = SignalAnswers(diagnostics: diagnostics)
    surroundings.prepare(signalAnswers)
  }

  /// The run; nil if the call asked for a text, which is printed.
  func run() throws -> ToolRun? {
    let help = HelpText(width: surroundings.outputWidth)
    switch invocation.request {
    case .help: try surroundings.writeOutput(help.text(of: tool))
    case .shortHelp: try surroundings.writeOutput(help.shortText(of: tool))
    case .text(let text):
      try checkWords()
      if let contradiction = invocation.arguments.contradiction { throw contradiction }
      try surroundings.writeOutput(text(tool))
    case .run:
      try checkWords()
      return ToolRun(
        tool: tool, arguments: invocation.arguments, expectation: nil, diagnostics: diagnostics,
        signalAnswers: signalAnswers, surroundings: surroundings)
    }
    return nil
  }

  private func checkWords() throws {
    if let failure = words.failure { throw failure }
    if let mistake = invocation.mistake { throw mistake }
  }

  /// Ends a completed run.
  func conclude(_ status: ExitStatus) -> ExitStatus {
    diagnostics.finish(wholeListIn: invocation.arguments[.rejects])
    diagnostics.end(with: status)
    return status
  }

  /// Ends a run with an error.
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

  private func report(_ error: any ReportableError) {
    diagnostics.report(error)
    guard error.kind == .usage else { return }
    if let error = error as? UsageError, error.isLackOfOperands,
      !invocation.arguments[.quiet]
    {
      diagnostics.block(HelpText(width: surroundings.errorWidth).shortText(of: tool))
    } else {
      diagnostics.hintAtHelp(of: tool)
    }
  }
}

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
