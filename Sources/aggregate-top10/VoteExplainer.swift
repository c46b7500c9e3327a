import ByteIO
import Console
import Formats
import Jokes
import Reports
import Wiring

/// Prints every event of one joke, with what became of it, while the events are counted.
///
/// Where every vote counts, a row is printed as soon as its event is read. Under another policy a
/// later event may take the place of an earlier one, so that the rows of the joke are held to the
/// end. A class, because the count calls it and the run ends its output.
final class VoteExplainer: EventWatcher {
  private let joke: JokeID
  private let policy: VotePolicy
  private let ledger: Ledger
  private var output: ByteOutput
  private var table: VoteTable
  private var counts = JokeExplanation.Counts()
  /// The rows that wait for the end, and what each shares with those that may take its place.
  private var held: [(row: VoteTable.Row, key: VoteKey?)] = []
  /// The vote that counts so far of those that share a key, and where in `held` it is.
  private var latest: [VoteKey: (precedence: VotePrecedence, index: Int)] = [:]

  init(
    of joke: JokeID, _ policy: VotePolicy, _ ledger: Ledger, _ output: consuming ByteOutput,
    width: Int
  ) {
    self.joke = joke
    self.policy = policy
    self.ledger = ledger
    self.output = output
    table = VoteTable(width: width)
  }

  func watch(_ event: RatingEventDocument, _ fate: EventFate) throws {
    var isOfJoke = false
    event.withJokeID { isOfJoke = $0.holds(joke) }
    guard isOfJoke else { return }
    enter(fate)
    let row = self.row(event, fate)
    if policy == .everyVote {
      try output.write(table.add(row))
    } else {
      var vote: Vote?
      if let verdict = fate.verdict { vote = event.vote(verdict) }
      hold(row, vote)
    }
  }

  /// Ends the output with what all this comes to.
  ///
  /// - Parameter tally: what counts, of all jokes.
  func finish(in tally: Tally, length: Int) throws -> FinishedOutput {
    settle()
    for (row, _) in held { try output.write(table.add(row)) }
    try output.write(table.finish())
    if counts.total > 0 { try output.write([UInt8(ascii: "\n")]) }
    let nearest = counts.total == 0 ? NearestIDs.of(joke, among: tally.jokes) : []
    let explanation = JokeExplanation(
      of: joke, counts, in: tally, length: length, nearest: nearest)
    try output.write(Array(explanation.text.utf8))
    return try output.finish()
  }

  private func enter(_ fate: EventFate) {
    switch fate {
    case .vote: counts.counted += 1
    case .neutral, .unexpected: counts.uncounted += 1
    case .readBefore: counts.leftOut += 1
    case .rejected: counts.rejected += 1
    }
  }

  private func row(_ event: RatingEventDocument, _ fate: EventFate) -> VoteTable.Row {
    let vote = event.vote(fate.verdict ?? .horrible)
    let place: Place
    let words: String
    switch fate {
    case .vote(let verdict): (words, place) = (verdict.name, event.record.place)
    case .neutral(let rating):
      words = rating == .three ? "neutral" : "not migrated to binary ratings"
      place = event.record.place
    case .unexpected: (words, place) = ("not a rating from 1 to 5", event.ratingPlace)
    case .readBefore: (words, place) = ("left out: read before", event.record.place)
    case .rejected(let reason):
      (words, place) = ("rejected: \(reason)", event.ambiguity?.place ?? event.record.place)
    }
    return VoteTable.Row(
      fate: words, rating: event.reading.label, time: event.time, week: vote.week, place: place,
      device: vote.device.map(ledger.redactedDevice),
      documentID: event.identity.map { ledger.redactedDocument($0.id, ofDevice: vote.device) })
  }

  /// Holds a row, and notes its vote where it takes the place of those before it.
  private func hold(_ row: VoteTable.Row, _ vote: Vote?) {
    let key = vote.flatMap { policy.key(of: $0, for: Array(joke.text.utf8).span) }
    if let vote, let key {
      let (precedence, other) = (vote.precedence, latest[key])
      if other.map({ $0.precedence < precedence }) ?? true {
        latest[key] = (precedence, held.count)
      }
    }
    held.append((row, key))
  }

  /// Says of the votes that others took the place of that they do not count.
  private func settle() {
    for index in held.indices {
      guard let key = held[index].key, let winner = latest[key]?.index, winner != index else {
        continue
      }
      held[index].row.fate = "left out: that at \(held[winner].row.place) counts"
      counts.counted -= 1
      counts.leftOut += 1
    }
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
