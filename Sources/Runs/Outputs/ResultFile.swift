import Scan
package import SystemIO

/// Where a run's one result goes: a file that appears whole, or standard output.
package struct ResultFile: Sendable {
  private let target: OutputTarget
  private let isDiscarding: Bool
  private let hashes: Bool
  private let isForced: Bool
  private let comparisons: ComparedFiles?

  /// What `--output` does.
  package static let optionHelp =
    "write the result to PATH; '-', the default, is standard output"

  /// Checks where the result is to go, before an input is read.
  ///
  /// - Parameter comparisons: where it is compared instead of being written.
  /// - Throws: `OutputRefusal` and `SystemError` where it cannot or must not go there; in a dry run
  ///   that is a warning.
  package init(
    _ arguments: Arguments, inputs: Set<FileStatus.Identity>, diagnostics: Diagnostics,
    comparisons: ComparedFiles? = nil
  ) throws {
    self.comparisons = comparisons
    target = try OutputTarget(arguments[.output] ?? "-", isCompared: comparisons != nil)
    isDiscarding = arguments.isDiscarding
    hashes = arguments[.hash] ?? arguments[.dryRun]
    isForced = arguments[.force]
    if comparisons != nil { return }
    diagnostics.warnOfEnding(arguments[.output])
    do {
      try target.check(against: [], besides: inputs, isForced: arguments[.force])
      if arguments[.dryRun], let obstacle = target.obstacle(byteCount: 1 << 20) {
        diagnostics.warning("the real run would fail: \(obstacle)", kind: "obstacle")
      }
    } catch let refusal as OutputRefusal where arguments[.dryRun] {
      diagnostics.warning("the real run would fail: \(refusal.message)", kind: "obstacle")
    }
  }

  /// The columns to lay a table out for: those of the terminal on standard output, or of `COLUMNS`. A
  /// pipe has as many as it takes, and so has a file, which depends on nobody's variables either.
  package func width(_ run: ToolRun) throws -> Int {
    switch target.kind {
    case .file: return Int.max
    case .stream: return run.hasGivenWidth ? run.outputWidth : Int.max
    case .standardOutput:
      let status = try FileStatus(descriptor: 1, path: target.path)
      if status.kind == .regular { return Int.max }
      return run.hasGivenWidth || StandardStream.output.isTerminal ? run.outputWidth : Int.max
    }
  }

  /// What to say of a stream when a run is stopped in the middle of it.
  static let unfinishedStream =
    "what was written so far is not whole; nothing else was written"

  /// Opens the result, for one that is written while the inputs are read.
  ///
  /// - Parameter run: told what to say, should a signal or a guard stop it.
  package func open(for run: ToolRun) throws -> ByteOutput {
    if !isDiscarding, target.isStream {
      run.facts.isResultStreamed = true
      run.signalAnswers.setStopMessage { Self.unfinishedStream }
    }
    return try open()
  }

  private func open() throws -> ByteOutput {
    try ByteOutput(
      target, comparing: comparisons, isDiscarding: isDiscarding, hashes: hashes,
      replacesNothing: !isForced)
  }

  /// Writes the result whole; it has yet to be published.
  package func finish(_ body: (inout ByteOutput) throws -> Void) throws -> FinishedOutput {
    var output = try open()
    try body(&output)
    return try output.finish()
  }
}
