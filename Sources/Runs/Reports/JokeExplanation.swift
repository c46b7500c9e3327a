package import Jokes
import Scan
import SystemIO

/// The reason for a joke's place in the ranking, printed below the table of its events.
package struct JokeExplanation: Sendable {
  /// The numbers of the joke's events, by outcome.
  package struct Counts: Sendable, Equatable {
    /// Events that count as hilarious or horrible.
    package var counted = 0
    /// Events that count as neither hilarious nor horrible.
    package var uncounted = 0
    /// Events of other weeks, or replaced by another of the same document or device.
    package var leftOut = 0
    /// Events that cannot be used.
    package var rejected = 0

    package init() {}

    /// The number of all events.
    package var total: Int { counted + uncounted + leftOut + rejected }
  }

  private let joke: JokeID
  private let counts: Counts
  private let standings: [(verdict: BinaryRating, standing: Standing)]
  private let length: Int
  private let nearest: [JokeID]

  /// - Parameters:
  ///   - length: the places of each list.
  ///   - nearest: the nearest ids with ratings, if this joke has no events.
  package init(of joke: JokeID, _ counts: Counts, in tally: Tally, length: Int, nearest: [JokeID]) {
    self.joke = joke
    self.counts = counts
    standings = BinaryRating.allCases.map { verdict in
      (verdict, tally.standing(of: joke, as: verdict, length: length))
    }
    self.length = length
    self.nearest = nearest
  }

  // MARK: Text

  /// The explanation, one line per reason.
  package var text: String {
    var lines = [("joke", joke.text), ("events", countWords)]
    if counts.total == 0, !nearest.isEmpty {
      lines.append(("similar", nearest.map(\.text).joined(separator: ", ")))
    }
    lines += standings.map { ($0.verdict.rawValue, words($0.standing)) }
    return ReportText.of(lines, labelWidth: 10)
  }

  private var countWords: String {
    if counts.total == 0 { return "none: no votes for this joke" }
    return "\(Amount.count(counts.total)): \(Amount.count(counts.counted)) counted, "
      + "\(Amount.count(counts.uncounted)) neither hilarious nor horrible, "
      + "\(Amount.count(counts.leftOut)) left out, \(Amount.count(counts.rejected)) rejected"
  }

  private func words(_ standing: Standing) -> String {
    let place =
      standing.place.map { place in
        "\(Amount.count(standing.count, of: "rating")), place \(Amount.count(place)) "
          + "of \(Amount.count(standing.jokeCount))"
      } ?? "no ratings"
    return place + "; " + distance(standing) + rival(standing)
  }

  private func distance(_ standing: Standing) -> String {
    let amount = Amount.count(standing.distance)
    if standing.isListed { return "on the list, and \(amount) more than it needs to stay there" }
    return "\(amount) more would bring it onto the list of \(Amount.count(length))"
  }

  private func rival(_ standing: Standing) -> String {
    guard let rival = standing.rival else {
      return standing.isListed ? "" : ", where a place is free"
    }
    let tie = standing.winsTies ? "after" : "before"
    return standing.isListed
      ? " ('\(rival.id)', the next, has \(Amount.count(rival.count)), and comes \(tie) it at a tie)"
      : " ('\(rival.id)', its last now, has \(Amount.count(rival.count)), and comes \(tie) it at a tie)"
  }

  // MARK: JSON

  /// The explanation as a JSON line.
  package var json: [UInt8] {
    var writer = JSONWriter()
    writer.object { line in
      line.member("schema_version", 1)
      line.member("type", "joke")
      line.member("joke_id", joke.text)
      line.object("events") { events in
        events.member("read", counts.total)
        events.member("counted", counts.counted)
        events.member("uncounted", counts.uncounted)
        events.member("left_out", counts.leftOut)
        events.member("rejected", counts.rejected)
      }
      line.member("similar", nearest.map(\.text))
      for (verdict, standing) in standings {
        line.object(verdict.rawValue) { write(standing, to: &$0) }
      }
    }
    return writer.line
  }

  private func write(_ standing: Standing, to object: inout JSONWriter) {
    object.member("ratings", standing.count)
    object.optionalMember("place", standing.place)
    object.member("jokes", standing.jokeCount)
    object.member("is_listed", standing.isListed)
    object.member(standing.isListed ? "to_spare" : "to_gain", standing.distance)
    guard let rival = standing.rival else { return }
    object.object("rival") { other in
      other.member("joke_id", rival.id.text)
      other.member("ratings", rival.count)
      other.member("wins_ties", !standing.winsTies)
    }
  }
}
