import Scan
package import SystemIO

/// The destination of a run's only result: a file that appears whole, or standard output.
package struct ResultFile: Sendable {
  private let target: OutputTarget
  private let isDiscarding: Bool
  private let hashes: Bool
  private let isForced: Bool
  private let comparisons: ComparedFiles?

  /// The help of `--output`.
  package static let optionHelp =
    "write the result to PATH; '-', the default, is standard output"

  /// Checks the destination, before an input is read.
  ///
  /// - Parameter comparisons: compares the result instead of writing it.
  /// - Throws: `OutputRefusal` and `SystemError` if it cannot or must not be written; a dry run
  ///   warns instead.
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

  /// The width of a table in columns: the terminal's on standard output, or `COLUMNS`.
  ///
  /// A file has no limit, and does not depend on the environment; a pipe is limited by `COLUMNS`
  /// only.
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

  /// The message for a run that stops while it writes to a stream.
  static let unfinishedStream =
    "the output so far is incomplete; nothing else was written"

  /// Opens the result to be written while the inputs are read.
  ///
  /// - Parameter run: gets the message for a signal or a guard that stops it.
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

  /// Writes and finishes the whole result, which is not yet published.
  package func finish(_ body: (inout ByteOutput) throws -> Void) throws -> FinishedOutput {
    var output = try open()
    try body(&output)
    return try output.finish()
  }
}
