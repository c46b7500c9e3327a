import Formats
import Jokes
import Scan
import SystemIO

/// Counts and migrates events: each shown one by one, or the ordinary ones told by a rule.
final class RulingVisitor: DocumentVisitor {
  /// The work for each event.
  struct Wishes: Sendable {
    /// Whether there is a rule, or each event is shown.
    var hasRule: Bool
    var migrates = true
    var tallies = true
    /// The number of changes to show before the table decides the rest.
    var sampleCount = 0
  }

  private let ruling: Job
  private(set) var tally = Tally()
  private(set) var ratings: [Rating: Int] = [:]
  /// The odd events and samples, in the order of the input.
  private(set) var notes: [String] = []
  private(set) var shownCount = 0
  private(set) var passedOver = 0
  private(set) var progress = 0
  private var sampleCount = 0

  init(_ wishes: Wishes) { ruling = Job(wishes: wishes) }

  var job: any DocumentJob { ruling }

  /// The outcome of an event.
  struct Found: Sendable {
    var place: Place
    /// Its oddity.
    var oddity: String?
    var documentID: String?
    var rating: Rating?
    var joke: [UInt8] = []
    var changes = false
  }

  struct Job: DocumentJob {
    let wishes: Wishes
    private(set) var outcomes: [Found] = []

    init(wishes: Wishes) { self.wishes = wishes }

    var outcomeCount: Int { outcomes.count }

    mutating func decide(_ event: borrowing RatingEventDocument) -> Decision {
      let (decision, found) = found(event)
      outcomes.append(found)
      return decision
    }

    private func found(_ event: borrowing RatingEventDocument) -> (Decision, Found) {
      if let ambiguity = event.ambiguity {
        return (.keep, Found(place: ambiguity.place, oddity: ": \(ambiguity.reason)"))
      }
      guard case .rating(let rating) = event.reading else {
        let id = event.identity?.id ?? "?"
        return (.keep, Found(place: event.ratingPlace, oddity: ": \(event.reading) of \(id)"))
      }
      var found = Found(place: event.record.place, documentID: event.identity?.id, rating: rating)
      event.withJokeID { found.joke = $0.copied }
      let decision = decide(rating)
      found.changes = decision != .keep
      return (decision, found)
    }

    func decide(_ rating: Rating) -> Decision {
      wishes.migrates ? BinaryRatingRule().decide(rating) : .keep
    }

    func verdict(_ rating: Rating) -> BinaryRating? {
      wishes.tallies ? RatingScale.fivePoint.verdict(rating) : nil
    }

    func ordinaryRule(showing outcomeCount: Int) -> RatingDecisionTable {
      guard wishes.hasRule else { return RatingDecisionTable(decide: { _ in nil }) }
      return RatingDecisionTable(
        decide: { outcomeCount > 0 && decide($0) != .keep ? nil : decide($0) },
        verdict: { verdict($0) })
    }
  }

  var outcomesWanted: Int { max(ruling.wishes.sampleCount - sampleCount, 0) }

  func take(_ outcomes: Range<Int>, of job: any RecordJob, from start: PartStart) {
    guard let job = job as? Job else { return }
    for number in outcomes {
      var found = job.outcomes[number]
      found.place.shift(by: start)
      take(found)
    }
  }

  private func take(_ found: Found) {
    shownCount += 1
    if let oddity = found.oddity { notes.append("\(found.place)\(oddity)") }
    guard let rating = found.rating else { return }
    ratings[rating, default: 0] += 1
    if let verdict = ruling.verdict(rating), !found.joke.isEmpty {
      tally.count(found.joke.span, as: verdict)
    }
    if found.changes, outcomesWanted > 0 {
      sampleCount += 1
      notes.append("\(found.place): \(found.documentID ?? "?") changes")
    }
  }

  func enter(_ counts: OrdinaryCounts) {
    for rating in Rating.allCases where counts[rating] > 0 {
      ratings[rating, default: 0] += counts[rating]
    }
  }

  func merge(_ tally: Tally) { self.tally.merge(tally) }
  func reject(_ problem: RecordProblem) { notes.append("\(problem)") }
  func passOver(documentCount: Int, recordCount: Int) { passedOver += documentCount }
  func advance(to byte: Int) { progress = byte }
}
