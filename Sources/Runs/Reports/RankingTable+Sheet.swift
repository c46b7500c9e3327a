import Jokes
import Scan

// A ranking for people who paste it: into a spreadsheet as CSV, or into a text as Markdown.
extension RankingTable {
  /// Both lists, a joke a line, as in RFC 4180: a line of heads, commas, texts in quotes where they
  /// need some, CRLF.
  package var csv: String {
    var heads = ["list", "rank", "joke_id", "count"]
    if hasScores { heads += ["wilson_bound", "bayesian_mean"] }
    if hasTexts { heads.append("text") }
    let lines = BinaryRating.allCases.flatMap { verdict in
      rows(verdict).map { [verdict.rawValue] + $0 }
    }
    return ([heads] + lines).map { $0.map(Self.quoted).joined(separator: ",") + "\r\n" }.joined()
  }

  /// The lists as two tables.
  package var markdown: String {
    BinaryRating.allCases.map { verdict in
      let total = Amount.count(ranking.total(of: verdict), of: "rating")
      var heads = ["rank", "joke", "ratings"]
      if hasScores { heads += ["Wilson", "Bayes"] }
      if hasTexts { heads.append("text") }
      let signs = ["---:", "---", "---:"] + (hasScores ? ["---:", "---:"] : []) + ["---"]
      let lines =
        [heads, Array(signs.prefix(heads.count))] + rows(verdict).map { $0.map(Self.escaped) }
      let title = verdict.rawValue.prefix(1).uppercased() + verdict.rawValue.dropFirst()
      return "### \(title): \(total)\n\n"
        + lines.map { "| " + $0.joined(separator: " | ") + " |\n" }.joined()
    }.joined(separator: "\n")
  }

  private var hasScores: Bool { !scores.isEmpty }
  private var hasTexts: Bool { !texts.isEmpty }

  /// The cells of a list.
  private func rows(_ verdict: BinaryRating) -> [[String]] {
    ranking.list(verdict).jokes.map { joke in
      var cells = ["\(joke.rank)", joke.id.text, "\(joke.count)"]
      if hasScores {
        let score = scores[verdict]?[joke.id]
        cells += [score?.wilsonBound, score?.bayesianMean].map { $0.map(Self.decimal) ?? "" }
      }
      if hasTexts { cells.append(texts[joke.id] ?? "") }
      return cells
    }
  }

  /// A share with four digits after the point.
  private static func decimal(_ share: Double) -> String {
    let digits = String(Int((share * 10_000).rounded()), digits: 5)
    return digits.dropLast(4) + "." + digits.suffix(4)
  }

  private static func quoted(_ text: String) -> String {
    let special = Set("\",\r\n".utf8)
    guard text.utf8.contains(where: special.contains) else { return text }
    return "\"" + text.replacing("\"", with: "\"\"") + "\""
  }

  private static func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in VisibleText.onOneLine(text).unicodeScalars {
      if "\\`*_[]<>|~&".unicodeScalars.contains(scalar) { escaped.append("\\") }
      escaped.unicodeScalars.append(scalar)
    }
    return escaped
  }
}
