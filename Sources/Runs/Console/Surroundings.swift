import Scan
package import SystemIO

/// The environment of a run: streams, terminal, variables, clock and signals. Tests inject their
/// own.
package struct Surroundings: Sendable {
  /// The environment variables.
  package var environment: Environment
  /// Whether standard error is a terminal.
  package var errorsAreOnTerminal: Bool
  /// The columns of the terminal on standard output.
  package var outputColumns: Int?
  /// The columns of the terminal on standard error.
  package var errorColumns: Int?
  /// Monotonic seconds.
  package var clock: @Sendable () -> Double
  /// Writes to standard output.
  package var writeOutput: @Sendable (String) throws(SystemError) -> Void
  /// Writes to standard error, and ignores failures.
  package var writeErrors: @Sendable (String) -> Void
  /// Called once before the run, with its answers to signals.
  package var prepare: @Sendable (SignalAnswers) -> Void = { _ in }

  /// The environment of this process.
  package static var process: Surroundings {
    let start = ContinuousClock.now
    return Surroundings(
      environment: .process, errorsAreOnTerminal: StandardStream.errors.isTerminal,
      outputColumns: StandardStream.output.columnCount,
      errorColumns: StandardStream.errors.columnCount,
      clock: { (ContinuousClock.now - start) / .seconds(1) },
      writeOutput: { text throws(SystemError) in try StandardStream.output.write(text) },
      writeErrors: { text in
        do {
          try StandardStream.errors.write(text)
        } catch {
          // An error about standard error cannot be printed, and must not change the exit status.
        }
      },
      prepare: { answers in
        ProcessSetup.prepare(
          onProgress: { answers.answerProgress() }, onStop: { answers.answerStop($0) })
      })
  }
}

// The columns to lay out text for.
extension Surroundings {
  /// Whether `COLUMNS` is set, to a valid number or not.
  var hasGivenWidth: Bool { environment["COLUMNS"].map { !$0.isEmpty } ?? false }

  /// The columns of standard output: `COLUMNS`, else the terminal's, else 80.
  ///
  /// A `COLUMNS` that is zero, not a number or beyond any screen counts as 80; an empty one counts
  /// as not set.
  var outputWidth: Int { width(outputColumns) }

  /// The same for standard error.
  var errorWidth: Int { width(errorColumns) }

  private func width(_ columns: Int?) -> Int {
    let given = environment["COLUMNS"].flatMap { Int(argument: $0) }
    guard let columns = hasGivenWidth ? given : columns, 1...4096 ~= columns else { return 80 }
    return columns
  }
}
