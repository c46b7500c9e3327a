package import Scan
import SystemIO

extension OutcomeBook {
  /// The five ratings, best first, then every other label in the order of its bytes.
  private var orderedRows: [(label: String, row: Row)] {
    let ratings = ["5", "4", "3", "2", "1"]
    let others = rows.keys.filter { !ratings.contains($0) }.sorted {
      $0.utf8.lexicographicallyPrecedes($1.utf8)
    }
    return (ratings + others).map { ($0, rows[$0] ?? Row()) }
  }

  /// The books as a table; what becomes of a label follows from its counts.
  package var table: OutcomeTable {
    OutcomeTable(
      orderedRows.map { label, row in
        OutcomeTable.Row(
          label: label, before: row.before, after: row.after, fate: Self.fate(label, row))
      },
      total: OutcomeTable.Row(label: "all", before: total.before, after: total.after, fate: ""))
  }

  private static func fate(_ label: String, _ row: Row) -> String {
    let isRating = ["5", "4", "3", "2", "1"].contains(label)
    var parts: [String] = []
    if row.updated > 0 { parts.append(label == "4" ? "→ 5" : "→ 1") }
    if row.deleted > 0 { parts.append("deleted") }
    if row.kept > 0 { parts.append(isRating ? "kept" : "unexpected, kept") }
    if row.rejected > 0 { parts.append("rejected") }
    return parts.joined(separator: ", ")
  }

  /// The sentence that says what was checked.
  ///
  /// - Parameter isDone: whether the changes were made, and are not only those that would be.
  package func balance(of one: String, many: String? = nil, isDone: Bool = true) -> String {
    "the books balance: \(Amount.count(total.before, of: one, many: many)) read = "
      + "\(Amount.count(total.kept)) kept + "
      + "\(Amount.count(total.updated)) \(isDone ? "updated" : "to update") + "
      + "\(Amount.count(total.deleted)) \(isDone ? "deleted" : "to delete") + "
      + "\(Amount.count(total.rejected)) rejected"
  }

  /// The books as the value of a member.
  package func write(to writer: inout JSONWriter) {
    writer.object { book in
      Self.write(total, to: &book)
      book.key("ratings")
      book.array { array in
        for (label, row) in orderedRows {
          array.object { object in
            object.member("rating", label)
            Self.write(row, to: &object)
          }
        }
      }
    }
  }

  private static func write(_ row: Row, to object: inout JSONWriter) {
    object.member("before", row.before)
    object.member("kept", row.kept)
    object.member("updated", row.updated)
    object.member("deleted", row.deleted)
    object.member("rejected", row.rejected)
    object.member("after", row.after)
  }
}
