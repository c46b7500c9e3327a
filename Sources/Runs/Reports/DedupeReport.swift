package import Jokes
import Scan
import SystemIO

/// The ranking under each policy for several votes of one device.
package struct DedupeReport: Sendable {
  /// The outcome of one policy.
  private struct Row {
    let name: String
    let countedCount: Int
    let leftOutCount: Int
    let untoldCount: Int
    let undatedCount: Int
    let difference: RankingDifference

    /// - Parameter book: the votes under the policy; nil if every vote counts.
    init(_ tally: Tally, _ book: VoteBook?, length: Int, comparedWith ranking: Ranking) {
      name = (book?.policy ?? .everyVote).rawValue
      countedCount = tally.hilariousTotal + tally.horribleTotal
      leftOutCount = book?.leftOutCount ?? 0
      untoldCount = book?.untoldCount ?? 0
      undatedCount = book?.undatedCount ?? 0
      difference = RankingDifference(from: ranking, to: Ranking(of: tally, length: length))
    }

    /// The cells of its row in a table.
    var cells: [String] {
      [name] + [countedCount, leftOutCount, untoldCount, undatedCount].map { Amount.count($0) }
    }
  }

  private let rows: [Row]

  /// - Parameters:
  ///   - tally: the tally of every vote.
  ///   - books: the votes under the other policies.
  ///   - length: the length of each list.
  ///   - ranking: the run's ranking, to compare those of the policies with.
  package init(
    everyVote tally: Tally, _ books: [VoteBook], length: Int, comparedWith ranking: Ranking
  ) {
    rows =
      [Row(tally, nil, length: length, comparedWith: ranking)]
      + books.map { Row($0.tally, $0, length: length, comparedWith: ranking) }
  }

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
