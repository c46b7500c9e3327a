import Scan
import SystemIO

/// The commands of `--on-success` and `--on-failure`.
struct RunHooks: Sendable {
  let run: ToolRun

  private var limit: TimeSpan { run.arguments[.hookTimeout] }
  private var onFailure: String? { run.arguments[.onFailure] }

  /// Throws if the time limit makes no sense.
  func check() throws(UsageError) {
    if limit.seconds == 0 { throw UsageError("'--hook-timeout 0' leaves a command no time") }
    let arguments = run.arguments
    if arguments.gives(.hookTimeout), arguments[.onSuccess] == nil, onFailure == nil {
      throw UsageError("'--hook-timeout' needs '--on-success' or '--on-failure'")
    }
  }

  /// Whether there is a command for a failed run, and time for it.
  var areForFailure: Bool { onFailure != nil && limit.seconds > 0 }

  /// Runs the command for this status.
  ///
  /// - Parameter error: the reason of a failure.
  /// - Returns: how the command failed, which is reported; nil if it did not.
  @discardableResult
  func run(
    after status: ExitStatus, error: String?, counts: [Fact.Count]
  ) -> String? {
    let command = status.isFailure ? onFailure : run.arguments[.onSuccess]
    guard let command else { return nil }
    let option = status.isFailure ? "--on-failure" : "--on-success"
    let paths = [("OUTPUT", run.arguments[.output]), ("SUMMARY", run.arguments[.summary])]
    var variables =
      [("TOOL", run.tool.name)] + paths.compactMap { name, path in path.map { (name, $0) } }
      + [("EXIT_STATUS", "\(status.rawValue)")]
    // The kernel accepts no variable above 128 KiB.
    if let error { variables.append(("ERROR", String(VisibleText.of(error).prefix(10_000)))) }
    for count in counts where count.value == nil {
      variables.append((count.name.uppercased(), String(count.count)))
    }
    guard let problem = problem(of: ShellCommand(command, variables: variables)) else {
      return nil
    }
    // Not as a hint, because a quiet run prints none, and a failure reads as if nothing was
    // written.
    let whole = status.isFailure ? "" : "all is written, but "
    let words = "\(whole)the command of \(option) \(problem)"
    run.diagnostics.report(Diagnostic(.error, words))
    return words
  }

  private func problem(of command: ShellCommand) -> String? {
    do throws(SystemError) {
      switch try command.run(for: .seconds(limit.seconds)) {
      case .exited(0): return nil
      case .exited(let status): return "exited with \(status)"
      case .signalled(let signal): return "was ended by signal \(signal)"
      case .overran: return "took longer than \(limit) and was ended; --hook-timeout allows more"
      }
    } catch {
      return "was not run: \(error.message)"
    }
  }
}
