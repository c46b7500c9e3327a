import Jokes

/// What became of the rated jokes of one dump, or of many.
package struct SavedJokesCounts: Sendable, Hashable {
  /// Jokes that were not saved before.
  package var newlySaved = 0
  package var alreadySaved = 0
  /// Saved timestamps by where they come from.
  package var fromRating = 0
  package var filledWithNow = 0
  package var kept = 0
  /// Saved timestamps that were there and are others now.
  package var replaced = 0
  /// Ratings that are neither 5 nor 1.
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
  /// What it does to the rated jokes.
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
