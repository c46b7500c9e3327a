/// The all-time ranking of the most hilarious and the most horrible jokes.
///
/// Order: count descending, then id ascending by UTF-8 bytes, so that no two runs disagree. Rules,
/// “All-time top 10”.
public struct Ranking: Hashable, Sendable {
  /// One of the two lists, best first.
  public struct List: Hashable, Sendable {
    /// The jokes, in the order of their ranks.
    public var jokes: [RankedJoke]
    /// How many jokes with the last one's count are left off.
    public var tiesLeftOff: Int

    /// Creates a list, published or read back.
    public init(jokes: [RankedJoke], tiesLeftOff: Int = 0) {
      self.jokes = jokes
      self.tiesLeftOff = tiesLeftOff
    }
  }

  /// The most hilarious jokes.
  public var hilarious: List
  /// The most horrible jokes.
  public var horrible: List
  /// The hilarious ratings of all jokes.
  public var hilariousTotal: Int
  /// The horrible ratings of all jokes.
  public var horribleTotal: Int

  /// Creates a ranking that was read from a document.
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

  /// The ratings of all jokes with a verdict.
  public func total(of verdict: BinaryRating) -> Int {
    switch verdict {
    case .hilarious: hilariousTotal
    case .horrible: horribleTotal
    }
  }

  /// The list of a verdict.
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
