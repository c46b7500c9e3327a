import Scan
import SystemIO

/// The frame around a run's work: reports of a failure, the metrics, and the commands that run
/// afterwards.
///
/// A command line that cannot be parsed never gets here: it is only printed, without report and
/// command.
struct RunLifecycle {
  private let run: ToolRun
  private let start: Double
  private let hooks: RunHooks
  private let metrics: RunMetrics?
  /// The reports that could tell of a failure, and whether they would replace other files, or maybe
  /// inputs.
  private let reports: [(file: ReportFile, isForeign: Bool)]

  /// Does a run's work.
  ///
  /// - Parameters:
  ///   - hasOtherOutputs: whether a run writes more than standard output.
  ///   - work: the run from the first check of the options on; it gets the run to do, which may be
  ///     a recorded one.
  /// - Throws: what `work` throws; a report that cannot be written is a warning.
  static func of(
    _ run: ToolRun,
    hasOtherOutputs: (ToolRun) -> Bool = { _ in false },
    _ work: (ToolRun) throws -> ExitStatus
  ) throws -> ExitStatus {
    let reported = Self(run)
    var run = run
    let status: ExitStatus
    do {
      try run.arguments.checkConsistency()
      try run.arguments.checkOperands(of: run.tool)
      try reported.hooks.check()
      if let journal = run.arguments[.undo] {
        var undoing = try Undoing(run, journal)
        status = try undoing.perform()
      } else {
        run = try run.prepared()
        status = try VerificationReport.conclude(run, try work(run))
      }
    } catch let error as SystemError where error.isClosedOutput {
      // A closed standard output is success, unless more than what is printed is wanted.
      guard hasOtherOutputs(run) || run.arguments.wantsMoreThanOutput else { throw error }
      return try reported.end(
        after: OutputRefusal(
          .inputOutput, "standard output was closed too soon, and no output was published"))
    } catch var error as any UnpublishedFailure {
      error.deed = run.facts.deed
      return try reported.end(after: error)
    } catch {
      return try reported.end(after: error)
    }
    return reported.end(with: status)
  }

  private init(_ run: ToolRun) {
    self.run = run
    start = run.surroundings.clock()
    hooks = RunHooks(run: run)
    let arguments = run.arguments
    metrics =
      arguments.writes(.metrics)
      ? arguments[.metrics].map { RunMetrics(path: $0, tool: run.tool.name) } : nil
    reports = ReportFile.all(namedBy: arguments).filter {
      $0.kind != .rejects && $0.kind != .plan && arguments.writes($0.kind)
    }.map { ($0, isForeign: !Self.isFree($0, arguments.operands)) }
  }

  /// A file that cannot be examined is not free.
  private static func isFree(_ file: ReportFile, _ operands: [String]) -> Bool {
    do {
      return try file.isFree(besides: operands)
    } catch {
      return false
    }
  }

  // MARK: Success

  private func end(with status: ExitStatus) -> ExitStatus {
    guard !run.arguments.isDiscarding else { return status }
    let counts = run.facts.counts
    let earlier: String?
    do {
      earlier = try metrics?.write(status, seconds: seconds, counts: counts)
    } catch {
      return end(withoutMetrics: words(error))
    }
    guard let failure = hooks.run(after: status, error: nil, counts: counts) else { return status }
    do {
      try metrics?.write(.inputOutput, seconds: seconds, counts: counts, since: earlier)
    } catch {
      return end(withoutMetrics: words(error))
    }
    hooks.run(after: .inputOutput, error: failure, counts: counts)
    return .inputOutput
  }

  private func end(withoutMetrics words: String) -> ExitStatus {
    // Not as a hint: a failure reads as if nothing was written.
    run.diagnostics.report(Diagnostic(.error, "all is written but the metrics: \(words)"))
    hooks.run(after: .inputOutput, error: words, counts: run.facts.counts)
    return .inputOutput
  }

  // MARK: Failure

  private func end(after error: any Error) throws -> ExitStatus {
    let reportable = error as? any ReportableError
    let status = reportable.map { ExitStatus($0.kind) } ?? .internalError
    let words = self.words(error)
    // Partial counts mean nothing; a guard trips after all is counted.
    if status != .guardTripped { run.facts.figures = [] }
    for (file, isForeign) in reports where !isForeign && !Self.isMistaken(file, reportable) {
      leave(file, status, words, hint: reportable?.hint)
    }
    // Without --force, this is the error itself.
    for (file, isForeign) in reports where isForeign && run.arguments[.force] {
      run.diagnostics.warning(
        "cannot record the failure in \(file.named): it was not written by \(file.option)")
    }
    guard !run.arguments.isDiscarding, hooks.areForFailure else { throw error }
    guard let reportable else {
      hooks.run(after: status, error: words, counts: [])
      throw error
    }
    // Printed first, because the command may take long.
    run.diagnostics.finish(wholeListIn: run.arguments[.rejects])
    run.diagnostics.report(reportable)
    if status == .usage { run.diagnostics.hintAtHelp(of: run.tool) }
    hooks.run(after: status, error: words, counts: run.facts.counts)
    return status
  }

  /// Whether a usage error is, or may be, about the place of this file.
  private static func isMistaken(_ file: ReportFile, _ error: (any ReportableError)?) -> Bool {
    guard let error, error.kind == .usage else { return false }
    // Two of the files may go to standard output.
    return OutputTarget.namesStandardOutput(file.path)
      || (error as? UsageError)?.files.contains(file.named) == true
  }

  /// Writes the failure to a report, in place of an older run's success.
  private func leave(
    _ file: ReportFile, _ status: ExitStatus, _ words: String, hint: String?
  ) {
    do {
      // Checked again: the file may have changed since the run began.
      let operands = run.arguments.operands
      guard try file.isFree(besides: operands), try !file.isInFolder(among: operands) else {
        return
      }
      // The reader of the first has gone, and a second would wait for another.
      if run.facts.streamed.contains(file.kind) { return }
      let locks = file.kind == .metrics ? [] : try OutputSet.reportLocks(run.arguments)
      defer { withExtendedLifetime(locks) {} }
      switch file.kind {
      case .rejects, .plan: break
      case .page:
        try RunPage.make(ofFailure: words, hint: hint, status, of: run)?.publish()
      case .summary:
        let counts = run.facts.figures
        let facts = [Fact("error", words), Fact("counts", counts.isEmpty ? nil : counts)]
        try RunSummary.make(of: run, status: status, facts)?.publish()
      case .metrics: try metrics?.write(status, seconds: seconds, counts: run.facts.counts)
      }
    } catch {
      // If this is the failure itself, the error says so.
      let problem = self.words(error)
      if words.contains(problem) { return }
      run.diagnostics.warning("cannot record the failure in \(file.named): \(problem)")
    }
  }

  private var seconds: Double { run.surroundings.clock() - start }

  /// The error's text for reports, with pseudonyms if `--redact` is given.
  private func words(_ error: any Error) -> String {
    guard let error = error as? any ReportableError else { return "internal error: \(error)" }
    return run.diagnostics.style.words(
      of: Diagnostic(.error, error.message, at: error.place, documentID: error.documentID))
  }
}
