import Formats
import Jokes
import Runs
import Scan
import SystemIO

/// Carries out the decisions about documents and dumps, and counts the outcomes of a run.
///
/// A class, because the readers call it and the run reads its counts.
final class MigrationAccount {
  let rejectLog: RejectLog
  let duplicates = DuplicateIDs()
  /// The documents of a shard, which another shard must not have.
  let fingerprints = ShardFingerprints()
  /// The outcomes of ratings in exports.
  private(set) var documents = OutcomeBook()
  /// The outcomes of ratings in dumps.
  var entries = OutcomeBook()
  private(set) lazy var dumps = DumpBook<DumpRatings>(
    rejectLog, progress, changesWanted: { [unowned self] in outcomesWanted },
    rule: { [rule, showsEachChange] in
      try DumpRatings.migrate($0, $1, by: rule, showsEachChange: showsEachChange, &$2)
    }, enter: { [unowned self] in try enter($0, from: $1) })
  /// The number of documents of other collections, which stay unchanged.
  private(set) var otherDocumentCount = 0
  /// The first changes, shown by a dry run and on the page.
  private(set) var sample: [String] = []
  private(set) var changeCount = 0
  private(set) var batches: BatchDirectory?

  private let arguments: Arguments
  private let isVerbose: Bool
  /// The size of the sample.
  private let sampleSize: Int
  let rule: BinaryRatingRule
  let progress: RunProgress
  private var otherRecordCount = 0
  private var unreadableCount = 0

  init(
    _ arguments: Arguments, rejectLog: RejectLog, progress: RunProgress,
    batches: BatchDirectory?
  ) {
    self.arguments = arguments
    isVerbose = arguments[.verbose]
    sampleSize = arguments.isDiscarding || arguments[.report] != nil ? arguments[.sample] : 0
    self.rejectLog = rejectLog
    self.progress = progress
    self.batches = batches
    rule = BinaryRatingRule(unexpected: arguments[.unexpected])
  }

  // MARK: Changes

  /// Whether the next change belongs to the sample.
  var isSampling: Bool { outcomesWanted > 0 }
  /// Whether every change is shown or planned.
  var showsEachChange: Bool { isVerbose || rejectLog.plan != nil }

  /// Enters ratings that were counted together, and counts the changes without showing them.
  func enter(_ counts: OrdinaryCounts, in book: inout OutcomeBook) {
    for rating in Rating.allCases where counts[rating] > 0 {
      let decision = rule.decide(rating)
      book.enter(String(rating.rawValue), outcome(decision), count: counts[rating])
      if decision != .keep { changeCount += counts[rating] }
    }
  }

  /// Counts a change, and shows it if it belongs to the sample or under `--verbose`.
  func note(_ id: () -> String, _ reading: RatingReading, _ decision: Decision) {
    changeCount += 1
    if isSampling || isVerbose { show(id, reading, decision) }
  }

  private func show(_ id: () -> String, _ reading: RatingReading, _ decision: Decision) {
    let isSampled = isSampling
    let fate =
      switch decision {
      case .update(let rating): String(rating.rawValue)
      case .delete: "deleted"
      case .keep, .refuse: "kept"
      }
    let line = rejectLog.redactor.redact(
      "\(id()): \(rejectLog.redactor.redact(label: reading.label)) → \(fate)")
    if isSampled { sample.append(line) }
    rejectLog.diagnostics.detail(line)
  }

  func outcome(_ decision: Decision) -> OutcomeBook.Outcome {
    switch decision {
    case .keep, .refuse: .kept
    case .update(let rating): .updated(to: String(rating.rawValue))
    case .delete: .deleted
    }
  }

  /// Warns of a rating other than 1 to 5.
  ///
  /// - Throws: `DamagedInput` if such a rating ends the run.
  func checkExpected(
    _ reading: RatingReading, _ decision: Decision, _ label: String, at place: Place,
    documentID: String?
  ) throws {
    guard case .unexpected = reading else { return }
    let complaint = RatingReading.complaint(about: label)
    if decision == .refuse {
      throw DamagedInput(
        format: "rating event", place: place, reason: complaint, documentID: documentID,
        hint: "'--unexpected keep' leaves such ratings as they are")
    }
    let fate = rule.unexpected == .drop ? "deleted" : "left as it is"
    rejectLog.diagnostics.warning(
      "\(complaint); \(fate)", kind: "unexpected rating", at: place, documentID: documentID)
  }

  // MARK: The end

  /// The number of documents of the collection, including rejected and unreadable ones.
  var documentCount: Int { documents.total.before }

