import Scan
import SystemIO

/// A run from its first check to the last that is told of it: what it leaves behind where it fails,
/// the metrics, and the commands to be run when it is over.
///
/// A mistake in the command line is told to whoever made it, and leaves nothing.
package struct RunLifecycle {
  private let run: ToolRun
  private let start: Double
  private let hooks: RunHooks
  private let metrics: RunMetrics?
  /// What a failure may be written to without replacing what is none of a run's reports.
  private let failureFiles: [ReportFile]
  /// The files of this run that are no older ones of their kind, or may be inputs.
  private let foreignFiles: [ReportFile]

  /// Does a run's work.
  ///
  /// - Parameters:
  ///   - hasOtherOutputs: whether a run writes more than what goes to standard output.
  ///   - work: all of it, from the first check of what the options name; it gets the run that is to be
  ///     done, which may be one that was recorded.
  /// - Throws: what the work throws; a report of the failure that cannot be written is warned of.
  package static func of(
    _ run: ToolRun,
    hasOtherOutputs: (ToolRun) -> Bool = { _ in false },
    _ work: (ToolRun) throws -> ExitStatus
  ) throws -> ExitStatus {
    let reported = try Self(run)
    var run = run
    let status: ExitStatus
    do {
      if let journal = run.arguments[.undo] {
        status = try Undoing(run, journal).perform()
      } else {
        run = try run.prepared()
        status = try VerificationReport.conclude(run, try work(run))
      }
    } catch let error as SystemError where error.isClosedOutput {
      // A reader that goes away ends a run well, unless the run was to write more than it read.
      let arguments = run.arguments
      guard hasOtherOutputs(run) || arguments[.rejects] != nil || arguments.tellsCounts else {
        throw error
      }
      return try reported.end(
        after: OutputRefusal(
          .inputOutput, "standard output was closed too soon, and no other result was written"))
    } catch var error as any UnpublishedFailure {
      error.isTooLate = run.facts.isResultStreamed
      return try reported.end(after: error)
    } catch {
      return try reported.end(after: error)
    }
    return reported.end(with: status)
  }

  private init(_ run: ToolRun) throws {
    self.run = run
    start = run.surroundings.clock()
    hooks = try RunHooks(run)
    let isReal = !run.arguments.isDiscarding
    metrics =
      isReal ? run.arguments[.metrics].map { RunMetrics(path: $0, tool: run.tool.name) } : nil
    let files = [
      ReportFile(.summary, run.arguments[.summary]), ReportFile(.metrics, metrics?.path),
    ].compactMap { $0 }
    failureFiles = files.filter { Self.isFree($0, run.arguments.operands) }
    foreignFiles = files.filter { !Self.isFree($0, run.arguments.operands) }
  }

  /// What cannot be looked at is left alone.
  private static func isFree(_ file: ReportFile, _ operands: [String]) -> Bool {
    do {
      return try file.isFree(besides: operands)
    } catch {
      return false
    }
  }

  // MARK: A run that was well

  private func end(with status: ExitStatus) -> ExitStatus {
    guard !run.arguments.isDiscarding else { return status }
    var (status, failure): (ExitStatus, String?) = (status, nil)
    do {
      try metrics?.write(status, seconds: seconds, counts: run.facts.counts)
    } catch {
      let words = self.words(error)
      // In the error itself: a failure is taken for one of all.
      run.diagnostics.report(Diagnostic(.error, "all is written but the metrics: \(words)"))
      (status, failure) = (.inputOutput, words)
    }
    let isWell = hooks.run(after: status, error: failure, counts: run.facts.counts)
    return isWell || status.isFailure ? status : .inputOutput
  }

  // MARK: A run that failed

  private func end(after error: any Error) throws -> ExitStatus {
    let reportable = error as? any ReportableError
    if reportable?.kind == .usage { throw error }
    let status = reportable.map { ExitStatus($0.kind) } ?? .internalError
    let words = self.words(error)
    // What was counted of a failed run tells nobody anything, unless it was counted to its end.
    if status != .guardTripped { run.facts.figures = [] }
    for file in failureFiles { leave(file, status, words) }
    // Without --force that is what the run failed of.
    for file in foreignFiles where run.arguments[.force] {
      run.diagnostics.warning(
        "the failure is not written to \(file.option) '\(file.path)': that was not written by "
          + "\(file.option)"
      )
    }
    guard !run.arguments.isDiscarding, hooks.areForFailure else { throw error }
    guard let reportable else {
      _ = hooks.run(after: status, error: words, counts: [])
      throw error
    }
    // Said first, because the command may take its time.
    run.diagnostics.finish(wholeListIn: run.arguments[.rejects])
    run.diagnostics.report(reportable)
    _ = hooks.run(after: status, error: words, counts: run.facts.counts)
    return status
  }

  /// Leaves word of a failure, instead of an older run's success.
  private func leave(_ file: ReportFile, _ status: ExitStatus, _ words: String) {
    do {
      // Looked at once more: much may have happened since the run began.
      guard try file.isFree(besides: run.arguments.operands) else { return }
      switch file.kind {
      case .rejects, .plan: break
      case .summary:
        // Whoever read the first has gone, and nobody would read a second.
        if run.facts.isSummaryStreamed { return }
        let locks = try RunLocks.ofReports(run.arguments)
        defer { withExtendedLifetime(locks) {} }
        let summary = try RunSummary.make(
          of: run, status: status, isStopped: status == .guardTripped, [Fact("error", words)])
        try summary?.publish()
      case .metrics: try metrics?.write(status, seconds: seconds, counts: run.facts.counts)
      }
    } catch {
      // Where that is why the run failed, it is said by the error.
      let problem = self.words(error)
      if words.contains(problem) { return }
      run.diagnostics.warning(
        "the failure is not written to \(file.option) '\(file.path)': \(problem)")
    }
  }

  private var seconds: Double { run.surroundings.clock() - start }

  /// What is told of an error outside of standard error, with pseudonyms where these are asked for.
  private func words(_ error: any Error) -> String {
    guard let error = error as? any ReportableError else { return "internal error: \(error)" }
    return run.diagnostics.style.words(
      of: Diagnostic(.error, error.message, at: error.place, documentID: error.documentID))
  }
}
