import Formats
import Jokes
import Runs
import Scan
import SystemIO

/// Prints every event of one joke, with what became of it, while the events are counted.
///
/// Where every vote counts, an event is printed as soon as it is read. Under another policy a later one
/// may take the place of an earlier one, so that the events of the joke are held to the end. A class,
/// because the count calls it and the run ends its output.
final class VoteExplainer: EventWatcher {
  private let joke: JokeID
  private let rejectLog: RejectLog
  private var output: ByteOutput
  private var listing: VoteListing
  private var counts = JokeExplanation.Counts()
  /// Nil where every vote counts.
  private var held: HeldVotes?

  init(
    of joke: JokeID, _ policy: VotePolicy, _ rejectLog: RejectLog, _ output: consuming ByteOutput,
    _ listing: VoteListing
  ) {
    self.joke = joke
    self.rejectLog = rejectLog
    self.output = output
    self.listing = listing
    held = policy == .everyVote ? nil : HeldVotes(of: joke, policy)
  }

  func watch(_ events: [CountedEvent], jokes: Span<UInt8>) throws { try events.forEach(watch) }

  private func watch(_ event: CountedEvent) throws {
    guard var (explained, vote) = event.explained, let place = event.place else { return }
    if case .readBefore = event.fate {
      (explained.fate, explained.place, vote) = (.readBefore, place, nil)
    }
    explained.rating = rejectLog.redacted(label: explained.rating)
    if held == nil { return try print(explained) }
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
    shown.device = event.device.map(rejectLog.redactedDevice)
    shown.week = event.week.map(rejectLog.redacted(week:))
    shown.documentID = event.documentID.map(rejectLog.redacted(documentID:))
    shown.place = rejectLog.redacted(event.place, of: event.documentID)
    try output.write(listing.add(shown))
  }
}
