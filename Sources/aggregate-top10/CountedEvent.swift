import Formats
import Jokes
import Runs
import Scan
import SystemIO

/// What is found of one rating event; its fate is that of the only event of its document until the run
/// takes it.
struct CountedEvent: Sendable {
  /// What becomes of it.
  var fate: EventFate
  /// Where the joke's id stands among those that the job keeps, where the event counts.
  var joke = 0..<0
  /// Its document, where one that is read twice is not to count twice; nil where it has no id.
  var document: DocumentKey?
  /// The vote, where that of a device may take the place of another.
  var vote: KeyedVote?
  /// What only few runs ask of an event, or only some events have.
  private let details: Details?
  /// Where the part of the input begins in which it was found.
  private var start = PartStart()

  init(_ fate: EventFate, details: Details?) {
    (self.fate, self.details) = (fate, details)
  }

  /// What only few runs ask of an event, or only some events have.
  ///
  /// A class, because most events have none and are passed from thread to thread.
  final class Details: Sendable {
    let place: Place
    /// What it is called.
    let documentID: String?
    /// The reason of a rejection, or the label of a rating that is none of 1 to 5.
    let complaint: String?
    /// What is wrong, and where, if that is not the record's place.
    let faultPlace: Place?
    let kept: RejectedRecord?
    /// Whether it names several jokes, or has several ratings.
    let isAmbiguous: Bool
    let script: (joke: ScriptValue, rating: ScriptValue)?
    /// The event as it is explained, and its vote where it counts.
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

  /// The vote, if it counts under the policies.
  var countedVote: KeyedVote? { fate.verdict == nil ? nil : vote }
  /// The record's place.
  var place: Place? { details.map { shifted($0.place) } }
  /// The place of what is wrong with it.
  var faultPlace: Place? { details.map { shifted($0.faultPlace ?? $0.place) } }
  var documentID: String? { details?.documentID }
  /// The reason of a rejection, or the label of a rating that is none of 1 to 5.
  var complaint: String { details?.complaint ?? "" }
  /// What a list of rejects keeps of it.
  var kept: RejectedRecord? { details?.kept }
  var isAmbiguous: Bool { details?.isAmbiguous == true }
  /// The joke and the rating as the app's own script reads them, where that was asked for.
  var script: (joke: ScriptValue, rating: ScriptValue)? { details?.script }

  /// The event as it is explained, where it was asked for, and its vote where it counts.
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
  /// An event whose document was not read before.
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
  /// Whether it is about the joke; where it names several, whether it is about one of them.
  func names(_ joke: JokeID) -> Bool {
    var isLast = false
    withJokeID { isLast = $0.holds(joke) }
    return isLast || ambiguity != nil && jokeIDs.contains { JokeID($0) == joke }
  }
}

extension Span<UInt8> {
  /// Whether these are the bytes of the joke's id.
  fileprivate func holds(_ joke: JokeID) -> Bool {
    guard count == joke.text.utf8.count else { return false }
    for (index, byte) in zip(indices, joke.text.utf8) where self[index] != byte { return false }
    return true
  }
}
