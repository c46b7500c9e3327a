/// What became of every record, by the label it had before: the books of a run.
///
/// The book knows labels and outcomes, not what they mean. Its balance is checked against what the
/// streams did to the bytes, which is counted elsewhere.
package struct OutcomeBook: Sendable {
  /// What became of one record.
  package enum Outcome: Sendable, Hashable {
    case kept
    case updated(to: String)
    case deleted
    case rejected
  }

  /// The records of one label.
  package struct Row: Sendable, Hashable {
    package var before = 0
    package var kept = 0
    package var updated = 0
    package var deleted = 0
    package var rejected = 0
    /// Records that have the label afterwards.
    package var after = 0

    package init() {}
  }

  /// So many labels have a row of their own; all others share the last one.
  package static let labelLimit = 64
  package static let otherLabel = "other values"

  package private(set) var rows: [String: Row] = [:]
  /// The sum of all rows.
  package private(set) var total = Row()

  package init() {}

  /// Enters one record, or several of which the same is true.
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

  /// Adds all that another book holds.
  package mutating func merge(_ other: OutcomeBook) {
    for (label, row) in other.rows { rows[label, default: Row()].add(row) }
    total.add(other.total)
  }

  /// What does not add up, or nil where the books balance.
  ///
  /// - Parameters:
  ///   - kept: records the streams let pass unchanged, rejected ones included.
  ///   - changed: records of which the streams changed bytes.
  ///   - dropped: records the streams left out.
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

  fileprivate mutating func add(_ other: OutcomeBook.Row) {
    before += other.before
    kept += other.kept
    updated += other.updated
    deleted += other.deleted
    rejected += other.rejected
    after += other.after
  }

  fileprivate var accountedFor: Int { kept + updated + deleted + rejected }
  fileprivate var isBalanced: Bool { before == accountedFor }
}
