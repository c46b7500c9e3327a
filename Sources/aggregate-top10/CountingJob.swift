import Formats
import Jokes
import Runs
import Scan
import SystemIO

/// Finds what a rating event counts as, and what else the options ask of it.
struct CountingJob: RatingEventJob {
  let scale: RatingScale
  let duplicates: DuplicatePolicy
  /// The policies about votes of one device that are asked for, but for that which counts them all.
  let policies: [VotePolicy]
  let comparesScript: Bool
  /// The joke whose events are explained.
  let explained: JokeID?
  /// The events of the part that is read.
  private(set) var outcomes: [CountedEvent] = []
  /// The ids of their jokes, one behind the other.
  private(set) var jokes: ContiguousArray<UInt8> = []

  init(
    scale: RatingScale, duplicates: DuplicatePolicy, policies: [VotePolicy] = [],
    comparesScript: Bool = false, explained: JokeID? = nil
  ) {
    (self.scale, self.duplicates, self.policies) = (scale, duplicates, policies)
    (self.comparesScript, self.explained) = (comparesScript, explained)
  }

  var outcomeCount: Int { outcomes.count }

  mutating func decide(_ event: RatingEventDocument) -> Decision {
    outcomes.append(counted(event))
    return .keep
  }

  private mutating func counted(_ event: RatingEventDocument) -> CountedEvent {
    let fate = fate(of: event)
    var counted = CountedEvent(fate, details: details(of: event, fate))
    if case .rejected = fate { return counted }
    counted.document = duplicates == .count ? nil : DocumentKey(of: event)
    guard let verdict = fate.verdict else { return counted }
    event.withJokeID { id in
      let start = jokes.count
      for offset in id.indices { jokes.append(id[offset]) }
      counted.joke = start..<jokes.count
      if !policies.isEmpty {
        counted.vote = event.withVoter { device, week, microseconds in
          KeyedVote(
            verdict, joke: id, device: device, week: week, microseconds: microseconds,
            under: policies)
        }
      }
    }
    return counted
  }

  private func fate(of event: RatingEventDocument) -> EventFate {
    if let ambiguity = event.ambiguity { return .rejected(reason: ambiguity.reason) }
    if let reason = event.unrankableReason { return .rejected(reason: reason) }
    switch event.reading {
    case .rating(let rating): return scale.verdict(rating).map { .vote($0) } ?? .neutral(rating)
    case .unexpected(let label): return .unexpected(label: label)
    }
  }

  private func details(
    of event: RatingEventDocument, _ fate: EventFate
  ) -> CountedEvent.Details? {
    let isOdd =
      switch fate {
      case .rejected, .unexpected: true
      case .vote, .neutral, .readBefore: false
      }
    let isExplained = explained.map { event.names($0) } == true
    guard isOdd || comparesScript || duplicates == .fail || isExplained else { return nil }
    return CountedEvent.Details(
      of: event, fate, comparesScript: comparesScript, isExplained: isExplained)
  }

  // Only the plain count needs no outcome of each event.
  func ordinaryRule(showing outcomeCount: Int) -> RatingDecisionTable {
    let isCounting =
      duplicates == .count && policies.isEmpty && !comparesScript && explained == nil
    return isCounting
      ? RatingDecisionTable(verdict: scale.verdict) : RatingDecisionTable(decide: { _ in nil })
  }
}
