package import Jokes
import Scan
import SystemIO

/// What the rules need of an event about which nothing is odd: it is of the wanted collection, names
/// its joke without escapes, and its rating is one digit from 1 to 5.
///
/// Offsets count from the start of a text.
struct OrdinaryEvent: Sendable, Hashable {
  /// Where the rating's digit stands.
  var ratingOffset: Int
  /// Where the joke's id stands, its quotes left out.
  var jokeID: Range<Int>
  /// Where the document's full name or path stands, where its collection is told by that alone.
  var name: Range<Int>?
}

/// What becomes of ordinary events, told beforehand: by their rating alone.
package struct RatingDecisionTable: Sendable, Hashable {
  /// What becomes of each, in the order of the ratings from 1 to 5; nil where each such event is to be
  /// decided about by itself.
  let decisions: [Decision?]
  /// What each counts as in a tally of the jokes.
  let verdicts: [BinaryRating?]

  /// Whether a tally of the jokes is wanted.
  let isTallying: Bool
  /// Whether no event is to be decided about by itself.
  let isTold: Bool
  /// Whether every event is to be decided about by itself.
  let decidesNothing: Bool
  /// Whether all events stay as they are.
  let changesNothing: Bool

  /// - Parameters:
  ///   - decide: what becomes of an event with a rating; nil where each is to be shown.
  ///   - verdict: what it counts as in a tally of the jokes.
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

/// How many ordinary events there were, or entries of an ordinary dump, by their rating.
package struct OrdinaryCounts: Sendable, Hashable {
  /// At the place of each rating's number.
  var byRating = JokeHistogram.Counts(repeating: 0)

  package init() {}

  /// All of them.
  package var total: Int { byRating.wrappedSum() }

  package subscript(rating: Rating) -> Int { byRating[rating.rawValue] }

  /// Counts one of a rating.
  package mutating func count(_ rating: Rating) { byRating[rating.rawValue] &+= 1 }

  package static func += (sum: inout OrdinaryCounts, other: OrdinaryCounts) {
    sum.byRating &+= other.byRating
  }

  /// What these events have come to where each rating has its decision.
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
  /// It as an ASCII digit.
  var digits: [UInt8] { Self.allDigits[rawValue - 1] }

  // One array for each rating: an edit does not allocate its own.
  private static let allDigits = Rating.allCases.map { [UInt8(ascii: "0") + UInt8($0.rawValue)] }
}
