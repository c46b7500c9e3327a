package import Jokes
import Scan

/// The difference between two rankings, list by list.
struct RankingDifference: Sendable {
  private let lists: [(verdict: BinaryRating, change: RankingChange, hasOtherCounts: Bool)]

  /// The difference between an existing ranking and the one that would replace it.
  init(from ranking: Ranking, to other: Ranking) {
    lists = BinaryRating.allCases.map { verdict in
      let (one, two) = (ranking.list(verdict), other.list(verdict))
      return (verdict, RankingChange(from: one, to: two), one.jokes != two.jokes)
    }
  }

  /// Whether all places and counts are equal.
  var isEmpty: Bool { !lists.contains { $0.hasOtherCounts } }

  /// One line per list that differs.
  var lines: [String] {
    lists.compactMap { verdict, change, hasOtherCounts in
      guard hasOtherCounts else { return nil }
      return "\(verdict.rawValue): \(change.words ?? "the same places, with other counts")"
    }
  }

  /// The changes to both lists.
  var facts: [Fact] { lists.map { Fact($0.verdict.rawValue, $0.change.facts) } }
}

/// The changes to a list, as text and as facts.
extension RankingChange {
  /// `enter: a, b; leave: c; move: d 3 → 2`; nil if nothing moved.
  package var words: String? {
    let parts = [
      ("enter", entered.map(\.shown)), ("leave", left.map(\.shown)),
      ("move", moved.map { "\($0.id.shown) \($0.from) → \($0.to)" }),
    ]
    let words = parts.filter { !$0.1.isEmpty }.map { "\($0): \($1.joined(separator: ", "))" }
    return words.isEmpty ? nil : words.joined(separator: "; ")
  }

  /// The three lists of changes.
  package var facts: [Fact] {
    [("entered", entered), ("left", left)].map { name, jokes in
      Fact(name) { ids in for id in jokes { ids.string(id.text) } }
    } + [
      Fact("moved", of: moved) { entry, move in
        entry.member("joke_id", move.id.text)
        entry.member("from", move.from)
        entry.member("to", move.to)
      }
    ]
  }
}

extension JokeID {
  /// The id as a list of ids shows it.
  fileprivate var shown: String { text.isEmpty ? "''" : text }
}
