package import Jokes
import Scan
import SystemIO

/// The parts of an ordinary event: one in the wanted collection whose joke ID has no escapes and
/// whose rating is one digit from 1 to 5.
///
/// Offsets are relative to the start of a text.
struct OrdinaryEvent: Sendable, Hashable {
  /// The offset of the rating's digit.
  var ratingOffset: Int
  /// The range of the joke ID, without quotes.
  var jokeID: Range<Int>
  /// The range of the document's full name or path, if only that determines its collection.
  var name: Range<Int>?
}

/// The decision table for ordinary events, which depends on the rating alone.
package struct RatingDecisionTable: Sendable, Hashable {
  /// The decisions for the ratings 1 to 5; nil if such events must be decided individually.
  let decisions: [Decision?]
  /// The verdicts for the ratings 1 to 5, for a tally of the jokes.
  let verdicts: [BinaryRating?]

  /// Whether the jokes are tallied.
  let isTallying: Bool
  /// Whether the table decides about every event.
  let isTold: Bool
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
    verdicts = Rating.allCases.map(verdict)
    isTallying = verdicts.contains { $0 != nil }
    isTold = decisions.allSatisfy { $0 != nil }
    decidesNothing = decisions.allSatisfy { $0 == nil }
    changesNothing = decisions.allSatisfy { $0 == .keep || $0 == .refuse }
  }
}

/// The number of ordinary events, or of entries of an ordinary dump, by rating.
package struct OrdinaryCounts: Sendable, Hashable {
  /// Indexed by the number of the rating.
  var byRating = JokeHistogram.Counts(repeating: 0)

  package init() {}

  /// The sum over all ratings.
  package var total: Int { byRating.wrappedSum() }

  package subscript(rating: Rating) -> Int { byRating[rating.rawValue] }

  /// Counts one event or entry.
  package mutating func count(_ rating: Rating) { byRating[rating.rawValue] &+= 1 }

  package static func += (sum: inout OrdinaryCounts, other: OrdinaryCounts) {
    sum.byRating &+= other.byRating
  }

  /// The fates of these events, if the table decides about every rating.
  func records(_ rule: RatingDecisionTable) -> RecordCounts {
    var records = RecordCounts()
    for rating in Rating.allCases {
      switch rule.decisions[rating.rawValue - 1] {
      case nil, .keep, .refuse: records.kept += self[rating]
      case .update: records.changed += self[rating]
      case .delete: records.dropped += self[rating]
      }
    }
    return records
  }
}

extension Rating {
  /// The rating as an ASCII digit.
  var digits: [UInt8] { Self.allDigits[rawValue - 1] }

  // One array a rating, so that an edit does not allocate.
  private static let allDigits = Rating.allCases.map { [UInt8(ascii: "0") + UInt8($0.rawValue)] }
}
