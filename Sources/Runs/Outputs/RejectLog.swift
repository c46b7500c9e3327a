package import Formats
package import Scan
package import SystemIO

/// Keeps account of what a run could not use, and says so: on standard error and in the rejects. What
/// it changes goes into the plan, where there is to be one.
///
/// A class, because the reader's visitor and the tool write in the same one.
package final class RejectLog {
  package let diagnostics: Diagnostics
  /// What takes the changes in; nil where nobody asked.
  package let plan: PlanRecord?
  /// How many records were looked at.
  package var recordCount = 0
  /// How many of them were rejects.
  package private(set) var rejectCount = 0
  /// How many rejects are not there at all, and so were not looked at either.
  package private(set) var missingCount = 0
  /// Whether each reject, once it is mended in the list, can be put back where it stood.
  package private(set) var canPutBack = true
  private let expectation: ReplayContext?
  private let redactor: Redactor?
  private let limit: RejectLimit?
  private var rejects: RejectList?
  /// The list of an older run that is to be replaced, where that is to hold nothing of its own.
  private let replacedList: ReportFile?

  /// - Parameters:
  ///   - expectation: what the run is held against, the list with it, where it is verified.
  package init(
    _ arguments: Arguments, diagnostics: Diagnostics, plan: PlanRecord? = nil,
    expectation: ReplayContext? = nil
  ) throws {
    self.diagnostics = diagnostics
    self.plan = plan
    self.expectation = expectation
    redactor = arguments[.redact] ? diagnostics.style.redactor ?? Redactor() : nil
    limit = arguments[.maxRejects]
    replacedList =
      arguments.writesRejects && !arguments.replacesReports
      ? ReportFile(.rejects, arguments[.rejects]) : nil
    rejects = try arguments[.rejects].map { path in
      let target = try OutputTarget(path, isCompared: expectation?.verifiedOutputs != nil)
      if let files = expectation?.verifiedOutputs {
        if !target.isStream { return RejectList(try files.output(inPlaceOf: target)) }
        files.passOver("\(target.path): not compared: the list of rejects went to a stream")
      }
      return RejectList(
        arguments.writesRejects
          ? try ByteOutput(target, isPrivate: true) : ByteOutput(discarding: path))
    }
  }

  /// The path of an input as what is written spells it: where a run is done again, as that did.
  package func spelling(of path: String) -> String {
    expectation?.spelling(of: path) ?? path
  }

  /// Enters a record that cannot be used.
  ///
  /// - Parameters:
  ///   - kind: what all such records have in common, for grouping.
  ///   - reason: what is wrong with this one.
  ///   - record: what the list of rejects keeps of it.
  package func reject(
    kind: String, _ reason: String, at place: Place?, documentID: String?,
    record: RejectedRecord? = nil
  ) throws {
    try enter(
      Reject(kind: kind, reason: reason, documentID: documentID, place: place, record: record))
  }

  /// Enters a record that could not be read, and stays as it came.
  package func reject(_ problem: RecordProblem) throws {
    if case .listed(let reject) = problem, reject.count != nil { return try enter(reject) }
    recordCount += 1
    switch problem {
    case .tooLarge(let place, let limit, let documentID):
      try enter(
        Reject(
          kind: "too-large",
          reason: "the record is larger than \(Amount.bytes(limit)), which no document can be",
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

  /// Enters what an export should hold and does not: each missing entity is a reject.
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

  /// Counts a reject, says it, and lists it; one that stands for a number of others is about what is
  /// not there.
  private func enter(_ reject: Reject) throws {
    rejectCount += reject.count ?? 1
    missingCount += reject.count ?? 0
    diagnostics.report(
      Diagnostic(
        .warning, reject.count == nil ? reject.reason + "; rejected" : reject.reason,
        kind: reject.kind, isListed: true, at: reject.place, documentID: reject.documentID))
    var listed = reject
    if let path = reject.place?.file { listed.place?.file = spelling(of: path) }
    if let redactor {
      listed.reason = redactor.redact(reject.reason, naming: reject.documentID)
      listed.place = listed.place.map { redactor.redact($0, of: reject.documentID) }
      listed.documentID = reject.documentID.map(redactor.redact(documentID:))
      listed.record = reject.record?.redacted
    }
    if listed.record?.canBePutBack != true { canPutBack = false }
    try rejects?.add(listed)
  }

  /// How many rejects there were, in words.
  package var rejectedWords: String {
    "\(Amount.count(rejectCount)) rejected"
      + (missingCount == 0 ? "" : ", \(Amount.count(missingCount)) of them missing")
  }

  /// Ends the list of rejects; nil where none was asked for.
  ///
  /// - Throws: `OutputRefusal` where somebody has put something into the older one meanwhile.
  package func finish() throws -> FinishedOutput? {
    try replacedList?.check()
    return try rejects?.finish()
  }

  /// Does what a guard may stop; the list of rejects is published then, though nothing else is: it says
  /// what to mend.
  package func guarding<Result>(
    _ rejects: FinishedOutput?, _ checks: () throws -> Result
  ) throws -> Result {
    do {
      return try checks()
    } catch let tripped as GuardViolation {
      try rejects?.publish()
      throw tripped
    }
  }

  /// Throws where there were more rejects than are allowed.
  package func checkLimit() throws {
    let recordCount = recordCount + missingCount
    guard let limit, limit.isExceeded(rejects: rejectCount, of: recordCount) else { return }
    throw GuardViolation(
      message: "\(Amount.count(rejectCount)) of \(Amount.count(recordCount, of: "record")) "
        + "are rejects, and --max-rejects allows \(limit)",
      advice: "mend the input, or allow more")
  }

  /// The text with pseudonyms for device ids, where those were asked for.
  package func redacted(_ text: String) -> String { redactor?.redact(text) ?? text }

  /// The label of a rating, or a pseudonym where it is a text.
  package func redacted(label: String) -> String { redactor?.redact(label: label) ?? label }

  /// A week, or a pseudonym where it is none.
  package func redacted(week: String) -> String { redactor?.redact(week: week) ?? week }

  /// A device's id, or a pseudonym for it, whatever it looks like.
  package func redactedDevice(_ deviceID: String) -> String {
    redactor?.pseudonym(of: deviceID) ?? deviceID
  }

  /// A document's id, which may hold that of its device, or a pseudonym for it.
  package func redacted(documentID: String) -> String {
    redactor?.redact(documentID: documentID) ?? documentID
  }

  /// A place, in whose path the document's id may stand.
  package func redacted(_ place: Place, of documentID: String?) -> Place {
    redactor?.redact(place, of: documentID) ?? place
  }
}

/// A fault of the tool itself.
package struct InternalFault: UnpublishedFailure {
  package let message: String
  var isTooLate = false

  package init(_ message: String) { self.message = message }

  package var kind: FailureKind { .internalError }
  package var hint: String? { "\(fate()); please report this with the input's shape" }
}
