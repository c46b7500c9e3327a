import Scan
import SystemIO

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
    package var before: Int { kept + updated + deleted + rejected }
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
  static let labelLimit = 64
  /// The label of all values beyond `labelLimit`.
  static let otherLabel = "other values"

  /// The counts by the bytes of the label, as `LabelCounts` has them.
  private(set) var rows: [[UInt8]: Row] = [:]
  /// The sum of all rows.
  package var total: Row { rows.values.reduce(into: Row()) { $0 += $1 } }
  /// The counts of a label; nil if no record has or had it.
  package subscript(_ label: String) -> Row? { rows[Array(label.utf8)] }

  package init() {}

  /// Counts records of one label and outcome.
  package mutating func enter(_ label: String, _ outcome: Outcome, count: Int = 1) {
    var key = Array(label.utf8)
    if rows[key] == nil, rows.count >= Self.labelLimit { key = Array(Self.otherLabel.utf8) }
    var row = rows[key, default: Row()]
    var newKey: [UInt8]? = key
    switch outcome {
    case .kept: row.kept += count
    case .updated(let other): (row.updated, newKey) = (row.updated + count, Array(other.utf8))
    case .deleted: (row.deleted, newKey) = (row.deleted + count, nil)
    case .rejected: row.rejected += count
    }
    rows[key] = row
    if let newKey { rows[newKey, default: Row()].after += count }
  }

  /// The first count that does not add up; nil if all do.
  ///
  /// - Parameters:
  ///   - kept: records that the streams left unchanged, rejected ones included.
  ///   - changed: records that the streams edited.
  ///   - dropped: records that the streams left out.
  package func imbalance(kept: Int, changed: Int, dropped: Int) -> String? {
    let total = total
    if total.kept + total.rejected != kept {
      return "\(total.kept + total.rejected) were to stay as they are, \(kept) did"
    }
    if total.updated != changed { return "\(total.updated) were to be changed, \(changed) were" }
    if total.deleted != dropped { return "\(total.deleted) were to be deleted, \(dropped) were" }
    return nil
  }

  /// The five ratings, best first, then every other label in byte order.
  var orderedRows: [(label: String, row: Row)] {
    let others = rows.keys.sorted { $0.lexicographicallyPrecedes($1) }
      .map { String(decoding: $0, as: UTF8.self) }.filter { !Self.ratings.contains($0) }
    return (Self.ratings + others).map { ($0, self[$0] ?? Row()) }
  }

  /// The counts as a table, with the fate of each label, and their sum in the last line.
  ///
  /// - Parameter isWhole: whether each label has a line, however many there are.
  package func table(_ form: ReportForm, isWhole: Bool) -> String {
    var table = TextTable(columns: [
      .init("rating", .left, .wraps(least: 6)), .init("before", .right), .init("after", .right),
      .init("", .left, .wraps(least: 8)),
    ])
    for (label, row) in isWhole ? orderedRows : shortenedRows {
      let color: TextColor? = row.deleted > 0 ? .red : row.updated > 0 ? .yellow : nil
      table.add(
        [label, Amount.count(row.before), Amount.count(row.after), Self.fate(label, row)],
        colors: color.map { [3: $0] } ?? [:])
    }
    table.add(["all", Amount.count(total.before), Amount.count(total.after)])
    return table.text(width: form.width, isColored: form.isColored)
  }

  /// The rows that fit a screen with the rest of the report; the last one has all other labels.
  private var shortenedRows: [(label: String, row: Row)] {
    let (all, most) = (orderedRows, Self.ratings.count + 10)
    guard all.count > most else { return all }
    let rest = all[(most - 1)...].reduce(into: Row()) { $0 += $1.row }
    return all.prefix(most - 1) + [(Self.otherLabel, rest)]
  }

  /// The number of records that were kept though their label is no rating.
  package var unexpectedCount: Int {
    total.kept - Self.ratings.reduce(0) { $0 + (self[$1]?.kept ?? 0) }
  }

  private static let ratings = ["5", "4", "3", "2", "1"]

  static func fate(_ label: String, _ row: Row) -> String {
    let isRating = ratings.contains(label)
    let parts = [
      (label == "4" ? "→ 5" : "→ 1", row.updated), ("deleted", row.deleted),
      (isRating ? "kept" : "unexpected, kept", row.kept), ("rejected", row.rejected),
    ].filter { $0.1 > 0 }
    // Ratings of one value may have several fates; then each has its count.
    return parts.map { parts.count == 1 ? $0 : "\($0) (\(Amount.count($1)))" }
      .joined(separator: ", ")
  }

  /// The line of the report that shows that the counts balance.
  ///
  /// - Parameter isDone: whether the changes were made; false in a dry run.
  package func balance(of one: String, many: String? = nil, isDone: Bool = true) -> String {
    "the books balance: \(Amount.count(total.before, of: one, many: many)) read = "
      + "\(Amount.count(total.kept)) kept + "
      + "\(Amount.count(total.updated)) \(isDone ? "updated" : "to update") + "
      + "\(Amount.count(total.deleted)) \(isDone ? "deleted" : "to delete") + "
      + "\(Amount.count(total.rejected)) rejected"
  }

  /// The counts of all records, and of each rating.
  package var facts: [Fact] {
    Self.facts(total) + [
      Fact("ratings", of: orderedRows) { object, rating in
        ([Fact("rating", rating.label)] + Self.facts(rating.row)).write(to: &object)
      }
    ]
  }

  private static func facts(_ row: Row) -> [Fact] {
    [
      Fact("before", row.before), Fact("kept", row.kept), Fact("updated", row.updated),
      Fact("deleted", row.deleted), Fact("rejected", row.rejected), Fact("after", row.after),
    ]
  }
}

extension OutcomeBook.Row {
  /// Adds the counts of another label.
  static func += (sum: inout Self, other: Self) {
    sum.kept += other.kept
    sum.updated += other.updated
    sum.deleted += other.deleted
    sum.rejected += other.rejected
    sum.after += other.after
  }
}
