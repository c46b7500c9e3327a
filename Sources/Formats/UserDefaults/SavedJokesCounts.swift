import Jokes

/// The counts of `SavedJokesMigration`, for one dump or many.
public struct SavedJokesCounts: Sendable, Hashable {
  /// The number of jokes that were not saved before.
  public package(set) var newlySaved = 0
  /// The number of rated jokes that were saved before.
  public package(set) var alreadySaved = 0
  /// The numbers of saved timestamps by source.
  public package(set) var fromRating = 0
  /// Timestamps of jokes without a time of rating, which get the present.
  public package(set) var filledWithNow = 0
  /// Timestamps that a saved joke had already.
  public package(set) var kept = 0
  /// The number of saved timestamps that changed.
  public package(set) var replaced = 0
  /// The number of ratings other than 5 and 1; the binary migration should come first.
  public package(set) var otherRatings = 0

  package init() {}

  /// Counts one rated joke.
  mutating func count(_ saving: RatedToSavedRule.Saving) {
    if saving.wasSaved { alreadySaved += 1 } else { newlySaved += 1 }
    switch saving.source {
    case .rating: fromRating += 1
    case .now: filledWithNow += 1
    case .kept: kept += 1
    }
    if saving.replacesTimestamp { replaced += 1 }
  }

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
