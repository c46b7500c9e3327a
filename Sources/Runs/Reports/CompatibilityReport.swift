package import Jokes
package import Scan
import SystemIO

/// The events that the app's own script reads differently, and the ranking it would compute.
package struct CompatibilityReport: Sendable {
  /// The place and id of the first event of each kind of difference.
  package typealias Places = [ScriptComparison.Difference: (place: Place, documentID: String?)]

  /// The events that differ in one way, and the first of them.
  private struct Row {
    let difference: ScriptComparison.Difference
    let count: Int
    let place: Place?
    let documentID: String?
  }

  private let rows: [Row]
  private let script: ScriptRanking
  private let difference: RankingDifference

  /// The number of ones after which a count that is text is cut.
  private static let mostOnes = 1_000

  /// - Parameters:
  ///   - length: the length of each list.
  ///   - ranking: the run's ranking, to compare the script's with.
  package init(
    _ comparison: ScriptComparison, _ places: Places, _ redactor: Redactor, length: Int,
    comparedWith ranking: Ranking
  ) {
    rows = ScriptComparison.Difference.allCases.compactMap { difference in
      comparison.counts[difference].map { count in
        let first = places[difference]
        return Row(
          difference: difference, count: count,
          place: first.map { redactor.redact($0.place, of: $0.documentID) },
          documentID: first?.documentID.map(redactor.redact(documentID:)))
      }
    }
    script = comparison.ranking(length: length)
    difference = RankingDifference(from: ranking, to: script.ranking)
  }

  /// A table of the differences, and the changes to the ranking.
  package func text(width: Int) -> String {
    let intro = "the app's own script reads every event as it is read here\n"
    if rows.isEmpty {
      return intro + (difference.isEmpty ? "" : TextTable.lines(findings, width: width))
    }
    var table = TextTable(columns: [
      .init("events", .right), .init("the app's own script", .left, .wraps(least: 20)),
    ])
    for row in rows {
      table.add([Amount.count(row.count), row.difference.words])
      let document = row.documentID.map { "; document '\($0)'" } ?? ""
      if let place = row.place { table.add(["", "  first at \(place)\(document)"]) }
    }
    return table.text(width: width) + TextTable.lines(findings, width: width)
  }

  /// The same, on a page.
  package var section: RunPage.Section {
    let lines = text(width: .max).split(separator: "\n")
    return RunPage.Section("What the app's own script would count") { $0.lines(lines) }
  }

  /// The changes to the ranking.
  private var findings: [String] {
    var lines =
      difference.isEmpty
      ? ["its ranking is the same"] : difference.lines.map { "its ranking differs: \($0)" }
    lines.append(
      "its totals: \(Amount.count(script.hilariousTotal)) hilarious, "
        + "\(Amount.count(script.horribleTotal)) horrible")
    for verdict in BinaryRating.allCases {
      let list = script.list(verdict)
      for place in list.places {
        guard let text = place.count.text(mostOnes: 3) else { continue }
        lines.append(
          "the app cannot read its ranking: the count of '\(place.id)' on the \(verdict.rawValue) list "
            + "is the text '\(text)'")
      }
      if !list.isOrderKnown {
        lines.append(
          "the order of its \(verdict.rawValue) list is not certain: where a count is a text, it depends "
            + "on how the engine sorts")
      }
    }
    return lines
  }

  /// The differences, and the script's ranking.
  package var facts: [Fact] {
    let differences = Fact("differences", of: rows) { entry, row in
      entry.member("kind", row.difference.rawValue)
      entry.member("events", row.count)
      entry.optionalMember("first_place", row.place?.description)
      entry.optionalMember("document_id", row.documentID)
    }
    let lists = BinaryRating.allCases.map { Fact($0.rawValue, facts(script.list($0))) }
    return [differences, Fact("is_ranking_same", .flag(difference.isEmpty))] + difference.facts + [
      Fact("total_hilarious_ratings", script.hilariousTotal),
      Fact("total_horrible_ratings", script.horribleTotal), Fact("ranking", lists),
    ]
  }

  private func facts(_ list: ScriptRanking.List) -> [Fact] {
    let places = list.places.enumerated().map { (rank: $0 + 1, id: $1.id.text, count: $1.count) }
    let jokes = Fact("jokes", of: places) { joke, place in
      joke.member("joke_id", place.id)
      switch place.count {
      case .number(let number): joke.member("count", number)
      case .text: joke.optionalMember("count", place.count.text(mostOnes: Self.mostOnes))
      }
      joke.member("rank", place.rank)
    }
    return [Fact("is_order_known", .flag(list.isOrderKnown)), jokes]
  }
}

extension ScriptComparison.Difference {
  /// The script's reading of these events.
  fileprivate var words: String {
    switch self {
    case .jokeMissing: "counts a missing joke_id as the joke 'undefined'"
    case .jokeEmpty: "counts an empty joke_id as a joke"
    case .jokeNotAString: "counts a joke_id that is not a string as its text"
    case .jokeInherited:
      "turns the count of a joke into text where its id is a built-in name, like constructor"
    case .ratingNull: "counts null as 0, horrible"
    case .ratingBoolean: "counts true as 1 and false as 0, horrible"
    case .ratingString: "counts a text as the number it spells"
    case .ratingArray: "counts an array as the number in it"
    case .ratingOutOfRange: "counts numbers below 1 and above 5"
    case .ratingFraction: "counts fractions up to 2 and from 4 on"
    case .ratingNotMigrated: "counts 4 and 2, which are not migrated yet"
    }
  }
}
