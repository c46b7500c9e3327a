import Jokes
import Scan
import SystemIO
import Testing

@testable import Runs

struct RankingTableTests {
  private func list(_ jokes: [(String, Int)], tiesLeftOff: Int = 0) -> Ranking.List {
    Ranking.List(
      jokes: jokes.enumerated().map {
        RankedJoke(id: JokeID($1.0), count: $1.1, rank: $0 + 1)
      }, tiesLeftOff: tiesLeftOff)
  }

  private var ranking: Ranking {
    Ranking(
      hilarious: list([("penguin", 1_640), ("joke_7", 820), ("日本", 41)], tiesLeftOff: 2),
      horrible: list([("joke_7", 3)], tiesLeftOff: 1), hilariousTotal: 2_665, horribleTotal: 7)
  }

  @Test func `both lists have ranks, counts and bars`() {
    #expect(
      RankingTable(ranking).text(ReportForm(width: 80)) == """
        Hilarious: 2,665 ratings
        1  penguin  1,640  ██████████
        2  joke_7     820  █████
        3  日本        41  ▎
        2 more jokes also have 41

        Horrible: 7 ratings
        1  joke_7  3  ██████████
        1 more joke also has 3

        """)
  }

  @Test func `scores have columns with heads, and leave the order`() {
    let scores = [
      BinaryRating.hilarious: [
        JokeID("penguin"): ShareScore(1, of: 2, averageTotal: 2, averageShare: 0),
        JokeID("joke_7"): ShareScore(10, of: 10, averageTotal: 0, averageShare: 0),
      ]
    ]
    let text = RankingTable(ranking, scores: scores).text(ReportForm(width: 80))
    #expect(
      text == """
        Hilarious: 2,665 ratings
                           Wilson    Bayes
        1  penguin  1,640   9.5 %   25.0 %  ██████████
        2  joke_7     820  72.2 %  100.0 %  █████
        3  日本        41                   ▎
        2 more jokes also have 41

        Horrible: 7 ratings
        1  joke_7  3  ██████████
        1 more joke also has 3

        """)
  }

  @Test func `moves since the last ranking are marked`() {
    let before = list([("joke_7", 5), ("old", 4), ("日本", 3)])
    let changes = [BinaryRating.hilarious: RankingChange(from: before, to: ranking.hilarious)]
    let text = RankingTable(ranking, changes: changes).text(ReportForm(width: 80))
    #expect(
      text.hasPrefix(
        """
        Hilarious: 2,665 ratings
        1  new  penguin  1,640  ██████████
        2  ▼1   joke_7     820  █████
        3       日本        41  ▎
        2 more jokes also have 41
        no longer listed: old

        """))
  }

  @Test func `new and rising jokes are green, falling and leaving ones red`() {
    let (green, red, end) = ("\u{1B}[32m", "\u{1B}[31m", "\u{1B}[0m")
    let form = ReportForm(width: 80, isColored: true)
    let before = list([("joke_7", 5), ("old", 4), ("日本", 3), ("tiny", 2)])
    var changes = [BinaryRating.hilarious: RankingChange(from: before, to: ranking.hilarious)]
    changes[.horrible] = RankingChange(from: list([("a", 9), ("joke_7", 5)]), to: ranking.horrible)
    let text = RankingTable(ranking, changes: changes).text(form)
    #expect(
      text == """
        Hilarious: 2,665 ratings
        1  \(green)new\(end)  penguin  1,640  ██████████
        2  \(red)▼1\(end)   joke_7     820  █████
        3       日本        41  ▎
        2 more jokes also have 41
        \(red)no longer listed: old, tiny\(end)

        Horrible: 7 ratings
        1  \(green)▲1\(end)  joke_7  3  ██████████
        1 more joke also has 3
        \(red)no longer listed: a\(end)

        """)
  }

  @Test(arguments: [(20, 0), (30, 11), (80, 40), (160, 80)])
  func `on a terminal, bars fill what is left, up to half of the width`(
    width: Int, barWidth: Int
  ) {
    let form = ReportForm(width: width, isOnTerminal: true)
    let lines = RankingTable(ranking).text(form).split(separator: "\n")
    for line in lines where line.hasPrefix("1  penguin") {
      #expect(line.count { $0 == "█" } == barWidth, "\(line)")
    }
  }

  @Test func `texts of jokes keep their room beside the bars of a terminal`() {
    let texts = [JokeID("penguin"): "Knock knock. Who's there? A penguin, and it brought ice."]
    let form = ReportForm(width: 100, isOnTerminal: true)
    let line = RankingTable(ranking, texts: texts).text(form).split(separator: "\n")[1]
    let bar = String(repeating: "█", count: 23)
    #expect(line.hasSuffix("  \(bar)  Knock knock. Who's there? A penguin, and it brought ice."))
  }

  @Test func `a joke that rose says by how much`() {
    let before = list([("a", 5), ("b", 4), ("joke_7", 3)])
    let changes = [BinaryRating.horrible: RankingChange(from: before, to: ranking.horrible)]
    #expect(
      RankingTable(ranking, changes: changes).text(ReportForm(width: 80)).contains(
        "1  ▲2  joke_7  3"))
  }

  @Test func `known texts stand on one line each, shortened to fit`() {
    let texts = [JokeID("penguin"): "Knock knock.\nWho's there? A penguin, and it brought ice."]
    let lines = RankingTable(ranking, texts: texts).text(ReportForm(width: 60)).split(
      separator: "\n")
    #expect(lines[1] == "1  penguin  1,640  ███████  Knock knock. Who's there? A pen…")
    #expect(lines[2] == "2  joke_7     820  ███▌")
  }

  @Test func `an empty ranking says so`() {
    let empty = Ranking(
      hilarious: list([]), horrible: list([]), hilariousTotal: 0, horribleTotal: 0)
    #expect(
      RankingTable(empty).text(ReportForm(width: 80))
        == "Hilarious: no ratings\n\nHorrible: no ratings\n")
  }

  @Test(arguments: [40, 60, 80, 200])
  func `no line is wider than the width, and no id is cut`(width: Int) {
    var ranking = ranking
    ranking.hilarious.jokes[0].id = JokeID("6F9619FF-8B86-D011-B42D-00CF4FC964FF")
    let texts = [ranking.hilarious.jokes[1].id: "なぞなぞ👍🏽 e\u{301}"]
    for isOnTerminal in [false, true] {
      let form = ReportForm(width: width, isOnTerminal: isOnTerminal)
      let text = RankingTable(ranking, texts: texts).text(form)
      for line in text.split(separator: "\n") { #expect(TextWidth.of(line) <= width) }
      #expect(text.contains("6F9619FF-8B86-D011-B42D-00CF4F") && text.contains("C964FF"))
    }
  }

  @Test func `an id cannot steer the terminal`() {
    var ranking = ranking
    ranking.hilarious.jokes[0].id = JokeID("\u{1B}[2J")
    #expect(!RankingTable(ranking).text(ReportForm(width: 80)).contains("\u{1B}"))
  }
}
