/// How often each joke was found hilarious and horrible.
///
/// Two tallies merge into the tally of both inputs, in any order. Memory grows with the number of
/// distinct jokes, never with the number of ratings. Rules, “All-time top 10”.
public struct Tally: Sendable {
  /// All hilarious ratings, of every joke.
  public private(set) var hilariousTotal = 0
  /// All horrible ratings, of every joke.
  public private(set) var horribleTotal = 0

  /// The jokes counted, in the order in which they first came.
  var entries: [Entry] = []
  /// The ids, one behind the other. A plain array lends a span only on systems from 2025 on.
  var keyBytes: ContiguousArray<UInt8> = []
  /// What the ids are hashed with.
  let key = KeyedHash()
  /// Where to look for an id: an index into `entries`, or -1. `Tally+Finding.swift` tells how.
  var slots = [Int32](repeating: -1, count: 1 << 10)

  /// What was counted of one joke.
  struct Entry: Sendable {
    /// Where its id stands in `keyBytes`.
    var keyRange: Range<Int>
    /// What its id was found by.
    var hash: UInt64
    var hilarious = 0
    var horrible = 0
  }

  /// A tally of nothing.
  public init() {}

  /// The number of distinct jokes counted.
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

  /// Adds all that another tally has counted.
  public mutating func merge(_ other: Tally) {
    for entry in other.entries {
      let id = other.keyBytes.span.extracting(entry.keyRange)
      count(id, as: .hilarious, times: entry.hilarious)
      count(id, as: .horrible, times: entry.horrible)
    }
  }
}

extension Tally {
  /// The jokes counted, in no order that means anything.
  public var jokes: [JokeID] {
    entries.map { JokeID(String(decoding: keyBytes[$0.keyRange], as: UTF8.self)) }
  }
}
