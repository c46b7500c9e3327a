import Formats
import Jokes
import Runs
import Scan
import SystemIO

/// Decides what becomes of a rating event, and makes its writes where batches are wanted.
struct MigrationJob: RatingEventJob {
  let rule: BinaryRatingRule
  /// Whether every change is shown or planned, or only some of the first.
  let showsEachChange: Bool
  /// How the writes of batches are made; nil where there are none.
  let writing: Writing?
  /// The documents of the part that is read.
  private(set) var outcomes: [MigratedEvent] = []

  init(_ rule: BinaryRatingRule, showsEachChange: Bool, writing: Writing?) {
    (self.rule, self.showsEachChange, self.writing) = (rule, showsEachChange, writing)
  }

  /// How the writes of batches are made.
  struct Writing: Sendable {
    let collection: String
    let database: String?
    let serverTimestamp: String?
    let limits: BatchLimits
    /// The ids that no batch can name.
    let duplicates: DuplicateIDs.Twice
  }

  var outcomeCount: Int { outcomes.count }

  mutating func decide(_ event: RatingEventDocument) -> Decision {
    let migrated = migrated(event)
    outcomes.append(migrated)
    return migrated.problem == nil ? migrated.decision : .keep
  }

  private func migrated(_ event: RatingEventDocument) -> MigratedEvent {
    if let ambiguity = event.ambiguity {
      var migrated = MigratedEvent(event, .keep)
      migrated.problem = (.ambiguous(ambiguity.reason, ambiguity.place), event.kept)
      migrated.documentID = event.identity?.id
      return migrated
    }
    var migrated = MigratedEvent(event, rule.decide(event.reading))
    if let writing {
      add(writing, to: &migrated, event)
    } else if migrated.isNamed {
      migrated.documentID = event.identity?.id
    }
    return migrated
  }

  /// Adds a document's writes; a problem where it can be in no batch.
  private func add(
    _ writing: Writing, to migrated: inout MigratedEvent, _ event: RatingEventDocument
  ) {
    let identity = event.identity
    migrated.documentID = identity?.id
    // It ends the run, whatever its writes are.
    if migrated.decision == .refuse { return }
    if let identity {
      let fingerprint = Fingerprint(identity.id)
      if writing.duplicates.contains(fingerprint) {
        return migrated.problem = (
          .unwritable("its id occurs twice, and a batch cannot say which document is meant"),
          event.kept
        )
      }
      migrated.fingerprint = fingerprint
      migrated.contradictedBy = identity.contradictedBy
    }
    do {
      let writes = try MigrationWrites(
        migrated.decision, event, identity: identity, collection: writing.collection,
        database: writing.database, serverTimestampField: writing.serverTimestamp)
      guard let writes else { return }
      let larger = max(writes.apply.bytes.count, writes.undo.bytes.count)
      if writing.limits.allow(writeOfByteCount: larger) {
        migrated.writes = writes
      } else {
        migrated.problem = (
          .unwritable("its write, or the one that undoes it, is larger than a batch may be"),
          event.kept
        )
      }
    } catch {
      migrated.problem = (MigratedEvent.Problem(error), event.kept)
    }
  }

  // What is written elsewhere, or shown, has to be looked at one by one.
  func ordinaryRule(showing outcomeCount: Int) -> RatingDecisionTable {
    if writing != nil { return RatingDecisionTable(decide: { _ in nil }) }
    let showsChanges = showsEachChange || outcomeCount > 0
    return RatingDecisionTable(decide: { rating in
      let decision = rule.decide(.rating(rating))
      return showsChanges && decision != .keep ? nil : decision
    })
  }
}

extension MigratedEvent.Problem {
  /// Why there are no writes for a document.
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
