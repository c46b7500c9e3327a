package import Jokes
import Scan
import SystemIO

/// A ranking as a table: both lists, with bars, and the moves since the last one.
package struct RankingTable: Sendable {
  package var ranking: Ranking
  /// The changes to each list; one without has no marks.
  package var changes: [BinaryRating: RankingChange]
  /// The texts of the jokes, if known.
  package var texts: [JokeID: String]
  /// The scores of the jokes of each list; without them there are no columns for scores.
  package var scores: [BinaryRating: [JokeID: ShareScore]]

  package init(
    _ ranking: Ranking, changes: [BinaryRating: RankingChange] = [:],
    texts: [JokeID: String] = [:], scores: [BinaryRating: [JokeID: ShareScore]] = [:]
  ) {
    self.ranking = ranking
    self.changes = changes
    self.texts = texts
    self.scores = scores
  }

  /// Both lists, at most this wide.
  package func text(width: Int) -> String {
    [
      section("Hilarious", .hilarious, total: ranking.hilariousTotal, width: width),
      section("Horrible", .horrible, total: ranking.horribleTotal, width: width),
    ].joined(separator: "\n")
  }

  private func section(
    _ title: String, _ verdict: BinaryRating, total: Int, width: Int
  ) -> String {
    let list = ranking.list(verdict)
    let change = changes[verdict]
    var lines = ["\(title): \(total == 0 ? "no ratings" : Amount.count(total, of: "rating"))"]
    let table = table(of: list, change, scores[verdict], width: width).text(width: width)
    if let last = list.jokes.last, list.tiesLeftOff > 0 {
      let (jokes, have) = list.tiesLeftOff == 1 ? ("joke", "has") : ("jokes", "have")
      lines.append(
        "\(Amount.count(list.tiesLeftOff)) more \(jokes) also \(have) \(Amount.count(last.count))")
    }
    if let left = change?.left, !left.isEmpty {
      lines.append("no longer listed: " + left.map(\.text).joined(separator: ", "))
    }
    return TextTable.lines([lines[0]], width: width) + table
      + TextTable.lines(Array(lines.dropFirst()), width: width)
  }

  private func table(
    of list: Ranking.List, _ change: RankingChange?, _ scores: [JokeID: ShareScore]?, width: Int
  ) -> TextTable {
    let marks = change.map(Self.marks(of:)) ?? [:]
    // Without a limit, as in a pipe, about as wide as in most terminals.
    let barWidth = width == .max ? 10 : min(max(width / 8, 5), 20)
    var table = TextTable(columns: [
      .init("", .right), .init(), .init("", .left, .wraps(least: 8)), .init("", .right),
    ])
    // An empty list has no line of heads either.
    let scores = list.jokes.isEmpty ? nil : scores
    if scores != nil { table.columns += [.init("Wilson", .right), .init("Bayes", .right)] }
    table.columns += [.init(goes: 1), .init("", .left, .cut(least: 8), goes: 2)]
    let greatest = list.jokes.map(\.count).max() ?? 0
    for joke in list.jokes {
      let score = scores?[joke.id]
      let shares = [score?.wilsonBound, score?.bayesianMean].map { $0.map(Self.percent) ?? "" }
      table.add(
        ["\(joke.rank)", marks[joke.id] ?? "", joke.id.text, Amount.count(joke.count)]
          + (scores == nil ? [] : shares) + [
            Bar.text(joke.count, of: greatest, width: barWidth),
            VisibleText.onOneLine(texts[joke.id] ?? ""),
          ])
    }
    return table
  }

  /// A share with a digit after the point, as in `61.2 %`.
  private static func percent(_ share: Double) -> String {
    let tenths = Int((share * 1000).rounded())
    return "\(tenths / 10).\(tenths % 10) %"
  }

  /// `new`, `▲2` for two places up, `▼1` for one down; none for a joke that stayed.
  private static func marks(of change: RankingChange) -> [JokeID: String] {
    var marks: [JokeID: String] = [:]
    for id in change.entered { marks[id] = "new" }
    for move in change.moved {
      marks[move.id] = move.to < move.from ? "▲\(move.from - move.to)" : "▼\(move.to - move.from)"
    }
    return marks
  }
}
