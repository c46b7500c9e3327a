import Formats
import Jokes
import Runs
import Scan
import SystemIO

/// How events are counted by the labels of their weeks.
enum WeekCounting: Sendable {
  case none
  /// All jokes together, for a chart.
  case totals
  /// Each joke, for the rankings of weeks.
  case jokes

  /// The number of labels above which they are not worth a chart, and not counted on.
  static let chartLimit = 10_000
}

/// Classifies rating events: the fate of each, and the details that the options ask for.
struct CountingJob: DocumentJob {
  let scale: RatingScale
  let duplicates: DuplicatePolicy
  /// The vote policies to evaluate, without `everyVote`.
  let policies: [VotePolicy]
  /// Whether the ranking depends on devices, weeks or times, so that they must be unambiguous.
  let ranksVotes: Bool
  let comparesScript: Bool
  /// The weeks that count; nil if every event does.
  let range: WeekRange?
  /// How the events are counted by week too.
  let weeks: WeekCounting
  /// The joke of `--explain`.
  let explained: JokeID?
  /// The classified events of the current part.
  private(set) var outcomes: [CountedEvent] = []
  /// The joke ids of the outcomes, concatenated; before each, its week's label and a slash if those
  /// are wanted.
  private(set) var jokes: [UInt8] = []
  /// The details of some of the outcomes.
  private(set) var details: [EventDetails] = []

  // Patterns, because '==' of an enumeration with raw values takes 40 instructions an event.

  /// Whether documents are compared.
  var hasKeys: Bool { if case .count = duplicates { false } else { true } }
  /// Whether each event has details.
  private var hasDetails: Bool { if case .fail = duplicates { true } else { comparesScript } }

  var outcomeCount: Int { outcomes.count }

  /// The usual number of events in a part, for which there is room at once.
  private static let usualCount = 2500

  mutating func decide(_ event: borrowing RatingEventDocument) -> Decision {
    if outcomes.isEmpty {
      outcomes.reserveCapacity(Self.usualCount)
      jokes.reserveCapacity(32 * Self.usualCount)
    }
    outcomes.append(counted(event))
    return .keep
  }

  private mutating func counted(_ event: borrowing RatingEventDocument) -> CountedEvent {
    let readsVotes = ranksVotes || !policies.isEmpty || weeks != .none
    let places = readsVotes ? event.placesOfVote : nil
    if event.isAmbiguous || ranksVotes && places?.isAmbiguous == true {
      return rejected(event, places)
    }
    let (fate, complaint) = fate(of: event, places)
    var counted = CountedEvent(fate)
    if hasDetails || complaint != nil || explained.map({ event.names($0) }) ?? false {
      addDetails(of: event, fate, complaint, to: &counted)
    }
    if case .rejected = fate { return counted }
    counted.document = hasKeys ? DocumentKey(of: event) : nil
    if weeks != .none, fate.isInRange {
      event.withWeek(places) { counted.weekByteCount = append(week: $0) }
      counted.joke = jokes.count..<jokes.count
    }
    guard let verdict = fate.verdict else { return counted }
    event.withJokeID { id in
      let start = jokes.count
      jokes.append(contentsOf: id)
      counted.joke = start..<jokes.count
      if !policies.isEmpty {
        event.withVoter(places) { device, week, microseconds in
          counted.vote = KeyedVote(
            verdict, joke: id, device: device, week: week, microseconds: microseconds,
            under: policies)
        }
      }
    }
    return counted
  }

  /// Rejects an event in which a field occurs twice.
  private mutating func rejected(
    _ event: borrowing RatingEventDocument, _ places: VotePlaces?
  ) -> CountedEvent {
    var counted = CountedEvent(.rejected)
    let ambiguity = event.ambiguity ?? event.voteAmbiguity(places)
    addDetails(
      of: event, .rejected, ambiguity?.reason, ambiguousAt: ambiguity?.place, to: &counted)
    return counted
  }

  private mutating func addDetails(
    of event: borrowing RatingEventDocument, _ fate: EventFate, _ complaint: String?,
    ambiguousAt place: Place? = nil, to counted: inout CountedEvent
  ) {
    counted.details = details.count
    details.append(
      EventDetails(
        of: event, fate, complaint, ambiguousAt: place, comparesScript: comparesScript,
        isExplained: explained.map { event.names($0) } ?? false))
  }

  /// Appends a usable label and a slash, and returns their length; 0 for another.
  private mutating func append(week label: Span<UInt8>) -> UInt16 {
    guard RankingPeriod.accepts(label) else { return 0 }
    jokes.append(contentsOf: label)
    jokes.append(UInt8(ascii: "/"))
    return UInt16(label.count + 1)
  }

  /// The fate of an event, with the reason of a rejection or the label of an unexpected rating.
  private func fate(
    of event: borrowing RatingEventDocument, _ places: VotePlaces?
  ) -> (EventFate, complaint: String?) {
    if let reason = event.unrankableReason { return (.rejected, reason) }
    if let range, let fate = Self.fate(of: event, places, outside: range) { return (fate, nil) }
    switch event.reading {
    case .rating(let rating):
      return (scale.verdict(rating).map { .vote($0) } ?? .neutral(rating), nil)
    case .unexpected(let label): return (.unexpected, label)
    }
  }

  /// The fate of an event that is not of these weeks; nil if it is.
  private static func fate(
    of event: borrowing RatingEventDocument, _ places: VotePlaces?, outside range: WeekRange
  ) -> EventFate? {
    var fate: EventFate?
    event.withWeek(places) { label in
      if let week = ISOWeek(label) {
        if !range.contains(week) { fate = .otherWeek }
      } else {
        fate = .noWeek
      }
    }
    return fate
  }

  // Duplicates, policies, weeks, comparison and explanation need an outcome for every event.
  func ordinaryRule(showing outcomeCount: Int) -> RatingDecisionTable {
    let isCounting =
      !hasKeys && policies.isEmpty && range == nil && weeks == .none && !comparesScript
      && explained == nil
    return isCounting
      ? RatingDecisionTable(verdict: scale.verdict) : RatingDecisionTable(decide: { _ in nil })
  }
}
