/// Counts of hilarious and horrible ratings by joke.
///
/// Two tallies merge into the tally of both inputs, in any order. Memory grows with the number of
/// distinct jokes, never with the number of ratings. Rules, “All-time top 10”.
public struct Tally: Sendable {
  /// The hilarious ratings of all jokes.
  public private(set) var hilariousTotal = 0
  /// The horrible ratings of all jokes.
  public private(set) var horribleTotal = 0

  /// The counted jokes, in order of first occurrence.
  var entries: [Entry] = []
  /// The ids, concatenated. `Array.span` needs iOS 26.
  var keyBytes: ContiguousArray<UInt8> = []
  /// The hash of ids.
  let key = KeyedHash()
  /// The indices of entries, by the hash of their ids.
  var places = JokePlaces()

  /// The counts of a joke.
  struct Entry: Sendable {
    /// The range of its id in `keyBytes`.
    var keyRange: Range<Int>
    var hilarious = 0
    var horrible = 0
  }

  /// Creates an empty tally.
  public init() {}

  /// The number of distinct jokes.
  public var jokeCount: Int { entries.count }

  /// Counts one rating of the joke whose id is these UTF-8 bytes.
  public mutating func count(_ id: Span<UInt8>, as verdict: BinaryRating, times: Int = 1) {
    let index = index(of: id)
    switch verdict {
    case .hilarious:
      entries[index].hilarious += times
      hilariousTotal += times
    case .horrible:
      entries[index].horrible += times
      horribleTotal += times
    }
  }

  /// Counts ratings of the joke whose id is these UTF-8 bytes.
  public mutating func count(_ id: Span<UInt8>, hilarious: Int, horrible: Int) {
    let index = index(of: id)
    entries[index].hilarious += hilarious
    entries[index].horrible += horrible
    hilariousTotal += hilarious
    horribleTotal += horrible
  }

  /// Adds the counts of another tally.
  ///
  /// - Precondition: no total overflows.
  public mutating func merge(_ other: Tally) {
    for entry in other.entries {
      count(
        other.keyBytes.span.extracting(entry.keyRange), hilarious: entry.hilarious,
        horrible: entry.horrible)
    }
  }
}

extension Tally {
  /// The counted jokes, in no particular order.
  public var jokes: [JokeID] {
    entries.map { JokeID(String(decoding: keyBytes[$0.keyRange], as: UTF8.self)) }
  }

  /// Calls the closure with each joke that has ratings, in the order of the ids' UTF-8 bytes.
  ///
  /// - Complexity: O(*d* log *d*) in the number of distinct jokes.
  public func forEachJoke(
    _ body: (_ id: Span<UInt8>, _ hilarious: Int, _ horrible: Int) throws -> Void
  ) rethrows {
    let order = entries.sorted {
      keyBytes[$0.keyRange].lexicographicallyPrecedes(keyBytes[$1.keyRange])
    }
    for entry in order where entry.hilarious > 0 || entry.horrible > 0 {
      try body(keyBytes.span.extracting(entry.keyRange), entry.hilarious, entry.horrible)
    }
  }
}
