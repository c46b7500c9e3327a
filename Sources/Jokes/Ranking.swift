/// The all-time ranking: the jokes most often found hilarious, and those most often found horrible.
///
/// Order: count descending, then id ascending by UTF-8 bytes, so that no two runs disagree. Rules,
/// “All-time top 10”.
public struct Ranking: Hashable, Sendable {
  /// One of the two lists, best first.
  public struct List: Hashable, Sendable {
    /// The jokes, in the order of their ranks.
    public var jokes: [RankedJoke]
    /// How many jokes left off the list have the last one's count.
    public var tiesLeftOff: Int

    /// A list as it is published or read back.
    public init(jokes: [RankedJoke], tiesLeftOff: Int = 0) {
      self.jokes = jokes
      self.tiesLeftOff = tiesLeftOff
    }
  }

  /// The most hilarious jokes.
  public var hilarious: List
  /// The most horrible jokes.
  public var horrible: List
  /// All hilarious ratings, of every joke, ranked or not.
  public var hilariousTotal: Int
  /// All horrible ratings, of every joke, ranked or not.
  public var horribleTotal: Int

  /// A ranking as it is read back from a document.
  public init(hilarious: List, horrible: List, hilariousTotal: Int, horribleTotal: Int) {
    self.hilarious = hilarious
    self.horrible = horrible
    self.hilariousTotal = hilariousTotal
    self.horribleTotal = horribleTotal
  }

  /// The first `length` jokes of each kind.
  ///
  /// - Complexity: O(*d* log *d*) in the number of distinct jokes.
  public init(of tally: Tally, length: Int) {
    self.init(
      hilarious: tally.top(length) { $0.hilarious }, horrible: tally.top(length) { $0.horrible },
      hilariousTotal: tally.hilariousTotal, horribleTotal: tally.horribleTotal)
  }

  /// The list of one verdict.
  public func list(_ verdict: BinaryRating) -> List {
    switch verdict {
    case .hilarious: hilarious
    case .horrible: horrible
    }
  }
}

extension Tally {
  fileprivate func top(_ length: Int, by count: (Entry) -> Int) -> Ranking.List {
    let counted = entries.indices.filter { count(entries[$0]) > 0 }
    let order = counted.sorted { one, other in
      let (first, second) = (count(entries[one]), count(entries[other]))
      if first != second { return first > second }
      return keyBytes[entries[one].keyRange].lexicographicallyPrecedes(
        keyBytes[entries[other].keyRange])
    }
    let jokes = order.prefix(length).enumerated().map { place, index in
      RankedJoke(
        id: JokeID(String(decoding: keyBytes[entries[index].keyRange], as: UTF8.self)),
        count: count(entries[index]), rank: place + 1)
    }
    let ties = order.dropFirst(length).prefix { count(entries[$0]) == jokes.last?.count }
    return Ranking.List(jokes: jokes, tiesLeftOff: ties.count)
  }
}
