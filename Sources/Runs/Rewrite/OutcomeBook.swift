/// The counts of a run's records: the outcome of each, by the label it had before.
///
/// The book does not interpret labels or outcomes. `imbalance` compares it with the streams' own
/// counts of the edits they made.
package struct OutcomeBook: Sendable {
  /// The outcome of one record.
  package enum Outcome: Sendable, Hashable {
    case kept
    case updated(to: String)
    case deleted
    case rejected
  }

  /// The counts of one label.
  package struct Row: Sendable, Hashable {
    /// Records that had the label before the run.
    package var before = 0
    /// Those that keep their rating.
    package var kept = 0
    /// Those that get another rating.
    package var updated = 0
    /// Those that are deleted.
    package var deleted = 0
    /// Those that are unusable and stay.
    package var rejected = 0
    /// Records that have the label after the run.
    package var after = 0
  }

  /// The number of labels with a row of their own; all others share `otherLabel`.
  package static let labelLimit = 64
  /// The label of all values beyond `labelLimit`.
  package static let otherLabel = "other values"

  /// The counts by label.
  package private(set) var rows: [String: Row] = [:]
  /// The sum of all rows.
  package private(set) var total = Row()

  package init() {}

  /// Counts records of one label and outcome.
  package mutating func enter(_ label: String, _ outcome: Outcome, count: Int = 1) {
    let label = rows[label] == nil && rows.count >= Self.labelLimit ? Self.otherLabel : label
    rows[label, default: Row()].enter(outcome, count)
    total.enter(outcome, count)
    switch outcome {
    case .kept, .rejected:
      rows[label, default: Row()].after += count
      total.after += count
    case .updated(let newLabel):
      rows[newLabel, default: Row()].after += count
      total.after += count
    case .deleted: break
    }
  }

  /// The first count that does not add up; nil if all do.
  ///
  /// - Parameters:
  ///   - kept: records that the streams left unchanged, rejected ones included.
  ///   - changed: records that the streams edited.
  ///   - dropped: records that the streams left out.
  package func imbalance(kept: Int, changed: Int, dropped: Int) -> String? {
    for (label, row) in rows.sorted(by: { $0.key < $1.key }) where !row.isBalanced {
      return "of \(row.before) rated \(label), \(row.accountedFor) are accounted for"
    }
    if !total.isBalanced {
      return "of \(total.before) records read, \(total.accountedFor) are accounted for"
    }
    if total.after != total.before - total.deleted {
      return "\(total.after) records are left of \(total.before) with \(total.deleted) deleted"
    }
    if total.kept + total.rejected != kept {
      return "\(total.kept + total.rejected) were to stay as they are, \(kept) did"
    }
    if total.updated != changed { return "\(total.updated) were to be changed, \(changed) were" }
    if total.deleted != dropped { return "\(total.deleted) were to be deleted, \(dropped) were" }
    return nil
  }
}

extension OutcomeBook.Row {
  fileprivate mutating func enter(_ outcome: OutcomeBook.Outcome, _ count: Int) {
    before += count
    switch outcome {
    case .kept: kept += count
    case .updated: updated += count
    case .deleted: deleted += count
    case .rejected: rejected += count
    }
  }

  /// Adds the counts of another label.
  static func += (sum: inout Self, other: Self) {
    sum.before += other.before
    sum.kept += other.kept
    sum.updated += other.updated
    sum.deleted += other.deleted
    sum.rejected += other.rejected
    sum.after += other.after
  }

  fileprivate var accountedFor: Int { kept + updated + deleted + rejected }
  fileprivate var isBalanced: Bool { before == accountedFor }
}
