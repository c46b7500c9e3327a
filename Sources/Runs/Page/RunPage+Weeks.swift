import Scan

extension RunPage.Section {
  private static let weekTitle = "Ratings of each week"

  /// Says why there are no bars.
  package static func weeks(_ words: String) -> RunPage.Section {
    RunPage.Section(weekTitle) { $0.element(.p, words: words) }
  }

  /// The ratings of each week, as bars side by side.
  package static func weeks(
    _ weeks: [(label: String, hilarious: Int, horrible: Int)]
  ) -> RunPage.Section {
    RunPage.Section(weekTitle) { part in
      let greatest = weeks.map { max($0.hilarious, $0.horrible) }.max() ?? 0
      part.table(
        "Ratings that count, by the label of their week",
        [("week", false), ("hilarious", false), ("horrible", false)]
      ) { rows in
        // The latest weeks are those that a reader knows.
        for week in weeks.suffix(RunPage.rowLimit) {
          rows.element(.tr) { row in
            row.element(.th, [.isRow]) { $0.longData(week.label) }
            for (count, style) in [
              (week.hilarious, PageStyle.Name.good), (week.horrible, .bad),
            ] {
              row.element(.td, [.style(.scale)]) { cell in
                cell.words(Amount.count(count))
                cell.bar(count, of: greatest, style)
              }
            }
          }
        }
      }
      part.more(than: weeks.count, of: "week")
    }
  }
}
