/// The ranking that the app's own script publishes.
public struct ScriptRanking: Hashable, Sendable {
  /// A joke's count in the script.
  public enum Count: Hashable, Sendable {
    /// A number.
    case number(Int)
    /// The string that every object has under the joke's id, followed by as many `1`s.
    case text(String, ones: Int)
  }

  /// A joke in a list.
  public struct Place: Hashable, Sendable {
    /// The joke.
    public var id: JokeID
    /// The script's count.
    public var count: Count
  }

  /// One of the two lists, best first.
  public struct List: Hashable, Sendable {
    /// The jokes, in order.
    public var places: [Place]
    /// Whether node gives the same order. With a string among more than 63 counts, the order
    /// depends on the engine's sort.
    public var isOrderKnown: Bool
  }

  /// The most hilarious jokes.
  public var hilarious: List
  /// The most horrible jokes.
  public var horrible: List
  /// All hilarious ratings, including those of jokes that the script loses.
  public var hilariousTotal: Int
  /// All horrible ratings, including those of jokes that the script loses.
  public var horribleTotal: Int

  /// The list of a verdict.
  public func list(_ verdict: BinaryRating) -> List {
    switch verdict {
    case .hilarious: hilarious
    case .horrible: horrible
    }
  }

  /// The list with numbers alone, for comparison with a ranking; -1 stands for a string.
  public var ranking: Ranking {
    func numbered(_ list: List) -> Ranking.List {
      Ranking.List(
        jokes: list.places.enumerated().map { index, place in
          RankedJoke(id: place.id, count: place.count.number ?? -1, rank: index + 1)
        })
    }
    return Ranking(
      hilarious: numbered(hilarious), horrible: numbered(horrible),
      hilariousTotal: hilariousTotal, horribleTotal: horribleTotal)
  }
}

extension ScriptRanking.Count {
  /// The number; nil for a string.
  var number: Int? {
    if case .number(let number) = self { number } else { nil }
  }

  /// The string, with at most this many ones; nil for a number.
  public func text(mostOnes: Int) -> String? {
    guard case .text(let text, let ones) = self else { return nil }
    return text + String(repeating: "1", count: min(ones, mostOnes)) + (ones > mostOnes ? "…" : "")
  }
}

// MARK: - As the script makes it

extension ScriptRanking {
  /// - Parameters:
  ///   - hilarious: the counts of one side, in order of first occurrence.
  ///   - horrible: the counts of the other side.
  init(hilarious: Tally, horrible: Tally, length: Int) {
    self.init(
      hilarious: hilarious.list(length, \.hilarious), horrible: horrible.list(length, \.horrible),
      hilariousTotal: hilarious.hilariousTotal, horribleTotal: horrible.horribleTotal)
  }
}

extension Tally {
  fileprivate func list(_ length: Int, _ count: (Entry) -> Int) -> ScriptRanking.List {
    let jokes = zip(jokes, entries).filter { $0.0.text != AppScript.lostName }
    let places = jokes.map { id, entry in
      let number = count(entry)
      let text = AppScript.inheritedText(id.text)
      return ScriptRanking.Place(
        id: id, count: text.map { .text($0, ones: number) } ?? .number(number))
    }
    // Object.entries: array indices, ascending, then other names in order of insertion.
    let indices = places.enumerated().compactMap { place in
      place.element.id.arrayIndex.map { (index: $0, place: place.element) }
    }
    let entries =
      indices.sorted { $0.index < $1.index }.map(\.place)
      + places.filter { $0.id.arrayIndex == nil }
    let (order, isKnown) = entries.sortedByTheScript
    return ScriptRanking.List(places: Array(order.prefix(length)), isOrderKnown: isKnown)
  }
}

extension JokeID {
  /// The array index that the text spells in JavaScript: 0 to 2³² - 2, decimal, without leading
  /// zeros.
  fileprivate var arrayIndex: UInt32? {
    guard let index = UInt32(text), index < .max, String(index) == text else { return nil }
    return index
  }
}

extension [ScriptRanking.Place] {
  /// The most elements that insertion alone sorts.
  private static var insertionLimit: Int { 64 }

  /// `sort((a, b) => b[1] - a[1])`, and whether node gives the same order.
  ///
  /// A difference with a string is NaN and counts as a tie, so the order depends on the compared
  /// pairs. Up to 63 elements, V8 finds the initial run, then inserts each further element by
  /// binary search.
  fileprivate var sortedByTheScript: (order: [Element], isKnown: Bool) {
    if allSatisfy({ $0.count.number != nil }) || count >= Self.insertionLimit {
      let order = enumerated().sorted { one, other in
        let (first, second) = (one.element.count.number ?? 0, other.element.count.number ?? 0)
        return (second, one.offset) < (first, other.offset)
      }
      return (order.map(\.element), allSatisfy { $0.count.number != nil })
    }
    var sorted = self
    var next = sorted.orderFirstRun()
    while next < sorted.count {
      let element = sorted[next]
      var (low, high) = (0, next)
      while low < high {
        let middle = low + (high - low) / 2
        if element.comesBefore(sorted[middle]) { high = middle } else { low = middle + 1 }
      }
      sorted.remove(at: next)
      sorted.insert(element, at: low)
      next += 1
    }
    return (sorted, true)
  }

  /// Reverses the initial run if it descends, and returns its end.
  private mutating func orderFirstRun() -> Int {
    guard count > 1 else { return count }
    let descends = self[1].comesBefore(self[0])
    var end = 2
    while end < count, self[end].comesBefore(self[end - 1]) == descends { end += 1 }
    if descends { self[..<end].reverse() }
    return end
  }
}

extension ScriptRanking.Place {
  /// Whether the script's comparison is below 0.
  fileprivate func comesBefore(_ other: Self) -> Bool {
    guard let number = count.number, let another = other.count.number else { return false }
    return number > another
  }
}
