public import Jokes

/// The plan that rates jokes of a dump, or removes their ratings, as the app's buttons do. Rules,
/// “Rated jokes”.
///
/// Making a plan changes nothing. Saved jokes are unaffected. The plan of an edited dump for the
/// same time is empty.
public struct RatingsEdit: Sendable {
  /// The outcome for one joke.
  public enum Outcome: CaseIterable, Hashable, Sendable {
    /// It had no rating.
    case rated
    /// It had another rating.
    case changed
    /// It had this rating, with another time.
    case renewed
    /// It had this rating, with this time; nothing changes.
    case alreadyRated
    /// Its rating and time are removed.
    case unrated
    /// It had no rating to remove; nothing changes, not even a leftover time.
    case notRated
  }

  /// A requested joke and its outcome.
  public struct Step: Hashable, Sendable {
    /// The joke.
    public var id: JokeID
    /// The outcome for the joke.
    public var outcome: Outcome
  }

  /// The rated jokes in the dump.
  public let before: RatedJokes
  /// The rated jokes after the edit.
  public let after: RatedJokes
  /// The requested jokes, in order.
  public let steps: [Step]
  /// The edits of the dump; empty if nothing changes.
  public let edits: [DefaultsEdit]

  /// Plans an edit of a dump.
  ///
  /// - Parameters:
  ///   - verdicts: the jokes to rate, each once; nil removes a rating.
  ///   - now: the time of rating, in seconds since 1970.
  /// - Precondition: the time is finite.
  public init(
    of dump: DefaultsDump, rating verdicts: [(JokeID, BinaryRating?)], at now: Double
  ) throws(DefaultsDumpError) {
    before = try RatedJokes(of: dump)
    var jokes = before
    var steps: [Step] = []
    var edits: [DefaultsEdit] = []
    let time = DefaultsNumber(seconds: now)
    for (id, verdict) in verdicts {
      guard let verdict else {
        let isRemoved = jokes.unrate(id)
        steps.append(Step(id: id, outcome: isRemoved ? .unrated : .notRated))
        if isRemoved {
          edits.append(.removeEntry(in: .ratings, id))
          edits.append(.removeEntry(in: .ratingTimestamps, id))
        }
        continue
      }
      let isEqual = jokes.ratings[id] == .rating(verdict.rating)
      // An equal time keeps its spelling.
      let isTimely = jokes.timestamps[id] == now
      let outcome: Outcome =
        jokes.ratings[id] == nil
        ? .rated : !isEqual ? .changed : isTimely ? .alreadyRated : .renewed
      steps.append(Step(id: id, outcome: outcome))
      jokes.rate(id, as: verdict, at: now)
      if !isEqual { edits.append(.setRating(in: .ratings, id, verdict.rating)) }
      if !isTimely { edits.append(.setTimestamp(in: .ratingTimestamps, id, time)) }
    }
    after = jokes
    self.steps = steps
    self.edits = edits
  }

  /// The number of jokes with this outcome.
  public func count(of outcome: Outcome) -> Int { steps.count { $0.outcome == outcome } }
}
