import Formats
import Jokes

/// Counts and migrates events: each shown one by one, or the ordinary ones told by a rule.
final class RulingVisitor: RatingEventVisitor {
  /// What is wanted of events.
  struct Wishes: Sendable {
    /// Whether there is a rule, or each event is shown.
    var hasRule: Bool
    var migrates = true
    var tallies = true
    /// How many changes are shown before the rest may be told by the rule.
    var sampleCount = 0
  }

  private let wishes: Wishes
  private(set) var tally = Tally()
  private(set) var ratings: [Rating: Int] = [:]
  /// What was odd or a sample, in the order in which it was met.
  private(set) var notes: [String] = []
  private(set) var shownCount = 0
  private(set) var passedOver = 0
  private(set) var progress = 0
  private var sampleCount = 0

  init(_ wishes: Wishes) { self.wishes = wishes }

  private func decide(_ rating: Rating) -> Decision {
    wishes.migrates ? BinaryRatingRule().decide(rating) : .keep
  }

  private func verdict(_ rating: Rating) -> BinaryRating? {
    wishes.tallies ? RatingScale.fivePoint.verdict(rating) : nil
  }

  var ordinaryRule: OrdinaryRule? {
    guard wishes.hasRule else { return nil }
    let isSampling = sampleCount < wishes.sampleCount
    return OrdinaryRule(
      decide: { isSampling && decide($0) != .keep ? nil : decide($0) },
      verdict: { verdict($0) })
  }

  func visit(_ event: RatingEventDocument) throws -> Decision {
    shownCount += 1
    if let ambiguity = event.ambiguity {
      notes.append("\(ambiguity.place): \(ambiguity.reason)")
      return .keep
    }
    guard case .rating(let rating) = event.reading else {
      notes.append("\(event.ratingPlace): \(event.reading) of \(event.identity?.id ?? "?")")
      return .keep
    }
    ratings[rating, default: 0] += 1
    if let verdict = verdict(rating) { event.withJokeID { tally.count($0, as: verdict) } }
    let decision = decide(rating)
    if decision != .keep, sampleCount < wishes.sampleCount {
      sampleCount += 1
      notes.append("\(event.record.place): \(event.identity?.id ?? "?") changes")
    }
    return decision
  }

  func enter(_ counts: OrdinaryCounts) {
    for rating in Rating.allCases where counts[rating] > 0 {
      ratings[rating, default: 0] += counts[rating]
    }
  }

  func merge(_ tally: Tally) { self.tally.merge(tally) }
  func reject(_ problem: RecordProblem) { notes.append("\(problem)") }
  func passOver(documentCount: Int) { passedOver += documentCount }
  func advance(to byte: Int) { progress = byte }
}
