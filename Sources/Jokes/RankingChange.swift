/// The difference between one list of a ranking and the previous one.
public struct RankingChange: Hashable, Sendable {
  /// A joke on both lists, at different places.
  public struct Move: Hashable, Sendable {
    /// The joke.
    public var id: JokeID
    /// Its place before, from 1.
    public var from: Int
    /// Its place now, from 1.
    public var to: Int
  }

  /// Jokes that entered, in the new order.
  public var entered: [JokeID]
  /// Jokes that left, in the old order.
  public var left: [JokeID]
  /// Jokes that moved, in the new order.
  public var moved: [Move]

  /// Whether both lists hold the same jokes at the same places.
  public var isEmpty: Bool { entered.isEmpty && left.isEmpty && moved.isEmpty }

  /// Compares two lists.
  public init(from old: Ranking.List, to new: Ranking.List) {
    let before = Dictionary(old.jokes.map { ($0.id, $0.rank) }) { first, _ in first }
    let now = Set(new.jokes.map(\.id))
    entered = new.jokes.map(\.id).filter { before[$0] == nil }
    left = old.jokes.map(\.id).filter { !now.contains($0) }
    moved = new.jokes.compactMap { joke in
      guard let from = before[joke.id], from != joke.rank else { return nil }
      return Move(id: joke.id, from: from, to: joke.rank)
    }
  }
}

extension Ranking {
  /// The number of places, of both lists, whose joke differs, or that only one ranking has.
  public func changedPlaceCount(since old: Ranking) -> Int {
    BinaryRating.allCases.reduce(0) { count, verdict in
      let (before, now) = (old.list(verdict).jokes, list(verdict).jokes)
      let changed = zip(before, now).count { $0.id != $1.id }
      return count + changed + abs(before.count - now.count)
    }
  }
}
