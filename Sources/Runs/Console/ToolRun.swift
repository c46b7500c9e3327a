import Scan
import SystemIO

/// One run of a tool: its arguments, and its ways to report.
package struct ToolRun: Sendable {
  /// The tool that runs.
  package let tool: ToolDescription
  /// The options, and as many operands as the tool takes.
  package let arguments: Arguments
  /// The recorded run to check against, if this run repeats one.
  package let expectation: ReplayContext?
  /// The messages on standard error.
  package let diagnostics: Diagnostics
  /// The answers to signals; updated as soon as something is written.
  package let signalAnswers: SignalAnswers
  /// Streams, terminal, variables and clock.
  package let surroundings: Surroundings
  /// Facts for the reports; complete when the work is done.
  package private(set) var facts = RunFacts()

  /// A progress meter, displayed as options and terminal allow, and on a signal.
  package func progressMeter(bytesTotal: Int?) -> ProgressMeter {
    let meter = ProgressMeter(
      bytesTotal: bytesTotal, display: progressDisplay, clock: surroundings.clock,
      write: { [diagnostics] in diagnostics.show($0) })
    signalAnswers.setMeter(meter)
    return meter
  }

  /// Makes a check; if the run writes nothing, a refusal is only a warning.
  func warnOfObstacles(_ check: () throws -> Void) throws {
    do {
      try check()
    } catch let refusal as OutputRefusal where arguments.isDiscarding {
      diagnostics.warn(ofObstacle: refusal.message)
    }
  }

  /// Replaces device ids by pseudonyms in files; nil without `--redact`.
  var redactor: Redactor? {
    arguments[.redact] ? diagnostics.style.fileRedactor ?? Redactor() : nil
  }

  private var progressDisplay: ProgressMeter.Display {
    if arguments[.quiet] || arguments[.noProgress] { return .none }
    let isDrawn =
      surroundings.errorsAreOnTerminal && arguments[.logFormat] == .text
      && surroundings.environment["TERM"] != "dumb"
    return isDrawn ? .terminal(columns: surroundings.errorWidth) : .log
  }
}
