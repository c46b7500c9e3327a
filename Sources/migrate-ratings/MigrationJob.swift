import Formats
import Jokes
import Runs
import Scan
import SystemIO

/// Decides the migration of each rating event, and serializes its batch writes and plan line in
/// parallel.
struct MigrationJob: RatingEventJob {
  private let rule: BinaryRatingRule
  /// Whether every change is shown, not only a sample.
  private let showsEachChange: Bool
  /// Whether a plan is written.
  private let isPlanning: Bool
  /// The settings for batch writes.
  private let writing: Writing?
  /// The outcomes of the current part.
  private(set) var outcomes: [MigratedEvent] = []
  /// The odd documents among the outcomes.
  private(set) var oddities: [OddEvent] = []
  /// The texts of the outcomes.
  private var writer = JSONWriter()

  init(_ rule: BinaryRatingRule, showsEachChange: Bool, isPlanning: Bool, writing: Writing?) {
    self.rule = rule
    self.showsEachChange = showsEachChange
    self.isPlanning = isPlanning
    self.writing = writing
  }

  /// The settings for batch writes.
  struct Writing: Sendable {
    let target: MigrationWrites.Target
    let limits: BatchLimits
    /// The ids that occur twice, which no batch can contain.
    let duplicates: DuplicateIDs.Twice
    /// Whether a first pass has found all of them.
    let looksAhead: Bool
  }

  /// The decision about a rating, read or not.
  func decision(_ reading: RatingReading) -> Decision { rule.decide(reading) }

  /// Whether a batch would write the event, if nothing keeps it out.
  func changes(_ event: borrowing RatingEventDocument) -> Bool {
    event.ambiguity == nil && decision(event.reading) != .keep
  }

  var outcomeCount: Int { outcomes.count }

  /// The texts of all outcomes, which hold ranges of them.
  var texts: [UInt8] { writer.bytes }

  /// The document's id; nil if none was kept.
  func documentID(of event: MigratedEvent) -> String? {
    event.documentID.map { String(decoding: texts[$0], as: UTF8.self) }
  }

  mutating func decide(_ event: borrowing RatingEventDocument) -> Decision {
    let (migrated, problem) = migrated(event)
    outcomes.append(migrated)
    return problem ? .keep : migrated.decision
  }

  private mutating func migrated(_ event: borrowing RatingEventDocument) -> (
    MigratedEvent, isRejected: Bool
  ) {
    if let (reason, place) = event.ambiguity {
      var migrated = MigratedEvent(event.reading, .keep)
      let odd = OddEvent(event, event.identity?.id, .ambiguous(reason, place))
      add(odd, to: &migrated)
      return (migrated, true)
    }
    let reading = event.reading
    var migrated = MigratedEvent(reading, decision(reading))
    var isUnexpected = false
    if case .unexpected = reading { isUnexpected = true }
    let identity = isUnexpected || writing != nil ? event.identity : nil
    let id = identity?.id
    var (problem, contradictedBy) = (OddEvent.Problem?.none, String?.none)
    var fingerprint: Fingerprint?
    // A refusal ends the run; its writes do not matter.
    if let writing, migrated.decision != .refuse {
      if let id, migrated.decision != .keep, writing.duplicates.contains(id) {
        problem = .unwritable(
          "its id occurs twice, and a batch cannot say which document is meant")
      } else {
        contradictedBy = identity?.contradictedBy
        fingerprint = writing.looksAhead ? nil : id.map { Fingerprint($0) }
        (migrated.writes, problem) = writes(writing, migrated.decision, event, identity)
      }
    }
    if problem == nil, migrated.decision != .keep {
      tell(&migrated, event)
    }
    if isUnexpected || problem != nil || contradictedBy != nil || fingerprint != nil
      || migrated.decision != .keep && migrated.documentID == nil
    {
      var odd = OddEvent(event, id, problem)
      odd.contradictedBy = contradictedBy
      odd.fingerprint = fingerprint
      add(odd, to: &migrated)
    }
    return (migrated, problem != nil)
  }

  private mutating func add(_ odd: OddEvent, to migrated: inout MigratedEvent) {
    migrated.oddity = oddities.count
    oddities.append(odd)
  }

  /// Writes the ID of a changed document, and its line in the plan.
  private mutating func tell(
    _ migrated: inout MigratedEvent, _ event: borrowing RatingEventDocument
  ) {
    event.withName { id, _ in
      migrated.documentID = writer.append(id)
      if isPlanning { migrated.planned = planned(migrated, event, id.copied) }
    }
    if isPlanning, migrated.planned == nil { migrated.planned = planned(migrated, event, nil) }
  }

  private mutating func planned(
    _ migrated: MigratedEvent, _ event: borrowing RatingEventDocument, _ id: [UInt8]?
  ) -> PlannedChange {
    let place = event.ratingPlace
    var after: PlanFile.Change.Value?
    if case .update(let rating) = migrated.decision { after = .whole(rating.rawValue) }
    let before: PlanFile.Change.Value =
      switch migrated.reading {
      case .rating(let rating): .whole(rating.rawValue)
      case .unexpected(let label): .number(spelled: label)
      }
    let change = PlanFile.Change(at: place, documentID: id, before: before, after: after)
    return PlannedChange(change.write(to: &writer), at: place)
  }

  /// Serializes the writes of a document, or returns the problem that keeps it out of batches.
  private mutating func writes(
    _ writing: Writing, _ decision: Decision, _ event: borrowing RatingEventDocument,
    _ identity: DocumentIdentity?
  ) -> (MigrationWrites?, OddEvent.Problem?) {
    do {
      let writes = try MigrationWrites(
        decision, event, identity: identity, to: writing.target, into: &writer)
      if let writes,
        !writing.limits.allow(writeOfByteCount: max(writes.apply.count, writes.undo.count))
      {
        return (
          nil, .unwritable("its write, or the one that undoes it, is larger than a batch may be")
        )
      }
      return (writes, nil)
    } catch {
      return (nil, OddEvent.Problem(error))
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
