package import Formats
package import Jokes
import Scan

/// The exact counts of a share of the events, and what share that is.
package struct PartialResult: Sendable {
  /// What it was counted with; only equal settings merge.
  package var settings: PartialSettings
  /// What it covers; empty if it covers nothing.
  package var pieces: [CoveredPiece] = []
  /// The shares of runs that it covers; empty if those runs had all of their inputs.
  package var shares: [CoveredShare] = []
  /// The exports of which it covers only some shards.
  package var exports: [ExportCounts] = []
  /// The counts of the events.
  package var counts = RankingCounts()
  /// The numbers of records and rejects, for the guards of a whole.
  package var totals = RecordTotals()

  /// Nothing, counted with these settings.
  package init(_ settings: PartialSettings) { self.settings = settings }

  /// The totals that the last line of its file states.
  func sealed(jokeCount: Int) -> KeyValuePairs<String, Int> {
    [
      "pieces": pieces.count, "jokes": jokeCount, "hilarious": counts.tally.hilariousTotal,
      "horrible": counts.tally.horribleTotal,
    ]
  }

  /// The sum of all numbers, which no total exceeds; nil if it is too large.
  var bound: Int? {
    let tally = counts.tally
    let numbers =
      [
        tally.hilariousTotal, tally.horribleTotal, counts.eventCount, counts.otherDocumentCount,
        counts.unexpected.otherCount, counts.neutral.total, totals.recordCount,
        totals.missingCount,
      ] + counts.unexpected.labels.map(\.count)
      + totals.rejects.values
    var sum = 0
    for number in numbers {
      let (next, overflows) = sum.addingReportingOverflow(number)
      if overflows { return nil }
      sum = next
    }
    return sum
  }
}

/// All that decides what a partial result counts.
package struct PartialSettings: Sendable, Hashable {
  /// The version of the tool, and so of its rules.
  package var version: String
  /// The scale of the ratings that count.
  package var scale: RatingScale
  /// The path of the collection.
  package var collection: String
  /// Whether `--salvage` was given.
  package var isSalvaging: Bool

  package init(
    version: String = Version.text, scale: RatingScale, collection: String, isSalvaging: Bool
  ) {
    self.version = version
    self.scale = scale
    self.collection = collection
    self.isSalvaging = isSalvaging
  }

  /// How they differ from others, in the words of options; nil if they are equal.
  func difference(from other: PartialSettings) -> (own: String, others: String)? {
    if scale != other.scale {
      return ("with '--scale \(scale.rawValue)'", "with '--scale \(other.scale.rawValue)'")
    }
    if !collection.hasBytes(of: other.collection) {
      return ("with '--collection \(collection)'", "with '--collection \(other.collection)'")
    }
    if isSalvaging != other.isSalvaging {
      let words = ["without '--salvage'", "with '--salvage'"]
      return isSalvaging ? (words[1], words[0]) : (words[0], words[1])
    }
    if !version.hasBytes(of: other.version) {
      return ("by version \(version)", "by version \(other.version)")
    }
    return nil
  }
}
