import Scan
package import SystemIO

/// What a run finds around it: streams, terminal, variables, clock and signals; tests bring their own.
package struct Surroundings: Sendable {
  /// The variables the run was started with.
  package var environment: Environment
  /// Whether a person looks at standard error.
  package var errorsAreOnTerminal: Bool
  /// The columns of the terminal on standard output.
  package var outputColumns: Int?
  /// The columns of the terminal on standard error.
  package var errorColumns: Int?
  /// Seconds that never go back, from any beginning.
  package var clock: @Sendable () -> Double
  /// Writes to standard output.
  package var writeOutput: @Sendable (String) throws(SystemError) -> Void
  /// Writes to standard error, as well as that can be done.
  package var writeErrors: @Sendable (String) -> Void
  /// Called once before the run, with what answers to signals.
  package var prepare: @Sendable (SignalAnswers) -> Void

  package init(
    environment: Environment, errorsAreOnTerminal: Bool, outputColumns: Int?, errorColumns: Int?,
    clock: @escaping @Sendable () -> Double,
    writeOutput: @escaping @Sendable (String) throws(SystemError) -> Void,
    writeErrors: @escaping @Sendable (String) -> Void,
    prepare: @escaping @Sendable (SignalAnswers) -> Void = { _ in }
  ) {
    self.environment = environment
    self.errorsAreOnTerminal = errorsAreOnTerminal
    self.outputColumns = outputColumns
    self.errorColumns = errorColumns
    self.clock = clock
    self.writeOutput = writeOutput
    self.writeErrors = writeErrors
    self.prepare = prepare
  }

  /// Those of this process.
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
          // There is nowhere left to say it, and it must not change how the run ends.
        }
      },
      prepare: { answers in
        ProcessSetup.prepare(
          onProgress: { answers.answerProgress() }, onStop: { answers.answerStop($0) })
      })
  }
}