  /// Checks the counted decisions against the record counts of the streams.
  ///
  /// - Throws: `InternalFault` if the two differ.
  func checkBooks(documents done: RecordCounts, dumps doneToDumps: RecordCounts) throws {
    let imbalance = documents.imbalance(
      kept: done.kept - otherRecordCount + unreadableCount, changed: done.changed,
      dropped: done.dropped)
    if let imbalance {
      throw InternalFault("the books of the documents do not balance: \(imbalance)")
    }
    try dumps.check(against: doneToDumps)
  }

  /// Throws if more would be deleted or changed than the options allow.
  func checkShares(_ facts: RunFacts) throws(GuardViolation) {
    for (book, name) in [(documents, "documents"), (entries, "ratings in dumps")]
    where book.total.before > 0 {
      let total = book.total
      try GuardViolation.check(
        total.deleted, of: total.before, arguments[.maxDelete], option: "--max-delete-percent",
        things: name, deed: "deleted", arguments, facts)
      try GuardViolation.check(
        total.updated + total.deleted, of: total.before, arguments[.maxChange],
        option: "--max-change-percent", things: name, deed: "changed or deleted", arguments, facts)
    }
  }

  /// Whether only a share of the inputs is read, which may be of any kind by chance.
  private var isShare: Bool { arguments[.shard].map { !$0.isWhole } ?? false }

  private var withoutRatingCount: Int { documents["missing"]?.before ?? 0 }

  /// Throws if no document has a rating, which suggests a wrong file.
  func checkRatings() throws(GuardViolation) {
    guard !arguments[.allowEmpty], arguments[.verify] == nil, !isShare, documentCount > 0,
      withoutRatingCount == documentCount
    else { return }
    throw GuardViolation(
      message: "none of \(Amount.count(documentCount, of: "document")) has a rating",
      advice: "see whether it is an export of \(arguments[.collection]); '--allow-empty' accepts it"
    )
  }

  /// Throws if only dumps were read, and only batches are made, which leave them out.
  func checkDumps(areWritten: Bool) throws(UsageError) {
    guard batches != nil, !areWritten, !isShare, dumps.readCount > 0,
      documentCount + otherDocumentCount == 0
    else { return }
    throw UsageError(
      "the inputs are dumps, and batches hold only documents of the database",
      hint: "write dumps with -o or --in-place")
  }

  /// Warns if nothing was read, or if batches leave out the dumps.
  func warnOfStrangers(byteCountRead: Int) {
    if byteCountRead > 0, !isShare, documentCount + otherDocumentCount + dumps.readCount == 0 {
      rejectLog.diagnostics.warning("no document was read")
    }
    if batches != nil, dumps.readCount > 0 {
      rejectLog.diagnostics.warning("dumps are not in the database: the batches leave them out")
    }
  }

  /// Writes the last batch, and what is written beside all of them.
  func finishBatches(of rewriter: Rewriter) throws {
    guard var batches else { return }
    let counts = ShardRecord.Counts(
      documents: documentCount, withoutRating: withoutRatingCount, others: otherDocumentCount,
      rejects: rejectLog.rejectCount)
    try rewriter.finish(&batches, fingerprints, arguments.batchSettings, counts) {
      rejectLog.spelling(of: $0)
    }
    self.batches = batches
  }
}

// MARK: Documents

extension MigrationAccount: DocumentVisitor {
  var job: any DocumentJob { migration }

  /// The job that decides about documents.
  var migration: MigrationJob {
    MigrationJob(
      rule: rule, showsEachChange: isVerbose, showsSample: sampleSize > 0,
      isPlanning: rejectLog.plan != nil,
      writing: batches.map { _ in
        MigrationJob.Writing(
          target: MigrationWrites.Target(
            collection: arguments[.collection].description,
            database: arguments[.database]?.description,
            serverTimestampField: arguments[.serverTimestamp]),
          limits: arguments.batchLimits, duplicates: duplicates)
      })
  }

  var outcomesWanted: Int { max(sampleSize - sample.count, 0) }

  func take(_ outcomes: Range<Int>, of job: any RecordJob, from start: PartStart) throws {
    guard let job = job as? MigrationJob else { preconditionFailure("another job's outcomes") }
    // Ordinary events are counted together.
    var counts = OrdinaryCounts()
    for number in outcomes {
      let event = job.outcomes[number]
      guard event.oddity == nil, case .rating(let rating) = event.reading else {
        enter(counts)
        counts = OrdinaryCounts()
        try take(event, of: job, from: start)
        continue
      }
      counts.count(rating)
      try carryOut(event, of: job, from: start)
    }
    enter(counts)
  }

