package import Jokes
import Scan

/// The decision table for ordinary events, which depends on the rating alone.
package struct RatingDecisionTable: Sendable, Hashable {
  /// The decisions for the ratings 1 to 5; nil if such events must be decided individually.
  let decisions: [Decision?]
  /// All bits for each rating whose events are changed, or dropped; indexed by the number of the
  /// rating.
  let changes: JokeHistogram.Counts
  let drops: JokeHistogram.Counts
  /// The verdicts for the ratings 1 to 5, for a tally of the jokes.
  let verdicts: [BinaryRating?]

  /// Whether the jokes are tallied.
  let isTallying: Bool
  /// Whether the table decides about every event.
  let decidesAll: Bool
  /// Whether the table decides about no event.
  let decidesNothing: Bool
  /// Whether the table changes no event.
  let changesNothing: Bool

  /// - Parameters:
  ///   - decide: the decision for a rating; nil if such events must be decided individually.
  ///   - verdict: the verdict for a rating, for a tally of the jokes.
  package init(
    decide: (Rating) -> Decision? = { _ in .keep },
    verdict: (Rating) -> BinaryRating? = { _ in nil }
  ) {
    decisions = Rating.allCases.map(decide)
    changes = Self.mask(decisions) { if case .update = $0 { true } else { false } }
    drops = Self.mask(decisions) { $0 == .delete }
    verdicts = Rating.allCases.map(verdict)
    isTallying = verdicts.contains { $0 != nil }
    decidesAll = decisions.allSatisfy { $0 != nil }
    decidesNothing = decisions.allSatisfy { $0 == nil }
    changesNothing = decisions.allSatisfy { $0 == .keep || $0 == .refuse }
  }

  private static func mask(
    _ decisions: [Decision?], _ isWanted: (Decision?) -> Bool
  ) -> JokeHistogram.Counts {
    var mask = JokeHistogram.Counts(repeating: 0)
    for rating in Rating.allCases where isWanted(decisions[rating.rawValue - 1]) {
      mask[rating.rawValue] = -1
    }
    return mask
  }
}

extension RatingDecisionTable {
  /// The tally of counted ratings.
  func tally(of jokes: JokeHistogram) -> Tally {
    var tally = Tally()
    jokes.forEach { id, counts in
      for verdict in [BinaryRating.hilarious, .horrible] {
        let ratings = Rating.allCases.filter { verdicts[$0.rawValue - 1] == verdict }
        let times = ratings.reduce(0) { $0 + counts[$1.rawValue] }
        if times > 0 { tally.count(id, as: verdict, times: times) }
      }
    }
    return tally
  }
}
