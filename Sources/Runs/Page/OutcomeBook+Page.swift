import Scan

// The ratings before and after a migration, as pages show them.
extension OutcomeBook {
  /// A drawing of the flow from five ratings to two, and the counts as a table.
  ///
  /// - Parameter isDone: whether the changes were made; false in a dry run.
  package func section(_ title: String, isDone: Bool) -> RunPage.Section {
    let (rows, total) = (orderedRows, total)
    let flow = RatingFlow(rows)
    let unexpected = unexpectedCount
    return RunPage.Section("\(title): \(Amount.count(total.before))") { part in
      if total.before > 0 { part.element(.figure) { flow.draw(in: &$0) } }
      part.table(
        isDone ? "Ratings before and after" : "Ratings before, and after a real run",
        [.data("rating"), .count("before"), .count("after"), .words("what becomes of them")],
        rows.map { label, row in
          [label, Amount.count(row.before), Amount.count(row.after), Self.fate(label, row)]
        } + [["all", Amount.count(total.before), Amount.count(total.after), ""]])
      if unexpected > 0 {
        part.element(
          .p,
          words: "Unexpected (\(Amount.count(unexpected))): the rating is not a whole number from "
            + "1 to 5. It stays as it is, and counts in no ranking.")
      }
      if total.rejected > 0 {
        part.element(
          .p,
          words: "Rejected (\(Amount.count(total.rejected))): the rating cannot be decided, for "
            + "the reasons below. It stays as it is.")
      }
    }
  }
}