  /// Takes an odd document: warns of it, rejects it, or carries it out.
  private func take(_ event: MigratedEvent, of job: MigrationJob, from start: PartStart) throws {
    guard let number = event.oddity else { preconditionFailure("it is as odd as any") }
    var odd = job.oddities[number]
    odd.shift(by: start)
    rejectLog.recordCount += 1
    progress.recordCount += 1
    let label = rejectLog.redactor.redact(label: event.reading.label)
    if case .ambiguous(let reason, let place)? = odd.problem?.kind {
      return try reject(odd, "ambiguous", reason, at: place)
    }
    try checkExpected(
      event.reading, event.decision, label, at: odd.ratingPlace, documentID: odd.documentID)
    if let problem = try problem(of: odd) { return try reject(odd, label, problem, at: odd.place) }
    documents.enter(label, outcome(event.decision))
    if event.decision != .keep { changeCount += 1 }
    try carryOut(event, of: job, from: start)
  }

  /// Adds the document's writes to the batches and its change to the plan, and shows the change.
  private func carryOut(
    _ event: MigratedEvent, of job: MigrationJob, from start: PartStart
  ) throws {
    guard let number = event.change else { return }
    let texts = job.texts.span
    if let writes = job.changes[number].writes {
      try batches?.add(texts.extracting(writes.apply), undo: texts.extracting(writes.undo))
    }
    if var place = job.changes[number].ratingPlace {
      place.shift(by: start)
      let planned = PlanFile.Change(event, at: place)
      if let id = job.changes[number].documentID {
        try rejectLog.plan?.add(planned, to: texts.extracting(id))
      } else {
        try rejectLog.plan?.add(planned)
      }
    }
    if isSampling || isVerbose {
      show({ name(of: event, job, from: start) }, event.reading, event.decision)
    }
  }

  /// The document's name in a sample: its id, or else its place.
  private func name(of event: MigratedEvent, _ job: MigrationJob, from start: PartStart) -> String {
    if let id = job.documentID(of: event) { return rejectLog.redactor.redact(documentID: id) }
    guard var odd = event.oddity.map({ job.oddities[$0] }) else { return "" }
    odd.shift(by: start)
    return odd.place.description
  }

  /// The reason why a document is rejected; nil if it is not. Warns of contradicting ids.
  private func problem(of event: OddEvent) throws -> String? {
    if let fingerprint = event.fingerprint, duplicates.enter(fingerprint) {
      throw DamagedInput(
        format: "export", place: event.place,
        reason: "the id occurs twice, and the first document is in a batch already",
        documentID: event.documentID, hint: "save standard input to a file, and give that")
    }
    if let other = event.contradictedBy {
      rejectLog.diagnostics.warning(
        "the fields make the id '\(rejectLog.redactor.redact(documentID: other))', but the document is "
          + "called otherwise",
        kind: "contradicting id", at: event.place, documentID: event.documentID)
    }
    switch event.problem?.kind {
    case .ambiguous(let reason, _)?, .unwritable(let reason)?: return reason
    case .repeated(let database)?:
      if let database { try batches?.enter(Array(database.description.utf8).span) }
      return "its id occurs twice, and a batch cannot say which document is meant"
    case .withoutDatabase?:
      throw UsageError(
        "the export does not name its documents in full: "
          + "'\(rejectLog.redactor.redact(documentID: event.documentID ?? ""))'",
        hint: "say which database is meant: --database projects/P/databases/D")
    case .failure(let error)?: throw error
    case nil: return nil
    }
  }

  private func reject(
    _ event: OddEvent, _ label: String, _ reason: String, at place: Place
  ) throws {
    documents.enter(label, .rejected)
    try rejectLog.reject(
      kind: "unusable document", reason, at: place, documentID: event.documentID,
      record: event.problem?.kept)
  }

  func reject(_ problem: RecordProblem) throws {
    unreadableCount += 1
    documents.enter("unreadable", .rejected)
    try rejectLog.reject(problem)
  }

  func enter(_ counts: OrdinaryCounts) {
    rejectLog.recordCount += counts.total
    progress.recordCount += counts.total
    enter(counts, in: &documents)
  }

  func passOver(documentCount: Int, recordCount: Int) {
    otherDocumentCount += documentCount
    otherRecordCount += recordCount
  }

  func advance(to byte: Int) { progress.advance(to: byte) }
}
