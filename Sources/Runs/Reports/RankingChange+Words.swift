package import Jokes
import Scan

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
  /// The id as a list of ids shows it.
  fileprivate var shown: String { text.isEmpty ? "''" : text }
}
