import ByteIO
import Formats
import Jokes
import Pipeline
import Wiring

extension MigrationAccount: DefaultsDumpVisitor {
  func visit(_ dump: DefaultsDump, _ record: Record) throws -> [Edit]? {
    let rule = rule
    let migrated = try dumps.migrate(dump, record) { dump throws(DefaultsDumpError) in
      let migration = try BinaryRatingsMigration(of: dump, rule: rule)
      return (migration, migration.edits)
    }
    guard let (migration, edits, bytes) = migrated else { return nil }
    if migration.isAlreadyDone {
      dumps.enterUnchanged()
      return nil
    }
    for step in migration.steps { try enter(step, dump.kind, record) }
    let left = migration.steps.compactMap(\.readingAfter)
    try ledger.verify(bytes, dump.kind) { dump throws(DefaultsDumpError) in
      let found = try dump.entries(of: DefaultsKey.ratings) ?? []
      let isMarked = try BinaryRatingsMigration(of: dump).isAlreadyDone
      return isMarked && found.map(\.value.reading) == left
    }
    dumps.enterChanged()
    return edits
  }

  var ordinaryMigration: (any OrdinaryMigration)? {
    // What is shown of a change needs its id.
    showsEachChange || isSampling ? nil : OrdinaryBinaryRatings(rule)
  }

  func enter(_ outcome: OrdinaryOutcome, at place: @autoclosure () -> Place) {
    dumps.enterRead(isChanged: outcome.isChange)
    switch outcome {
    case .saved: preconditionFailure("that is what another migration does")
    case .alreadyDone: break
    case .binary(let ratings):
      for rating in Rating.allCases where ratings[rating] > 0 {
        enter(rating, count: ratings[rating])
      }
    }
  }

  private func enter(_ rating: Rating, count: Int) {
    let decision = rule.decide(rating)
    entries.enter(RatingReading.rating(rating).label, outcome(decision), count: count)
    if decision != .keep { noteUnseen(count) }
  }

  private func enter(
    _ step: BinaryRatingsMigration.Step, _ kind: DefaultsKind, _ record: Record
  ) throws {
    let label = ledger.redacted(label: step.reading.label)
    if case .unexpected = step.reading {
      let place = record.place(ofDumpByte: step.byteOffset, kind)
      let id = record.label(of: step.id)
      if step.decision == .refuse { throw refusal(label, at: place, documentID: id) }
      warn(of: label, at: place, documentID: id)
    }
    entries.enter(label, outcome(step.decision))
    if step.decision != .keep {
      let id = record.label(of: step.id)
      note({ id }, step.reading, step.decision)
    }
  }
}

extension BinaryRatingsMigration.Step {
  /// What the entry's rating is to be found afterwards; nil where it is to be gone.
  fileprivate var readingAfter: RatingReading? {
    switch decision {
    case .keep, .refuse: reading
    case .update(let rating): .rating(rating)
    case .delete: nil
    }
  }
}
