package import Jokes
import Scan

/// The number of ordinary events, or of ratings in a dump, by rating.
package struct OrdinaryCounts: Sendable, Hashable {
  /// Indexed by the number of the rating.
  var byRating = JokeHistogram.Counts(repeating: 0)

  package init() {}

  /// The sum over all ratings.
  package var total: Int { byRating.wrappedSum() }

  /// The number of events or ratings of this value.
  package subscript(rating: Rating) -> Int { byRating[rating.rawValue] }

  /// Counts events or ratings of one value.
  package mutating func count(_ rating: Rating, times: Int = 1) {
    byRating[rating.rawValue] &+= times
  }

  package static func += (sum: inout OrdinaryCounts, other: OrdinaryCounts) {
    sum.byRating &+= other.byRating
  }

  /// The fates of these events, if the table decides about every rating.
  func records(_ rule: RatingDecisionTable) -> RecordCounts {
    var records = RecordCounts()
    records.changed = (byRating & rule.changes).wrappedSum()
    records.dropped = (byRating & rule.drops).wrappedSum()
    records.kept = total - records.changed - records.dropped
    return records
  }
}
