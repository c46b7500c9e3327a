import Formats
import Jokes
import Runs
import Scan
import SystemIO

/// The fate of a rating event in the count.
enum EventFate: Sendable {
  case vote(BinaryRating)
  /// A rating that is neither hilarious nor horrible.
  case neutral(Rating)
  /// A rating other than 1 to 5.
  case unexpected
  /// Of a week that was not asked for.
  case otherWeek
  /// Of no week that ISO 8601 has, while only some weeks are asked for.
  case noWeek
  /// A duplicate of a document read earlier.
  case readBefore
  case rejected

  /// The verdict of a counted vote, otherwise nil.
  var verdict: BinaryRating? {
    if case .vote(let verdict) = self { verdict } else { nil }
  }

  /// Whether the event is usable, and of the weeks that were asked for.
  var isInRange: Bool {
    switch self {
    case .vote, .neutral, .unexpected: true
    case .otherWeek, .noWeek, .readBefore, .rejected: false
    }
  }
}

/// The classification of one rating event.
///
/// Its fate assumes that its document is read only once, until `EventCounter` looks for duplicates.
/// It holds no references, because most of the work for an event is to pass it on.
struct CountedEvent: Sendable {
  var fate: EventFate
  /// The length of its week's label and a slash, which stand before the joke's id; 0 without them.
  ///
  /// A label that names a document has at most 1,500 bytes. Two bytes here take no room.
  var weekByteCount: UInt16 = 0
  /// The range of the joke's id in the job's joke ids, if the event counts.
  var joke = 0..<0
  /// The document's key for duplicate detection; nil without an id, or if duplicates count.
  var document: DocumentKey?
  /// The vote with its keys under the policies; nil if every vote counts.
  var vote: KeyedVote?
  /// The index of its details in the job's details, if it has any.
  var details: Int?

  init(_ fate: EventFate) { self.fate = fate }

  /// The range of its week's label, a slash and, if jokes are told apart, the joke's id, if it
  /// counts; empty without a week.
  func pair(_ weeks: WeekCounting) -> Range<Int> {
    if weekByteCount == 0 { return 0..<0 }
    let end = weeks == .jokes ? joke.upperBound : joke.lowerBound
    return joke.lowerBound - Int(weekByteCount)..<end
  }

  /// The vote, if the event counts.
  var countedVote: KeyedVote? { fate.verdict == nil ? nil : vote }
}

/// Details of rejected, odd, compared or explained events.
struct EventDetails: Sendable {
  private(set) var place: Place
  /// The document's id.
  let documentID: String?
  /// The reason of a rejection, or the label of a rating other than 1 to 5.
  let complaint: String?
  /// The place of the problem, or else of the record.
  private(set) var faultPlace: Place
  /// The bytes for the list of rejects.
  let kept: RejectedRecord?
  /// Whether a field occurs twice.
  let isAmbiguous: Bool
  /// The joke and rating as the app's own script reads them, for `--compat-report`.
  let script: (joke: ScriptValue, rating: ScriptValue)?
  /// The event for `--explain`, and its vote if it counts.
  private(set) var explained: (event: ExplainedVote, vote: Vote?)?

  init(
    of event: borrowing RatingEventDocument, _ fate: EventFate, _ complaint: String?,
    ambiguousAt ambiguousPlace: Place?, comparesScript: Bool, isExplained: Bool
  ) {
    (place, documentID) = (event.record.place, event.identity?.id)
    self.complaint = complaint
    isAmbiguous = ambiguousPlace != nil
    switch fate {
    case .rejected: (faultPlace, kept) = (ambiguousPlace ?? place, event.kept)
    case .unexpected: (faultPlace, kept) = (event.ratingPlace, nil)
    case .vote, .neutral, .otherWeek, .noWeek, .readBefore: (faultPlace, kept) = (place, nil)
    }
    script = comparesScript ? (event.scriptJoke, event.scriptRating) : nil
    explained =
      isExplained
      ? (
        ExplainedVote(of: event, fate, complaint, at: faultPlace),
        fate.verdict.map { event.vote($0) }
      ) : nil
  }
}

extension EventDetails: PartLocated {
  mutating func shift(by start: PartStart) {
    place.shift(by: start)
    faultPlace.shift(by: start)
    explained?.event.place.shift(by: start)
  }
}

/// The events of a part, as watchers see them: duplicates are known.
struct CountedEvents {
  var events: [CountedEvent]
  private let job: CountingJob
  private let start: PartStart

  init(_ outcomes: Range<Int>, of job: CountingJob, from start: PartStart) {
    (events, self.job, self.start) = (Array(job.outcomes[outcomes]), job, start)
  }

  /// The joke ids of the events, concatenated.
  var jokes: [UInt8] { job.jokes }
  /// How the events are counted by week too.
  var weeks: WeekCounting { job.weeks }

  /// The events for which memory is fetched before the event with this index is looked at: the next
  /// ones, once for all of them.
  ///
  /// What is fetched for more has left the cache when it is needed.
  static func fetched(at index: Int, of events: [CountedEvent]) -> ArraySlice<CountedEvent> {
    events[index..<(index % 128 == 0 ? min(index + 128, events.count) : index)]
  }

  /// The details of an event, with places in the input.
  func details(of event: CountedEvent) -> EventDetails? {
    guard let number = event.details else { return nil }
    var details = job.details[number]
    details.shift(by: start)
    return details
  }
}

extension ExplainedVote {
  /// An explained event of a document that is not a duplicate.
  fileprivate init(
    of event: borrowing RatingEventDocument, _ fate: EventFate, _ complaint: String?,
    at place: Place
  ) {
    let told: Fate
    switch fate {
    case .vote(let verdict): told = .counted(verdict)
    case .neutral(let rating): told = rating == .three ? .neutral : .notMigrated
    case .unexpected: told = .unexpected
    case .otherWeek, .noWeek: told = .otherWeek
    case .readBefore: told = .readBefore
    case .rejected: told = .rejected(reason: complaint ?? "")
    }
    let vote = event.vote(fate.verdict ?? .horrible)
    self.init(
      told, rating: event.reading.label, time: event.time, week: vote.week, place: place,
      device: vote.device, documentID: event.identity?.id)
  }
}

extension RatingEventDocument {
  /// Whether it names the joke; if it is ambiguous, whether one of its joke ids does.
  func names(_ joke: JokeID) -> Bool {
    var isLast = false
    withJokeID { isLast = $0.count == joke.text.utf8.count && $0.begins(with: joke.text) }
    return isLast || ambiguity != nil && jokeIDs.contains { JokeID($0) == joke }
  }
}
