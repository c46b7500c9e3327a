import ByteIO
import Console
import Formats
import Jokes
import Pipeline
import Wiring

/// Decides about every document and every dump of a run, and keeps the books.
///
/// A class, because the readers call it and the run reads its books.
final class MigrationAccount {
  let ledger: Ledger
  let duplicates = DuplicateIDs()
  /// What became of the ratings of exports.
  private(set) var documents = OutcomeBook()
  /// What became of the ratings in dumps.
  var entries = OutcomeBook()
  var dumps: DumpBook
  /// Documents of other collections, which stay as they are.
  private(set) var otherDocumentCount = 0
  /// The first changes, for a dry run to show.
  private(set) var sample: [String] = []
  private(set) var changeCount = 0
  private(set) var batches: BatchDirectory?

  private let options: MigrateRatings.Options
  let rule: BinaryRatingRule
  let progress: RunProgress
  private let showsSample: Bool
  /// What the input that is being read holds.
  private var contents = InputFormat.Contents.documents
  private var otherRecordCount = 0
  private var unreadableCount = 0

  init(
    _ options: MigrateRatings.Options, ledger: Ledger, progress: RunProgress,
    batches: BatchDirectory?
  ) {
    self.options = options
    self.ledger = ledger
    self.progress = progress
    self.batches = batches
    dumps = DumpBook(ledger, progress)
    rule = BinaryRatingRule(unexpected: options.unexpected)
    showsSample = options.shared.isDiscarding
  }

  /// Begins an input.
  func begin(_ contents: InputFormat.Contents) { self.contents = contents }

  // MARK: Changes

  /// Whether the next change is one of those that a dry run shows.
  var isSampling: Bool { showsSample && sample.count < options.sample }
  /// Whether every change is shown, or planned.
  var showsEachChange: Bool { options.shared.verbose || ledger.plan != nil }

  /// Takes note of changes of which none is to be shown.
  func noteUnseen(_ count: Int) { changeCount += count }

  /// Shows a change where it is to be shown.
  func note(_ id: () -> String, _ reading: RatingReading, _ decision: Decision) {
    changeCount += 1
    let isSampled = isSampling
    guard isSampled || options.shared.verbose else { return }
    let fate =
      switch decision {
      case .update(let rating): String(rating.rawValue)
      case .delete: "deleted"
      case .keep, .refuse: "kept"
      }
    let line = ledger.redacted("\(id()): \(ledger.redacted(label: reading.label)) → \(fate)")
    if isSampled { sample.append(line) }
    ledger.diagnostics.detail(line)
  }

  func outcome(_ decision: Decision) -> OutcomeBook.Outcome {
    switch decision {
    case .keep, .refuse: .kept
    case .update(let rating): .updated(to: String(rating.rawValue))
    case .delete: .deleted
    }
  }

  /// What is said of a rating that is none of 1 to 5.
  func warn(of label: String, at place: Place, documentID: String?) {
    let fate = options.unexpected == .drop ? "deleted" : "left as it is"
    ledger.diagnostics.warning(
      "\(RatingReading.complaint(about: label)); \(fate)", kind: "unexpected rating",
      at: place, documentID: documentID)
  }

  func refusal(_ label: String, at place: Place, documentID: String?) -> DamagedInput {
    DamagedInput(
      format: "rating event", place: place, reason: RatingReading.complaint(about: label),
      documentID: documentID, hint: "'--unexpected keep' leaves such ratings as they are")
  }

  // MARK: The end

  /// Documents of the collection that were met, whatever became of them, and what cannot be read.
  var documentCount: Int { documents.total.before }

  /// Holds what was decided against what the streams did to the bytes.
  ///
  /// - Throws: `InternalFault` where the two differ.
  func checkBooks(documents done: RecordCounts, dumps doneToDumps: RecordCounts) throws {
    let imbalance = documents.imbalance(
      kept: done.kept - otherRecordCount + unreadableCount, changed: done.changed,
      dropped: done.dropped)
    if let imbalance {
      throw InternalFault("the books of the documents do not balance: \(imbalance)")
    }
    try dumps.check(against: doneToDumps)
  }

  /// Throws where more would be deleted, or changed, than the options allow.
  func checkShares() throws(TrippedGuard) {
    for (book, name) in [(documents, "documents"), (entries, "ratings in dumps")] {
      let total = book.total
      try TrippedGuard.check(
        total.deleted, of: total.before, options.maxDelete, option: "--max-delete-percent",
        things: name, deed: "deleted")
      try TrippedGuard.check(
        total.updated + total.deleted, of: total.before, options.maxChange,
        option: "--max-change-percent", things: name, deed: "changed or deleted")
    }
  }

  /// Throws where no document has a rating: most often it is the wrong file.
  func checkRatings() throws(TrippedGuard) {
    guard !options.allowsEmpty, options.shared.verify == nil, documentCount > 0,
      documents.rows["missing"]?.before == documentCount
    else { return }
    throw TrippedGuard(
      message: "none of \(Amount.count(documentCount, of: "document")) has a rating",
      advice: "see whether it is an export of \(options.collection); "
        + "'--allow-empty' says that it is meant")
  }

  /// Warns where there is nothing that this migration, or a part of it, is about.
  func warnOfStrangers(byteCountRead: Int) {
    if byteCountRead > 0, documentCount + otherDocumentCount + dumps.readCount == 0 {
      ledger.diagnostics.warning("no document was read")
    }
    if batches != nil, dumps.readCount > 0 {
      ledger.diagnostics.warning("dumps are not in the database: the batches leave them out")
    }
  }

