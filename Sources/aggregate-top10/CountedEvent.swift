import Formats
import Jokes
import Runs
import Scan
import SystemIO

/// The classification of one rating event.
///
/// Its fate assumes that its document is read only once, until `EventCounter` looks for duplicates.
struct CountedEvent: Sendable {
  var fate: EventFate
  /// The range of the joke's id in the job's joke ids, if the event counts.
  var joke = 0..<0
  /// The document's key for duplicate detection; nil without an id, or if duplicates count.
  var document: DocumentKey?
  /// The vote with its keys under the policies; nil if every vote counts.
  var vote: KeyedVote?
  /// Details of rejected, odd, compared or explained events.
  private let details: Details?
  /// The start of the event's part in the input.
  private var start = PartStart()

  init(_ fate: EventFate, details: Details?) {
    (self.fate, self.details) = (fate, details)
  }

  /// Details of rejected, odd, compared or explained events.
  ///
  /// A class, because most events have none and are passed from thread to thread.
  final class Details: Sendable {
    let place: Place
    /// The document's id.
    let documentID: String?
    /// The reason of a rejection, or the label of a rating other than 1 to 5.
    let complaint: String?
    /// The place of the problem, if it is not the record's place.
    let faultPlace: Place?
    let kept: RejectedRecord?
    /// Whether it names several jokes or has several ratings.
    let isAmbiguous: Bool
    let script: (joke: ScriptValue, rating: ScriptValue)?
    /// The event for `--explain`, and its vote if it counts.
    let explained: (event: ExplainedVote, vote: Vote?)?

    init(
      of event: RatingEventDocument, _ fate: EventFate, _ complaint: String?, comparesScript: Bool,
      isExplained: Bool
    ) {
      (place, documentID) = (event.record.place, event.identity?.id)
      self.complaint = complaint
      isAmbiguous = event.ambiguity != nil
      switch fate {
      case .rejected: (faultPlace, kept) = (event.ambiguity?.place, event.kept)
      case .unexpected: (faultPlace, kept) = (event.ratingPlace, nil)
      case .vote, .neutral, .readBefore: (faultPlace, kept) = (nil, nil)
      }
      script = comparesScript ? (event.scriptJoke, event.scriptRating) : nil
      explained =
        isExplained
        ? (ExplainedVote(of: event, fate, complaint), fate.verdict.map { event.vote($0) }) : nil
    }
  }

  /// The vote, if the event counts.
  var countedVote: KeyedVote? { fate.verdict == nil ? nil : vote }
  var place: Place? { details.map { shifted($0.place) } }
  /// The place of the problem, or else of the record.
  var faultPlace: Place? { details.map { shifted($0.faultPlace ?? $0.place) } }
  var documentID: String? { details?.documentID }
  /// The reason of a rejection, or the label of a rating other than 1 to 5.
  var complaint: String { details?.complaint ?? "" }
  /// The bytes for the list of rejects.
  var kept: RejectedRecord? { details?.kept }
  var isAmbiguous: Bool { details?.isAmbiguous == true }
  /// The joke and rating as the app's own script reads them, for `--compat-report`.
  var script: (joke: ScriptValue, rating: ScriptValue)? { details?.script }

  /// The event for `--explain`, and its vote if it counts.
  var explained: (event: ExplainedVote, vote: Vote?)? {
    guard var explained = details?.explained else { return nil }
    explained.event.place = shifted(explained.event.place)
    return explained
  }

  private func shifted(_ place: Place) -> Place {
    var place = place
    place.shift(by: start)
    return place
  }
}

extension CountedEvent: PartLocated {
  mutating func shift(by start: PartStart) { self.start = start }
}

extension ExplainedVote {
  /// An explained event of a document that is not a duplicate.
  fileprivate init(of event: RatingEventDocument, _ fate: EventFate, _ complaint: String?) {
    let told: Fate
    var place = event.record.place
    switch fate {
    case .vote(let verdict): told = .counted(verdict)
    case .neutral(let rating): told = rating == .three ? .neutral : .notMigrated
    case .unexpected: (told, place) = (.unexpected, event.ratingPlace)
    case .readBefore: told = .readBefore
    case .rejected:
      (told, place) = (.rejected(reason: complaint ?? ""), event.ambiguity?.place ?? place)
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
    withJokeID { isLast = $0.holds(joke) }
    return isLast || ambiguity != nil && jokeIDs.contains { JokeID($0) == joke }
  }
}

extension Span<UInt8> {
  /// Whether these bytes equal the joke's id.
  fileprivate func holds(_ joke: JokeID) -> Bool {
    guard count == joke.text.utf8.count else { return false }
    for (index, byte) in zip(indices, joke.text.utf8) where self[index] != byte { return false }
    return true
  }
}
