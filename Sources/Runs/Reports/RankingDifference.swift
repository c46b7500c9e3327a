package import Jokes

/// The difference between two rankings, list by list.
package struct RankingDifference: Sendable {
  private let lists: [(verdict: BinaryRating, change: RankingChange, hasOtherCounts: Bool)]

  /// The difference between an existing ranking and the one that would replace it.
  package init(from ranking: Ranking, to other: Ranking) {
    lists = BinaryRating.allCases.map { verdict in
      let (one, two) = (ranking.list(verdict), other.list(verdict))
      return (verdict, RankingChange(from: one, to: two), one.jokes != two.jokes)
    }
  }

  /// Whether all places and counts are equal.
  package var isEmpty: Bool { !lists.contains { $0.hasOtherCounts } }

  /// One line per list that differs.
  package var lines: [String] {
    lists.compactMap { verdict, change, hasOtherCounts in
      guard hasOtherCounts else { return nil }
      return "\(verdict.name): \(change.words ?? "the same places, with other counts")"
    }
  }

  /// The changes to both lists.
  package var facts: [Fact] { lists.map { Fact($0.verdict.name, $0.change.facts) } }
}

extension BinaryRating {
  /// The name in reports.
  package var name: String { rawValue }
}