  /// Ends the batches; the sources are named in their manifest.
  func finishBatches(sources: [Rewriter.File]) throws -> [BatchWriter.File] {
    try batches?.finish(
      sources: sources.compactMap { file in
        file.inputDigest.map {
          BatchDirectory.Source(
            path: ledger.spelling(of: file.input), byteCount: file.inputByteCount, digest: $0)
        }
      }) ?? []
  }
}

// MARK: Documents

extension MigrationAccount: RatingEventVisitor {
  func visit(_ event: RatingEventDocument) throws -> Decision {
    ledger.recordCount += 1
    progress.recordCount += 1
    if let ambiguity = event.ambiguity {
      return try reject(event, "ambiguous", ambiguity.reason, at: ambiguity.place)
    }
    let reading = event.reading
    let decision = rule.decide(reading)
    let label = ledger.redacted(label: reading.label)
    if case .unexpected = reading {
      let id = event.identity?.id
      if decision == .refuse { throw refusal(label, at: event.ratingPlace, documentID: id) }
      warn(of: label, at: event.ratingPlace, documentID: id)
    }
    if batches != nil, let problem = try addWrites(decision, event) {
      return try reject(event, label, problem, at: event.record.place)
    }
    documents.enter(label, outcome(decision))
    if decision != .keep {
      try plan(decision, event)
      note({ name(of: event) }, reading, decision)
    }
    return decision
  }

  /// What a sample calls a document: its id, or where it has none, its place.
  private func name(of event: RatingEventDocument) -> String {
    event.identity.map { ledger.redacted(documentID: $0.id) } ?? event.record.place.description
  }

  /// Adds a document's change to the plan.
  private func plan(_ decision: Decision, _ event: RatingEventDocument) throws {
    guard let plan = ledger.plan else { return }
    var after: PlanFile.Change.Value?
    if case .update(let rating) = decision { after = .whole(rating.rawValue) }
    try plan.add(
      PlanFile.Change(
        at: event.ratingPlace, documentID: event.identity?.id,
        before: .number(spelled: event.reading.label), after: after))
  }

  /// Adds a document's writes to the batches; the reason where it can be in none.
  private func addWrites(_ decision: Decision, _ event: RatingEventDocument) throws -> String? {
    let identity = event.identity
    if let identity {
      if duplicates.contains(identity.id) {
        return "its id occurs twice, and a batch cannot say which document is meant"
      }
      if !duplicates.looksAhead, duplicates.enter(identity.id) {
        throw DamagedInput(
          format: "export", place: event.record.place,
          reason: "the id occurs twice, and the first document is in a batch already",
          documentID: identity.id, hint: "save standard input to a file, and give that")
      }
      if let other = identity.contradictedBy {
        ledger.diagnostics.warning(
          "the fields make the id '\(ledger.redacted(documentID: other))', but the document is "
            + "called otherwise",
          kind: "contradicting id", at: event.record.place, documentID: identity.id)
      }
    }
    do {
      let writes = try MigrationWrites(
        decision, event, identity: identity, collection: options.collection.description,
        database: options.database?.description, serverTimestampField: options.serverTimestamp)
      guard let writes else { return nil }
      let larger = max(writes.apply.bytes.count, writes.undo.bytes.count)
      guard batches?.writer.fits(byteCount: larger) == true else {
        return "its write, or the one that undoes it, is larger than a batch may be"
      }
      try batches?.writer.add(writes.apply.bytes, undo: writes.undo.bytes)
      return nil
    } catch let error as MigrationWrites.Unnameable {
      if error.lacksDatabase {
        throw UsageError(
          "the export does not name its documents in full: "
            + "'\(ledger.redacted(documentID: identity?.id ?? ""))'",
          hint: "say which database is meant: --database projects/P/databases/D")
      }
      return "no write can name it: \(error.reason)"
    } catch let error as Unrepresentable {
      return "Firestore cannot hold it: \(error.reason)"
    }
  }

  private func reject(
    _ event: RatingEventDocument, _ label: String, _ reason: String, at place: Place
  ) throws -> Decision {
    documents.enter(label, .rejected)
    try ledger.reject(
      kind: "unusable document", reason, at: place, documentID: event.identity?.id,
      record: event.kept)
    return .keep
  }

  func reject(_ problem: RecordProblem) throws {
    switch contents {
    case .documents:
      unreadableCount += 1
      documents.enter("unreadable", .rejected)
      try ledger.reject(problem)
    case .dumps: try dumps.reject(problem)
    }
  }

  /// What is shown or written elsewhere has to be looked at one by one.
  var ordinaryRule: OrdinaryRule? {
    guard batches == nil else { return nil }
    let showsChanges = showsEachChange || isSampling
    return OrdinaryRule(decide: { rating in
      let decision = rule.decide(rating)
      return showsChanges && decision != .keep ? nil : decision
    })
  }

  func enter(_ counts: OrdinaryCounts) {
    ledger.recordCount += counts.total
    progress.recordCount += counts.total
    for rating in Rating.allCases where counts[rating] > 0 {
      let decision = rule.decide(rating)
      documents.enter(String(rating.rawValue), outcome(decision), count: counts[rating])
      if decision != .keep { changeCount += counts[rating] }
    }
  }

  func passOver(documentCount: Int) {
    otherDocumentCount += documentCount
    otherRecordCount += 1
  }

  func advance(to byte: Int) { progress.advance(to: byte) }
}
