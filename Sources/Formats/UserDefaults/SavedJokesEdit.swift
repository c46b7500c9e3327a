public import Jokes

/// The plan that saves and unsaves jokes of a dump, as the app's save button does. Rules, “Saved
/// jokes”.
///
/// Making a plan changes nothing. Ratings are unaffected. The plan of an edited dump for the same
/// time is empty.
///
///     let edit = try SavedJokesEdit(of: dump, saving: [joke], at: now)
///     let edited = try dump.applying(edit.edits)
public struct SavedJokesEdit: Sendable {
  /// The outcome for one joke.
  public enum Outcome: CaseIterable, Hashable, Sendable {
    /// Newly saved.
    case saved
    /// Already saved, with another time from now on.
    case renewed
    /// Already saved at this time; nothing changes.
    case alreadySaved
    /// No longer saved.
    case unsaved
    /// Not saved, so unsaving changes nothing, not even a leftover time.
    case notSaved
  }

  /// A requested joke and its outcome.
  public struct Step: Hashable, Sendable {
    /// The joke.
    public var id: JokeID
    /// The outcome for the joke.
    public var outcome: Outcome
  }

  /// The saved jokes in the dump.
  public let before: SavedJokes
  /// The saved jokes after the edit.
  public let after: SavedJokes
  /// The requested jokes without duplicates: those to unsave, then those to save.
  public let steps: [Step]
  /// The edits of the dump; empty if nothing changes.
  public let edits: [DefaultsEdit]

  /// Plans an edit of a dump: jokes are unsaved first, then saved, each in the given order.
  ///
  /// - Parameter now: the time of saving, in seconds since 1970.
  /// - Precondition: the time is finite.
  public init(
    of dump: DefaultsDump, saving: [JokeID] = [], unsaving: [JokeID] = [], at now: Double
  ) throws(DefaultsDumpError) {
    before = try SavedJokes(of: dump)
    var jokes = before
    var steps: [Step] = []
    var edits: [DefaultsEdit] = []
    let unsaved = jokes.unsave(unsaving)
    for id in Self.once(unsaving) {
      guard unsaved.contains(id) else {
        steps.append(Step(id: id, outcome: .notSaved))
        continue
      }
      steps.append(Step(id: id, outcome: .unsaved))
      edits.append(.removeStrings(from: .savedJokes, [id]))
      edits.append(.removeEntry(in: .savedTimestamps, id))
    }
    let time = DefaultsNumber(seconds: now)
    for id in Self.once(saving) {
      let wasSaved = jokes.contains(id)
      // An equal time keeps its spelling.
      let isTimely = jokes.timestamps[id] == now
      jokes.save(id, at: now)
      let outcome: Outcome = !wasSaved ? .saved : isTimely ? .alreadySaved : .renewed
      steps.append(Step(id: id, outcome: outcome))
      if !wasSaved { edits.append(.append(to: .savedJokes, [id.text])) }
      if !isTimely { edits.append(.setTimestamp(in: .savedTimestamps, id, time)) }
    }
    after = jokes
    self.steps = steps
    self.edits = edits
  }

  /// The number of jokes with this outcome.
  public func count(of outcome: Outcome) -> Int { steps.count { $0.outcome == outcome } }

  /// The ids in order, without duplicates.
  private static func once(_ ids: [JokeID]) -> [JokeID] {
    var seen: Set<JokeID> = []
    return ids.filter { seen.insert($0).inserted }
  }
}
