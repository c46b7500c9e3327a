import Formats
import Jokes
import Runs
import Scan
import SystemIO

/// One run of `prune-processed`: reads the lists, then the dumps, then publishes all outputs.
struct Pruning {
  private let run: ToolRun
  private let rejectLog: RejectLog
  private var rewriter: Rewriter

  /// Validates the options and opens the outputs, before any input is read.
  init(_ run: ToolRun) throws {
    try Self.checkUsage(run)
    self.run = run
    let arguments = run.arguments
    var others: [AuxiliaryInput] = []
    if let path = arguments[.existing] {
      others.append(try AuxiliaryInput(path, option: "--existing"))
    }
    if let path = arguments[.skipReport] {
      others.append(try AuxiliaryInput(path, option: "--skip-report", isOfResult: false))
    }
    rewriter = try Rewriter(
      run, alternatives: ["--dry-run", "-o PATH", "--in-place", "--check"], others: others,
      isReading: arguments[.existing] == nil)
    rejectLog = try RejectLog(run, plan: rewriter.plan)
  }

  private static func checkUsage(_ run: ToolRun) throws {
    let arguments = run.arguments
    guard arguments[.existing] == nil else { return }
    guard arguments[.skipReport] != nil else {
      if let replay = run.expectation {
        throw UnsuitableInput(
          replay.path, "the run made a skip report alone: there is no file to compare", hint: nil)
      }
      throw UsageError(
        "no '--existing FILE' given; nothing was read",
        hint: "name the list of assets that still exist, or a --skip-report")
    }
    let reports = [arguments[.rejects], arguments[.summary], arguments[.metrics]]
    let pointless =
      ["dry-run", "check", "in-place", "output", "allow-empty"]
      + (reports.allSatisfy { $0 == nil } ? ["force"] : [])
    if let option = arguments.firstGiven(of: pointless) {
      throw UsageError("'\(option)' needs '--existing': a skip report alone changes nothing")
    }
  }

  mutating func perform() throws -> ExitStatus {
    let device = DeviceChoice(run.arguments[.device])
    let account = PruneAccount(
      existing: try existingAssets(), try skipReport(), rejectLog, rewriter.pass.progress,
      device: device, run.arguments)
    try rewriter.rewriteDumps(account.dumps)
    try device?.checkFound(in: rewriter.inputs, shown: rejectLog.redactor.redact(device:))
    try account.dumps.check(against: rewriter.counts(of: .dumps))
    let report = PruneReport(account: account, rewriter: rewriter)
    warn(of: account)
    run.facts.figures = report.counts
    return try rewriter.publish(report, rejectLog) {
      // First, so that no dump changes if the skip report cannot be written.
      try account.skipReport?.write(to: "-")
    }
  }

  /// Warns if no processed id is in the list of existing assets, and of ids that contain line
  /// breaks.
  private func warn(of account: PruneAccount) {
    let ids = account.counts.ids
    if let path = run.arguments[.existing], let existing = account.existing, !existing.isEmpty,
      ids.read > 0, ids.kept == 0
    {
      let none =
        ids.read == 1
        ? "the one processed id is not" : "none of the \(Amount.count(ids.read)) processed ids is"
      run.diagnostics.warning(
        "\(none) among the \(Amount.count(existing.count)) that exist; is '\(path)' the right list?"
      )
    }
    let processed = account.skipReport?.processed ?? []
    run.diagnostics.warn(
      ofLineBreaksIn: processed.lazy.map { rejectLog.redactor.redact($0) },
      consequence: "in the skip report it stands on two lines")
  }

  /// The existing assets; nil without `--existing`.
  ///
  /// - Throws: `GuardViolation` if the list is empty, most likely because its creation failed.
  private func existingAssets() throws -> ExistingAssets? {
    guard let path = run.arguments[.existing] else { return nil }
    var existing = ExistingAssets()
    try run.readAssets(in: path, other: "stale") { existing.insert($0) }
    if existing.isEmpty, !run.arguments[.allowEmptyList] {
      throw GuardViolation(
        message: "--existing '\(path)' holds no id: everything stored about processed assets "
          + "would be removed",
        advice: "mend the list, or use --allow-empty")
    }
    return existing
  }

  private func skipReport() throws -> SkipReport? {
    guard let path = run.arguments[.skipReport] else { return nil }
    var report = SkipReport()
    try run.readAssets(in: path, other: "another") { report.ask($0) }
    return report
  }
}
