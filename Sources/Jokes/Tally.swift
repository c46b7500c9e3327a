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
  /// Indices into `entries`, or -1, by hash. See `Tally+Finding.swift`.
  var slots = [Int32](repeating: -1, count: 1 << 10)

  /// The counts of a joke.
  struct Entry: Sendable {
    /// The range of its id in `keyBytes`.
    var keyRange: Range<Int>
    /// The hash of its id.
    var hash: UInt64
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

  /// Adds the counts of another tally.
  public mutating func merge(_ other: Tally) {
    for entry in other.entries {
      let id = other.keyBytes.span.extracting(entry.keyRange)
      count(id, as: .hilarious, times: entry.hilarious)
      count(id, as: .horrible, times: entry.horrible)
    }
  }
}

extension Tally {
  /// The counted jokes, in no particular order.
  public var jokes: [JokeID] {
    entries.map { JokeID(String(decoding: keyBytes[$0.keyRange], as: UTF8.self)) }
  }
}
