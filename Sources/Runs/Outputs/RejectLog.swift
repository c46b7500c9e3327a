package import Formats
import Jokes
package import Scan
package import SystemIO

/// Counts the records that a run could not use, and reports them on standard error and in the list
/// of rejects. It also passes changes on to the plan, if there is one.
///
/// A class, because the reader's visitor and the tool share one.
package final class RejectLog {
  private let run: ToolRun
  /// The plan, which records the changes; nil without `--plan-out`.
  package let plan: PlanFile?
  /// Replaces device ids in what the run writes of records.
  package let redactor: Redactor
  /// The numbers of records and rejects.
  package private(set) var totals = RecordTotals()
  /// Whether every reject, once mended in the list, can be put back in its place.
  private(set) var canPutBack = true
  private var rejects: RejectList?
  /// The older list that is replaced, provided that none of its records was mended; nil with
  /// `--force`.
  private let replacedList: ReportFile?

  /// Begins the list of rejects, if one is named; a verified run compares it.
  package init(_ run: ToolRun, plan: PlanFile? = nil) throws {
    let (arguments, comparisons) = (run.arguments, run.expectation?.verifiedOutputs)
    (self.run, self.plan) = (run, plan)
    redactor = run.redactor
    replacedList =
      arguments.writesRejects && !arguments.replacesReports
      ? ReportFile(.rejects, arguments[.rejects]) : nil
    rejects = try arguments[.rejects].map { path in
      let target = try OutputTarget(path, mayBeDirectory: comparisons != nil)
      if let comparisons {
        if !target.isStream { return RejectList(try comparisons.output(inPlaceOf: target)) }
        comparisons.passOver(
          "\(target.path): not compared: the list of rejects went to a stream")
      }
      return RejectList(
        arguments.writesRejects
          ? try ByteOutput(target, permissions: .ownerOnly) : ByteOutput(discarding: path))
    }
  }

  /// Where rejects are printed.
  package var diagnostics: Diagnostics { run.diagnostics }
  /// The number of records read.
  package var recordCount: Int {
    get { totals.recordCount }
    set { totals.recordCount = newValue }
  }
  /// The number of rejects.
  package var rejectCount: Int { totals.rejectCount }
  /// The number of rejects that are missing from the input, and so not among the records read.
  package var missingCount: Int { totals.missingCount }

  /// Adds records that another run read and reported.
  package func add(_ totals: RecordTotals) { self.totals.merge(totals) }

  /// The path of an input as outputs spell it: a replayed run keeps the recorded spelling.
  package func spelling(of path: String) -> String {
    run.expectation?.spelling(of: path) ?? path
  }

  /// Counts and reports a record that cannot be used.
  ///
  /// - Parameters:
  ///   - kind: the group of rejects that it belongs to.
  ///   - reason: what is wrong with this record.
  ///   - record: the copy for the list of rejects.
  package func reject(
    kind: String, _ reason: String, at place: Place?, documentID: String?,
    record: RejectedRecord? = nil
  ) throws {
    try enter(
      Reject(kind: kind, reason: reason, documentID: documentID, place: place, record: record))
  }

  /// Counts and reports a record that could not be read; its bytes stay.
  package func reject(_ problem: RecordProblem) throws {
    if case .listed(let reject) = problem, reject.count != nil { return try enter(reject) }
    recordCount += 1
    switch problem {
    case .tooLarge(let place, let limit, let documentID):
      try enter(
        Reject(
          kind: "too-large",
          reason: "the record is larger than \(Amount.bytes(limit)), too large for a document",
          documentID: documentID, place: place, leftOut: .tooLarge))
    case .damaged(let damage):
      try reject(
        kind: "damaged", damage.message, at: damage.place, documentID: damage.documentID,
        record: damage.record)
    case .unusable(let reason, let place, let documentID, let record):
      try reject(
        kind: "unusable document", reason, at: place, documentID: documentID, record: record)
    case .listed(let reject): try enter(reject)
    }
  }

  /// Counts and reports entities that an export's metadata promise: each missing one is a reject.
  package func enter(_ problem: ExportProblem) throws {
    let count = problem.missingCount
    guard count > 0 else {
      return diagnostics.warning(problem.message, kind: "miscounted export", at: problem.place)
    }
    let reason =
      problem.message + "; \(Amount.count(count, of: "entity", many: "entities")) missing"
    try enter(
      Reject(
        kind: "missing entities", reason: reason, documentID: nil, place: problem.place,
        count: count))
  }

  /// Counts, reports and lists a reject. One with a count stands for so many missing entities.
  private func enter(_ reject: Reject) throws {
    totals.enter(reject)
    diagnostics.report(
      Diagnostic(
        .warning, reject.count == nil ? reject.reason + "; rejected" : reject.reason,
        kind: reject.kind, isListed: true, at: reject.place, documentID: reject.documentID))
    var listed = reject
    if let path = reject.place?.file { listed.place?.file = spelling(of: path) }
    listed.reason = redactor.redact(reason: reject.reason, naming: reject.documentID)
    listed.place = listed.place.map { redactor.redact($0, of: reject.documentID) }
    listed.documentID = reject.documentID.map(redactor.redact(documentID:))
    if redactor.isOn { listed.record = reject.record?.redacted }
    if listed.record?.canBePutBack != true { canPutBack = false }
    try rejects?.add(listed)
  }

  /// The number of rejects, in words.
  package var rejectedWords: String {
    "\(Amount.count(rejectCount)) rejected"
      + (missingCount == 0 ? "" : ", \(Amount.count(missingCount)) of them missing")
  }

  /// Finishes the list of rejects, and runs the guards. If one trips, the list is still published: it
  /// says what to mend.
  ///
  /// - Parameter checks: the guards besides that of the rejects.
  /// - Returns: the list; nil if none is written.
  /// - Throws: `OutputRefusal` if a record of the older list was mended meanwhile; `GuardViolation`.
  package func finish(guardedBy checks: () throws -> Void) throws -> FinishedOutput? {
    try replacedList?.check()
    let list = try rejects?.finish()
    do {
      try checkLimit()
      try checks()
    } catch let tripped as GuardViolation {
      try list?.publish()
      throw tripped
    }
    return list
  }

  /// Checks the number of rejects against `--max-rejects`.
  private func checkLimit() throws {
    guard let limit = run.arguments[.maxRejects] else { return }
    let recordCount = recordCount + missingCount
    try run.facts.check(
      limit.reading(rejects: rejectCount, of: recordCount),
      orThrow: GuardViolation(
        message: "\(Amount.count(rejectCount)) of \(Amount.count(recordCount, of: "record")) "
          + "\(rejectCount == 1 ? "is a reject" : "are rejects"), and --max-rejects allows \(limit)",
        advice: "mend the input, or allow more"))
  }
}

/// A bug of the tool itself.
package struct InternalFault: UnpublishedFailure {
  package let message: String
  var deed: String?

  package init(_ message: String) { self.message = message }

  package var kind: FailureKind { .internalError }
  package var hint: String? { "\(fate()); please report this bug and describe the input" }
}
