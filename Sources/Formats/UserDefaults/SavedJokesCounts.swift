import Jokes

/// The counts of `SavedJokesMigration`, for one dump or many.
package struct SavedJokesCounts: Sendable, Hashable {
  /// The number of jokes that were not saved before.
  package var newlySaved = 0
  /// The number of rated jokes that were saved before.
  package var alreadySaved = 0
  /// The numbers of saved timestamps by source.
  package var fromRating = 0
  /// Timestamps of jokes without a time of rating, which get the present.
  package var filledWithNow = 0
  /// Timestamps that a saved joke had already.
  package var kept = 0
  /// The number of saved timestamps that changed.
  package var replaced = 0
  /// The number of ratings other than 5 and 1.
  package var otherRatings = 0

  package init() {}

  package static func += (sum: inout SavedJokesCounts, other: SavedJokesCounts) {
    sum.newlySaved += other.newlySaved
    sum.alreadySaved += other.alreadySaved
    sum.fromRating += other.fromRating
    sum.filledWithNow += other.filledWithNow
    sum.kept += other.kept
    sum.replaced += other.replaced
    sum.otherRatings += other.otherRatings
  }
}

extension SavedJokesMigration {
  /// The migration's counts.
  package var counts: SavedJokesCounts {
    var counts = SavedJokesCounts()
    counts.newlySaved = newCount
    counts.alreadySaved = alreadySavedCount
    counts.fromRating = timestampCount(from: .rating)
    counts.filledWithNow = timestampCount(from: .now)
    counts.kept = timestampCount(from: .kept)
    counts.replaced = replacedTimestampCount
    counts.otherRatings = otherRatingCount
    return counts
  }
}
