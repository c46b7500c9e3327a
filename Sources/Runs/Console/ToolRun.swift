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
  func progressMeter(bytesTotal: Int?) -> ProgressMeter {
    let meter = ProgressMeter(
      bytesTotal: bytesTotal, display: progressDisplay, clock: surroundings.clock,
      write: { [diagnostics] in diagnostics.show($0) })
    signalAnswers.setMeter(meter)
    return meter
  }

  /// Makes a check; if the run writes nothing, a refusal is only a warning, and the answer nil.
  @discardableResult
  package func warnOfObstacles<Answer>(_ check: () throws -> Answer) throws -> Answer? {
    do {
      return try check()
    } catch let refusal as OutputRefusal where arguments.isDiscarding {
      diagnostics.warn(ofObstacle: refusal.message)
      return nil
    }
  }

  /// Checks that a file or directory beside the outputs can be created.
  ///
  /// - Parameters:
  ///   - target: the file or directory, or any file in one that the run writes to.
  ///   - file: its name in messages.
  ///   - makesDirectories: whether missing directories above it are created.
  /// - Throws: `OutputRefusal` if not; a dry run warns instead, also of a full disk.
  func checkCreating(
    _ target: OutputTarget, as file: NamedFile, makesDirectories: Bool = false
  ) throws {
    if arguments[.dryRun] {
      // Any file takes a block.
      return warnOfObstacles(to: [(target, 4 << 10)], as: file, makesDirectories: makesDirectories)
    }
    guard !arguments.isDiscarding,
      let failure = target.failure(makesDirectories: makesDirectories)
    else { return }
    throw OutputRefusal(failure.kind, "\(file): \(failure.message)")
  }

  /// Warns in a dry run if files, about as large as given, could not be created.
  ///
  /// - Parameter file: their name in messages, if the error does not name them well.
  func warnOfObstacles(
    to targets: [(target: OutputTarget, byteCount: Int)], as file: NamedFile? = nil,
    makesDirectories: Bool = false
  ) {
    guard arguments[.dryRun] else { return }
    let failures = targets.compactMap { $0.target.failure(makesDirectories: makesDirectories) }
    let lacks = OutputTarget.lackOfSpace(for: targets, makesDirectories: makesDirectories)
    let prefix = file.map { "\($0): " } ?? ""
    for obstacle in failures.map({ prefix + $0.message }) + lacks {
      diagnostics.warn(ofObstacle: obstacle)
    }
  }

  /// Replaces device ids by pseudonyms in files.
  var redactor: Redactor { diagnostics.style.fileRedactor }

  private var progressDisplay: ProgressMeter.Display {
    if arguments[.quiet] || arguments[.noProgress] { return .none }
    let isDrawn =
      surroundings.errorsAreOnTerminal && arguments[.logFormat] == .text
      && surroundings.environment["TERM"] != "dumb"
    return isDrawn ? .terminal(columns: surroundings.errorWidth) : .log
  }
}
