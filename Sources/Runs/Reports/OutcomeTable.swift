import Scan
import SystemIO

/// The ratings before and after a migration, one row per value.
package struct OutcomeTable: Sendable {
  /// The counts of one value, and its fate in words, which may be coloured.
  package struct Row: Sendable {
    /// The rating before the migration, or words for values that are no rating.
    package var label: String
    /// The number of records with this value before.
    package var before: Int
    /// The number of records with this value afterwards.
    package var after: Int
    /// What became of the records with this value.
    package var fate: String
    /// The colour of the fate; nil for none.
    package var color: TextColor?

    package init(
      label: String, before: Int, after: Int, fate: String, color: TextColor? = nil
    ) {
      self.label = label
      self.before = before
      self.after = after
      self.fate = fate
      self.color = color
    }
  }

  private let rows: [Row]
  private let total: Row

  package init(_ rows: [Row], total: Row) {
    self.rows = rows
    self.total = total
  }

  /// The table, a line for each row.
  package func text(_ form: ReportForm) -> String {
    var table = TextTable(columns: [
      .init("rating", .left, .wraps(least: 6)), .init("before", .right), .init("after", .right),
      .init("", .left, .wraps(least: 8)),
    ])
    for row in rows + [total] {
      table.add(
        [row.label, Amount.count(row.before), Amount.count(row.after), row.fate],
        colors: row.color.map { [3: $0] } ?? [:])
    }
    return table.text(width: form.width, isColored: form.isColored)
  }
}
