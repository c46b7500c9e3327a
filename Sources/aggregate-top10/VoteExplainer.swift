import ByteIO
import Console
import Formats
import Jokes
import Reports
import Wiring

/// Prints every event of one joke, with what became of it, while the events are counted.
///
/// Where every vote counts, an event is printed as soon as it is read. Under another policy a later one
/// may take the place of an earlier one, so that the events of the joke are held to the end. A class,
/// because the count calls it and the run ends its output.
final class VoteExplainer: EventWatcher {
  private let joke: JokeID
  private let ledger: Ledger
  private var output: ByteOutput
  private var listing: VoteListing
  private var counts = JokeExplanation.Counts()
  /// Nil where every vote counts.
  private var held: HeldVotes?

  init(
    of joke: JokeID, _ policy: VotePolicy, _ ledger: Ledger, _ output: consuming ByteOutput,
    _ listing: VoteListing
  ) {
    self.joke = joke
    self.ledger = ledger
    self.output = output
    self.listing = listing
    held = policy == .everyVote ? nil : HeldVotes(of: joke, policy)
  }

  func watch(_ event: RatingEventDocument, _ fate: EventFate) throws {
    guard event.names(joke) else { return }
    let explained = explained(event, fate)
    if held == nil { return try print(explained) }
    var vote: Vote?
    if let verdict = fate.verdict { vote = event.vote(verdict) }
    held?.add(explained, vote)
  }

  /// Ends the output with what all this comes to.
  ///
  /// - Parameter tally: what counts, of all jokes.
  func finish(in tally: Tally, length: Int) throws -> FinishedOutput {
    try held?.forEach(print)
    let nearest = counts.total == 0 ? NearestIDs.of(joke, among: tally.jokes) : []
    let explanation = JokeExplanation(
      of: joke, counts, in: tally, length: length, nearest: nearest)
    try output.write(listing.finish(with: explanation))
    return try output.finish()
  }

  private func print(_ event: ExplainedVote) throws {
    switch event.fate {
    case .counted: counts.counted += 1
    case .neutral, .notMigrated, .unexpected: counts.uncounted += 1
    case .readBefore, .outvoted: counts.leftOut += 1
    case .rejected: counts.rejected += 1
    }
    var shown = event
    shown.device = event.device.map(ledger.redactedDevice)
    shown.week = event.week.map(ledger.redacted(week:))
    shown.documentID = event.documentID.map(ledger.redacted(documentID:))
    shown.place = ledger.redacted(event.place, of: event.documentID)
    try output.write(listing.add(shown))
  }

  private func explained(_ event: RatingEventDocument, _ fate: EventFate) -> ExplainedVote {
    let told: ExplainedVote.Fate
    var place = event.record.place
    switch fate {
    case .vote(let verdict): told = .counted(verdict)
    case .neutral(let rating): told = rating == .three ? .neutral : .notMigrated
    case .unexpected: (told, place) = (.unexpected, event.ratingPlace)
    case .readBefore: told = .readBefore
    case .rejected(let reason):
      (told, place) = (.rejected(reason: reason), event.ambiguity?.place ?? place)
    }
    let vote = event.vote(fate.verdict ?? .horrible)
    return ExplainedVote(
      told, rating: ledger.redacted(label: event.reading.label), time: event.time, week: vote.week,
      place: place, device: vote.device, documentID: event.identity?.id)
  }
}

extension RatingEventDocument {
  /// Whether it is about the joke; where it names several, whether it is about one of them.
  fileprivate func names(_ joke: JokeID) -> Bool {
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
