/// Counts of hilarious and horrible ratings by week and joke.
///
/// One tally, whose ids are a week's label, a slash and a joke's id: memory grows with the distinct
/// pairs, whatever their number of weeks. A label has no slash, as no id of a document has. Rules,
/// “Rankings of weeks”.
public struct WeeklyTally: Sendable {
  private var pairs = Tally()

  /// Creates an empty tally.
  public init() {}

  /// The number of distinct pairs.
  public var pairCount: Int { pairs.jokeCount }

  /// Counts ratings of a week's joke.
  ///
  /// - Parameter pair: the week's label, a slash and the joke's id; without the id, the ratings are
  ///   of the week alone.
  public mutating func count(_ pair: Span<UInt8>, as verdict: BinaryRating, times: Int = 1) {
    pairs.count(pair, as: verdict, times: times)
  }

  /// Enters a week, of which possibly nothing counts.
  ///
  /// - Parameter week: its label and a slash.
  public mutating func enter(_ week: Span<UInt8>) { pairs.count(week, hilarious: 0, horrible: 0) }

  /// Adds the counts of another tally.
  public mutating func merge(_ other: WeeklyTally) { pairs.merge(other.pairs) }

  /// Calls the closure with each week that was entered or counted, in the order of the labels'
  /// UTF-8 bytes.
  ///
  /// - Complexity: O(*d* + *w* log *w*) in the numbers of distinct pairs and of weeks.
  public func forEachWeek(_ body: (_ label: String, _ tally: Tally) throws -> Void) rethrows {
    var weeks: [ArraySlice<UInt8>: [Int]] = [:]
    let bytes = Array(pairs.keyBytes)
    for (index, entry) in pairs.entries.enumerated() {
      weeks[bytes[entry.keyRange].prefix { $0 != UInt8(ascii: "/") }, default: []].append(index)
    }
    for label in weeks.keys.sorted(by: { $0.lexicographicallyPrecedes($1) }) {
      var tally = Tally()
      for index in weeks[label] ?? [] {
        let entry = pairs.entries[index]
        guard entry.hilarious > 0 || entry.horrible > 0 else { continue }
        let joke = entry.keyRange.dropFirst(label.count + 1)
        tally.count(
          pairs.keyBytes.span.extracting(joke), hilarious: entry.hilarious,
          horrible: entry.horrible)
      }
      try body(String(decoding: label, as: UTF8.self), tally)
    }
  }
}
