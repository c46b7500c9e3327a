package import Jokes
import Scan

/// What moved in a list, for a person and for a program.
extension RankingChange {
  /// `enter: a, b; leave: c; move: d 3 → 2`; nil where nothing moved.
  package var words: String? {
    let parts = [
      ("enter", entered.map(\.shown)), ("leave", left.map(\.shown)),
      ("move", moved.map { "\($0.id.shown) \($0.from) → \($0.to)" }),
    ]
    let words = parts.filter { !$0.1.isEmpty }.map { "\($0): \($1.joined(separator: ", "))" }
    return words.isEmpty ? nil : words.joined(separator: "; ")
  }

  /// Its three lists.
  package var facts: [Fact] {
    [("entered", entered), ("left", left)].map { name, jokes in
      Fact(name) { ids in for id in jokes { ids.string(id.text) } }
    } + [
      Fact("moved") { [moved] moves in
        for move in moved {
          moves.object { entry in
            entry.member("joke_id", move.id.text)
            entry.member("from", move.from)
            entry.member("to", move.to)
          }
        }
      }
    ]
  }
}

extension JokeID {
  /// The id in a list of several.
  fileprivate var shown: String { text.isEmpty ? "''" : text }
}

/// How both lists of another ranking differ from those of this one.
package struct RankingDifference: Sendable {
  private let lists: [(verdict: BinaryRating, change: RankingChange, hasOtherCounts: Bool)]

  package init(from ranking: Ranking, to other: Ranking) {
    lists = BinaryRating.allCases.map { verdict in
      let (one, two) = (ranking.list(verdict), other.list(verdict))
      return (verdict, RankingChange(from: one, to: two), one.jokes != two.jokes)
    }
  }

  /// Whether a joke is at another place, or its count another.
  package var isEmpty: Bool { !lists.contains { $0.hasOtherCounts } }

  /// A line for each list that differs.
  package var lines: [String] {
    lists.compactMap { verdict, change, hasOtherCounts in
      guard hasOtherCounts else { return nil }
      return "\(verdict.name): \(change.words ?? "the same places, with other counts")"
    }
  }

  /// What changed in both lists.
  package var facts: [Fact] { lists.map { Fact($0.verdict.name, $0.change.facts) } }
}

extension BinaryRating {
  /// What reports call it.
  package var name: String {
    switch self {
    case .hilarious: "hilarious"
    case .horrible: "horrible"
    }
  }
}
