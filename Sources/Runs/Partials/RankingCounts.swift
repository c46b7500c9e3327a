package import Formats
package import Jokes

/// All counts from which a ranking and its report are made, whether inputs were read for them or
/// partial results.
///
/// Counts of two inputs merge into the counts of both, in any order.
package struct RankingCounts: Sendable {
  /// The counted votes of each joke.
  package var tally = Tally()
  /// The same by week, if the events are counted by week; partial results do not have it.
  package var weeks = WeeklyTally()
  /// The number of events of weeks that were not asked for.
  package var otherWeekCount = 0
  /// The number of events that are in no ranking of weeks, because they lack a usable week.
  package var noWeekCount = 0
  /// The events whose rating is neither hilarious nor horrible.
  package var neutral = OrdinaryCounts()
  /// The events whose rating is not one of 1 to 5.
  package var unexpected = LabelCounts()
  /// The number of documents of other collections.
  package var otherDocumentCount = 0
  /// The number of events read, counted or not.
  package var eventCount = 0

  package init() {}

  /// The number of events that do not count because of their rating.
  package var uncountedCount: Int { neutral.total + unexpected.total }

  /// The number of events rated 4, 3 or 2, which `migrate-ratings` would change or delete.
  package var unmigratedCount: Int {
    [Rating.four, .three, .two].reduce(0) { $0 + neutral[$1] }
  }

  /// Adds other counts.
  ///
  /// - Precondition: no total overflows.
  package mutating func merge(_ other: RankingCounts) {
    tally.merge(other.tally)
    weeks.merge(other.weeks)
    otherWeekCount += other.otherWeekCount
    noWeekCount += other.noWeekCount
    neutral += other.neutral
    unexpected.merge(other.unexpected)
    otherDocumentCount += other.otherDocumentCount
    eventCount += other.eventCount
  }
}
