package import Jokes
import Scan
import SystemIO

/// A ranking as a table: both lists, with bars, and the moves since the last one.
package struct RankingTable: Sendable {
  /// The ranking to print.
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

  /// Both lists, in this form.
  package func text(_ form: ReportForm) -> String {
    let barWidth = barWidth(form)
    return [
      section("Hilarious", .hilarious, form, barWidth),
      section("Horrible", .horrible, form, barWidth),
    ].joined(separator: "\n")
  }

  /// The width of the longest bar: without a limit, as in a pipe, about as wide as in most
  /// terminals. On a terminal, bars fill what the texts leave, up to half of the width.
  private func barWidth(_ form: ReportForm) -> Int {
    if form.width == .max { return 10 }
    let usual = min(max(form.width / 8, 5), 20)
    guard form.isOnTerminal else { return usual }
    let needed = BinaryRating.allCases.map { table($0, barWidth: 0).fullWidth }.max() ?? 0
    return max(usual, min(form.width - needed - TextColumns.gap, form.width / 2))
  }

  private func section(
    _ title: String, _ verdict: BinaryRating, _ form: ReportForm, _ barWidth: Int
  ) -> String {
    let (list, total) = (ranking.list(verdict), ranking.total(of: verdict))
    var lines = ["\(title): \(total == 0 ? "no ratings" : Amount.count(total, of: "rating"))"]
    let table = table(verdict, barWidth: barWidth)
    if let last = list.jokes.last, list.tiesLeftOff > 0 {
      let (jokes, have) = list.tiesLeftOff == 1 ? ("joke", "has") : ("jokes", "have")
      lines.append(
        "\(Amount.count(list.tiesLeftOff)) more \(jokes) also \(have) \(Amount.count(last.count))")
    }
    let left = changes[verdict]?.left ?? []
    let gone =
      left.isEmpty ? [] : ["no longer listed: " + left.map(\.text).joined(separator: ", ")]
    return TextTable.lines([lines[0]], width: form.width)
      + table.text(width: form.width, isColored: form.isColored)
      + TextTable.lines(Array(lines.dropFirst()), width: form.width)
      + TextTable.lines(gone, width: form.width, color: form.isColored ? .red : nil)
  }

  private func table(_ verdict: BinaryRating, barWidth: Int) -> TextTable {
    let list = ranking.list(verdict)
    let marks = changes[verdict].map(Self.marks(of:)) ?? [:]
    var table = TextTable(columns: [
      .init("", .right), .init(), .init("", .left, .wraps(least: 8)), .init("", .right),
    ])
    // An empty list has no line of heads either.
    let scores = list.jokes.isEmpty ? nil : scores[verdict]
    if scores != nil { table.columns += [.init("Wilson", .right), .init("Bayes", .right)] }
    table.columns += [.init(goes: 1), .init("", .left, .cut(least: 8), goes: 2)]
    let greatest = list.jokes.map(\.count).max() ?? 0
    for joke in list.jokes {
      let score = scores?[joke.id]
      let shares = [score?.wilsonBound, score?.bayesianMean].map { $0.map(Self.percent) ?? "" }
      table.add(
        ["\(joke.rank)", marks[joke.id]?.text ?? "", joke.id.text, Amount.count(joke.count)]
          + (scores == nil ? [] : shares) + [
            Bar.text(joke.count, of: greatest, width: barWidth),
            VisibleText.onOneLine(texts[joke.id] ?? ""),
          ], colors: marks[joke.id].map { [1: $0.color] } ?? [:])
    }
    return table
  }

  /// A share with a digit after the point, as in `61.2 %`.
  private static func percent(_ share: Double) -> String {
    let tenths = Int((share * 1000).rounded())
    return "\(tenths / 10).\(tenths % 10) %"
  }

  /// A joke's move since the last ranking, in words, and its colour.
  private typealias Mark = (text: String, color: TextColor)

  /// `new`, `▲2` for two places up, `▼1` for one down; none for a joke that stayed.
  private static func marks(of change: RankingChange) -> [JokeID: Mark] {
    var marks: [JokeID: Mark] = [:]
    for id in change.entered { marks[id] = ("new", .green) }
    for move in change.moved {
      marks[move.id] =
        move.to < move.from
        ? ("▲\(move.from - move.to)", .green) : ("▼\(move.to - move.from)", .red)
    }
    return marks
  }
}
