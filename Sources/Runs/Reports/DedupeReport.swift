package import Jokes
import Scan
import SystemIO

/// The ranking under each policy for several votes of one device.
package struct DedupeReport: Sendable {
  /// The outcome of one policy.
  package struct Row: Sendable {
    let name: String
    let countedCount: Int
    let leftOutCount: Int
    let untoldCount: Int
    let undatedCount: Int
    let difference: RankingDifference

    /// - Parameter ranking: the run's ranking, to compare the policy's with.
    package init(_ book: VoteBook, length: Int, comparedWith ranking: Ranking) {
      self.init(
        book.policy, book.tally, leftOut: book.leftOutCount, untold: book.untoldCount,
        undated: book.undatedCount, length: length, comparedWith: ranking)
    }

    /// The row for counting every vote.
    package init(ofEveryVote tally: Tally, length: Int, comparedWith ranking: Ranking) {
      self.init(.everyVote, tally, length: length, comparedWith: ranking)
    }

    private init(
      _ policy: VotePolicy, _ tally: Tally, leftOut: Int = 0, untold: Int = 0, undated: Int = 0,
      length: Int, comparedWith ranking: Ranking
    ) {
      name = policy.rawValue
      countedCount = tally.hilariousTotal + tally.horribleTotal
      (leftOutCount, untoldCount, undatedCount) = (leftOut, untold, undated)
      difference = RankingDifference(from: ranking, to: Ranking(of: tally, length: length))
    }

    /// The cells of its row in a table.
    var cells: [String] {
      [name] + [countedCount, leftOutCount, untoldCount, undatedCount].map { Amount.count($0) }
    }
  }

  let rows: [Row]

  package init(_ rows: [Row]) { self.rows = rows }

  /// A table of the policies, and the moves in the ranking under each.
  package func text(width: Int) -> String {
    var table = TextTable(columns: [
      .init("votes of a device"), .init("counted", .right), .init("left out", .right),
      .init("no device or week", .right, goes: 2), .init("no time", .right, goes: 1),
    ])
    for row in rows { table.add(row.cells) }
    let lines = moves.isEmpty ? ["no policy would change the ranking"] : moves
    return table.text(width: width) + TextTable.lines(lines, width: width)
  }

  /// What would move in the ranking under each policy.
  private var moves: [String] {
    rows.flatMap { row in row.difference.lines.map { "\(row.name): \($0)" } }
  }

  /// The figures of each policy, by its name.
  package var facts: [Fact] {
    rows.map { row in
      Fact(
        row.name,
        [
          Fact("counted", row.countedCount), Fact("left_out", row.leftOutCount),
          Fact("without_device_or_week", row.untoldCount), Fact("without_time", row.undatedCount),
        ] + row.difference.facts)
    }
  }

  /// The policies as a table, with the moves under each.
  package var section: RunPage.Section {
    let (rows, moves) = (rows, moves)
    return RunPage.Section("What each policy of --dedupe would change") { part in
      part.table(
        "Votes that count, and the lists that would differ",
        [
          .words("votes of a device"), .count("counted"), .count("left out"),
          .count("no device or week"), .count("no time"),
        ], rows.map(\.cells))
      if moves.isEmpty {
        part.element(.p, words: "No policy would change the ranking.")
      } else {
        part.list(moves)
      }
    }
  }
}
