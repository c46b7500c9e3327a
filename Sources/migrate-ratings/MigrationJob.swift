import Formats
import Jokes
import Runs
import Scan
import SystemIO

/// Decides the migration of each rating event, and serializes its batch writes in parallel.
struct MigrationJob: DocumentJob {
  let rule: BinaryRatingRule
  /// Whether every change is shown, not only a sample.
  let showsEachChange: Bool
  /// Whether a sample of changes is shown.
  let showsSample: Bool
  /// Whether a plan is written.
  let isPlanning: Bool
  /// The settings for batch writes.
  let writing: Writing?
  /// The outcomes of the current part.
  private(set) var outcomes: [MigratedEvent] = []
  /// The changed documents among the outcomes.
  private(set) var changes: [MigratedChange] = []
  /// The odd documents among the outcomes.
  private(set) var oddities: [OddEvent] = []
  /// The texts of all outcomes, which hold ranges of them.
  private(set) var texts: [UInt8] = []

  /// The settings for batch writes.
  ///
  /// A class, so that threads share one reference instead of several.
  final class Writing: Sendable {
    let target: MigrationWrites.Target
    let limits: BatchLimits
    /// The ids that occur twice, which no batch can contain.
    let duplicates: DuplicateIDs.Twice
    /// Whether a first pass has found all of them.
    let looksAhead: Bool

    init(target: MigrationWrites.Target, limits: BatchLimits, duplicates: DuplicateIDs) {
      (self.target, self.limits) = (target, limits)
      (self.duplicates, looksAhead) = (duplicates.twice, duplicates.looksAhead)
    }
  }

  /// The decision about a rating, read or not.
  func decision(_ reading: RatingReading) -> Decision { rule.decide(reading) }

  /// Whether a batch would write the event, if nothing keeps it out.
  func changes(_ event: borrowing RatingEventDocument) -> Bool {
    event.ambiguity == nil && decision(event.reading) != .keep
  }

  var outcomeCount: Int { outcomes.count }

  mutating func reserveCapacity(like job: any RecordJob) {
    guard let job = job as? MigrationJob else { preconditionFailure("another job's outcomes") }
    outcomes.reserveCapacity(Self.room(like: job.outcomes.count))
    changes.reserveCapacity(Self.room(like: job.changes.count))
    texts.reserveCapacity(Self.room(like: job.texts.count))
  }

  private static func room(like count: Int) -> Int { count + count / 8 }

  /// The document's id; nil if none was kept.
  func documentID(of event: MigratedEvent) -> String? {
    event.change.flatMap { changes[$0].documentID }.map {
      String(decoding: texts[$0], as: UTF8.self)
    }
  }

  mutating func decide(_ event: borrowing RatingEventDocument) -> Decision {
    if let (reason, place) = event.ambiguity {
      var migrated = MigratedEvent(event.reading, .keep)
      add(OddEvent(event, event.identity?.id, .ambiguous(reason, place)), to: &migrated)
      outcomes.append(migrated)
      return .keep
    }
    let reading = event.reading
    var migrated = MigratedEvent(reading, decision(reading))
    let isProblem = carryOut(&migrated, event)
    let decision = isProblem ? .keep : migrated.decision
    outcomes.append(migrated)
    return decision
  }

  /// Writes what the decision needs, and notes what is odd about the event.
  ///
  /// - Returns: whether the event is rejected.
  private mutating func carryOut(
    _ migrated: inout MigratedEvent, _ event: borrowing RatingEventDocument
  ) -> Bool {
    var isUnexpected = false
    if case .unexpected = migrated.reading { isUnexpected = true }
    let isChange = migrated.decision != .keep
    var change = MigratedChange()
    var problem: OddEvent.Problem?
    var (contradictedBy, fingerprint) = (String?.none, Fingerprint?.none)
    // A refusal ends the run; its writes do not matter.
    if let writing, migrated.decision != .refuse {
      if isChange, writing.duplicates.containID(of: event) {
        problem = .repeated(MigrationWrites.database(of: event, writing.target))
      } else {
        contradictedBy = event.contradictingID
        if !writing.looksAhead { event.withName { id, _ in fingerprint = Fingerprint(id) } }
        if isChange { problem = write(writing, event, migrated.decision, &change) }
      }
    }
    if isChange {
      if problem == nil { note(event, in: &change) }
      migrated.change = changes.count
      changes.append(change)
    }
    let isOdd =
      isUnexpected || problem != nil || contradictedBy != nil || fingerprint != nil
      || isChange && showsChanges && change.documentID == nil
    guard isOdd else { return false }
    let isNamed = isUnexpected || writing != nil
    var odd = OddEvent(event, isNamed ? event.identity?.id : nil, problem)
    odd.contradictedBy = contradictedBy
    odd.fingerprint = fingerprint
    add(odd, to: &migrated)
    return problem != nil
  }

  private var showsChanges: Bool { showsEachChange || showsSample }

  private mutating func add(_ odd: OddEvent, to migrated: inout MigratedEvent) {
    migrated.oddity = oddities.count
    oddities.append(odd)
  }

  /// Notes the ID of a changed document, and for a plan the place of its rating.
  private mutating func note(
    _ event: borrowing RatingEventDocument, in change: inout MigratedChange
  ) {
    guard showsChanges || isPlanning else { return }
    event.withName { id, _ in
      let start = texts.count
      texts.append(contentsOf: id)
      change.documentID = start..<texts.count
    }
    if isPlanning { change.ratingPlace = event.ratingPlace }
  }

  /// Serializes the writes of a document.
  ///
  /// - Returns: the problem that keeps it out of batches.
  private mutating func write(
    _ writing: Writing, _ event: borrowing RatingEventDocument, _ decision: Decision,
    _ change: inout MigratedChange
  ) -> OddEvent.Problem? {
    do {
      let writes = try MigrationWrites(decision, event, to: writing.target, into: &texts)
      if let writes,
        !writing.limits.allow(writeOfByteCount: max(writes.apply.count, writes.undo.count))
      {
        return .unwritable("its write, or the one that undoes it, is larger than a batch may be")
      }
      change.writes = writes
      return nil
    } catch {
      return OddEvent.Problem(error)
    }
  }

  // Batches need every event; a plan or sample needs every change.
  func ordinaryRule(showing outcomeCount: Int) -> RatingDecisionTable {
    if writing != nil { return RatingDecisionTable(decide: { _ in nil }) }
    let showsChanges = showsEachChange || isPlanning || outcomeCount > 0
    return RatingDecisionTable(decide: { rating in
      let decision = decision(.rating(rating))
      return showsChanges && decision != .keep ? nil : decision
    })
  }
}

extension OddEvent.Problem {
  /// Maps an error of making the writes.
  fileprivate init(_ error: any Error) {
    switch error {
    case let error as MigrationWrites.Unnameable where error.lacksDatabase: self = .withoutDatabase
    case let error as MigrationWrites.Unnameable:
      self = .unwritable("no write can name it: \(error.reason)")
    case let error as Unrepresentable:
      self = .unwritable("Firestore cannot hold it: \(error.reason)")
    default: self = .failure(error)
    }
  }
}
