import Scan
import SystemIO

/// One run of a tool: what it was asked to do, and through what it speaks.
package struct ToolRun: Sendable {
  /// The tool that runs.
  package let tool: ToolDescription
  /// The options that were given, and as many operands as the tool takes.
  package let arguments: Arguments
  /// What the run is held against, where it is one that was recorded and is done again.
  package let expectation: ReplayContext?
  /// What it has to say to the user.
  package let diagnostics: Diagnostics
  /// What the run answers to signals; to be told what has been written, as soon as something has.
  package let signalAnswers: SignalAnswers
  /// Streams, terminal, variables and clock.
  package let surroundings: Surroundings
  /// What it counted; empty until it is done.
  package let facts = RunFacts()

  /// The columns to lay out a report on standard error for.
  package var errorWidth: Int {
    Terminal.outputWidth(
      environment: surroundings.environment, columns: surroundings.errorColumns)
  }

  /// The columns to lay out a result on standard output for.
  package var outputWidth: Int {
    Terminal.outputWidth(
      environment: surroundings.environment, columns: surroundings.outputColumns)
  }

  /// Whether a user said for how many columns to lay out text, with no terminal there.
  package var hasGivenWidth: Bool { Terminal.isWidthGiven(surroundings.environment) }

  /// A meter for the work, shown as the options and the terminal allow, and when a signal asks.
  package func progressMeter(bytesTotal: Int?) -> ProgressMeter {
    let meter = ProgressMeter(
      bytesTotal: bytesTotal, display: progressDisplay, clock: surroundings.clock,
      write: { [diagnostics] in diagnostics.show($0) })
    signalAnswers.setMeter(meter)
    return meter
  }

  private var progressDisplay: ProgressMeter.Display {
    if arguments[.quiet] || arguments[.noProgress] { return .none }
    let isDrawn =
      surroundings.errorsAreOnTerminal && arguments[.logFormat] == .text
      && surroundings.environment["TERM"] != "dumb"
    return isDrawn ? .terminal(columns: errorWidth) : .log
  }
}
