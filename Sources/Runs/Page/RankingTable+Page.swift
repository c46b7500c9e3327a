import Jokes
import Scan

// A ranking, as pages show it.
extension RankingTable {
  /// The two lists, each a section.
  package var sections: [RunPage.Section] {
    [
      section("Hilarious", .hilarious, .good), section("Horrible", .horrible, .bad),
    ]
  }

  private func section(
    _ title: String, _ verdict: BinaryRating, _ style: PageStyle.Name
  ) -> RunPage.Section {
    let (list, change, texts) = (ranking.list(verdict), changes[verdict], texts)
    // One scale for both lists.
    let greatest = BinaryRating.allCases.compactMap { ranking.list($0).jokes.first?.count }.max()
    let hasTies = zip(list.jokes, list.jokes.dropFirst()).contains { $0.count == $1.count }
    return RunPage.Section("\(title): \(Amount.count(ranking.total(of: verdict), of: "rating"))") {
      part in
      if list.jokes.isEmpty { return part.element(.p, words: "No joke is listed.") }
      var heads = [(text: "place", isNumber: true), ("joke", false), ("ratings", false)]
      if change != nil { heads.append(("moved", false)) }
      part.table(
        "The most \(verdict.rawValue) jokes"
          + (hasTies ? "; equal counts in the order of their ids" : ""),
        heads, of: list.jokes.prefix(RunPage.rowLimit)
      ) { row, joke in
        row.element(.td, [.style(.number)], words: Amount.count(joke.rank))
        row.element(.th, [.isRow]) { $0.joke(joke.id, texts[joke.id]) }
        row.element(.td, [.style(.scale)]) { cell in
          cell.words(Amount.count(joke.count))
          cell.bar(joke.count, of: greatest ?? 0, style)
        }
        if let change {
          row.element(.td, [.style(.short)]) { $0.move(change.words(for: joke.id)) }
        }
      }
      part.more(than: list.jokes.count, of: "joke")
      if let last = list.jokes.last, list.tiesLeftOff > 0 {
        part.element(
          .p,
          words: "Left off with as many ratings as the last, \(Amount.count(last.count)): "
            + Amount.count(list.tiesLeftOff, of: "joke"))
      }
      if let left = change?.left, !left.isEmpty {
        part.element(.p, words: "No longer listed:")
        part.list(left.prefix(RunPage.rowLimit).map(\.text))
        part.more(than: left.count, of: "joke")
      }
    }
  }
}

extension HTMLWriter {
  fileprivate mutating func joke(_ id: JokeID, _ text: String?) {
    longData(id.text.isEmpty ? "''" : id.text, isCode: true)
    if let text, !text.isEmpty {
      element(.div, [.style(.soft)]) { $0.longData(VisibleText.onOneLine(text)) }
    }
  }

  fileprivate mutating func move(_ move: (sign: String, words: String)?) {
    guard let move else { return words("same") }
    element(.span, [.isHidden], words: move.sign + " ")
    words(move.words)
  }
}

extension RankingChange {
  /// The move of a joke, as a sign and in words; nil if it stays.
  fileprivate func words(for id: JokeID) -> (sign: String, words: String)? {
    if entered.contains(id) { return ("●", "new") }
    guard let move = moved.first(where: { $0.id == id }) else { return nil }
    return move.to < move.from
      ? ("▲", "up \(Amount.count(move.from - move.to))")
      : ("▼", "down \(Amount.count(move.to - move.from))")
  }
}

extension RunPage.Section {
  private static let weekTitle = "Ratings of each week"

  /// Says why there are no bars.
  package static func weeks(_ words: String) -> RunPage.Section {
    RunPage.Section(weekTitle) { $0.element(.p, words: words) }
  }

  /// The ratings of each week, as bars side by side.
  ///
  /// - Parameter otherCount: the number of ratings that count and are of none of the weeks.
  package static func weeks(
    _ weeks: [(label: String, hilarious: Int, horrible: Int)], otherCount: Int
  ) -> RunPage.Section {
    RunPage.Section(weekTitle) { part in
      let greatest = weeks.map { max($0.hilarious, $0.horrible) }.max() ?? 0
      // The latest weeks are those that a reader knows.
      part.table(
        "Ratings that count, by the label of their week",
        [("week", false), ("hilarious", false), ("horrible", false)],
        of: weeks.suffix(RunPage.rowLimit)
      ) { row, week in
        row.element(.th, [.isRow]) { $0.longData(week.label) }
        for (count, style) in [(week.hilarious, PageStyle.Name.good), (week.horrible, .bad)] {
          row.element(.td, [.style(.scale)]) { cell in
            cell.words(Amount.count(count))
            cell.bar(count, of: greatest, style)
          }
        }
      }
      part.more(than: weeks.count, of: "week")
      if otherCount > 0 {
        let ratings = Amount.count(otherCount, of: "rating")
        part.element(.p, words: "Of no week: \(ratings).")
      }
    }
  }
}
