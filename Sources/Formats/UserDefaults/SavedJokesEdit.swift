public import Jokes

/// What it takes to save and to unsave jokes in a dump, as the app's save button does. Rules,
/// “Saved jokes”.
///
/// An edit is a plan: it changes nothing by itself. Ratings are none of its business. Made again of
/// a dump that it was applied to, at the same time, it plans nothing.
///
///     let edit = try SavedJokesEdit(of: dump, saving: [joke], at: now)
///     let edited = try dump.applying(edit.edits)
public struct SavedJokesEdit: Sendable {
  /// What becomes of one joke.
  public enum Outcome: CaseIterable, Hashable, Sendable {
    /// It is saved, and was not before.
    case saved
    /// It was saved before, and its time is another from now on.
    case renewed
    /// It was saved before, at this very time: nothing changes.
    case alreadySaved
    /// It is saved no longer.
    case unsaved
    /// It was to be unsaved and is not saved: nothing changes, not even a time that is left of it.
    case notSaved
  }

  /// One joke that was named, and what becomes of it.
  public struct Step: Hashable, Sendable {
    /// The joke.
    public var id: JokeID
    /// What becomes of it.
    public var outcome: Outcome
  }

  /// The saved jokes as the dump has them.
  public let before: SavedJokes
  /// The saved jokes as they are to be.
  public let after: SavedJokes
  /// The jokes that were named, each once: those to unsave, then those to save.
  public let steps: [Step]
  /// What to do to the dump; empty where nothing changes.
  public let edits: [DefaultsEdit]

  /// Plans the edit of a dump: jokes are unsaved first, then saved, each in the order given.
  ///
  /// - Parameter now: the seconds since 1970 at which the jokes to save count as saved.
  /// - Throws: an error of cause `unusable` where the saved jokes are no array of strings, their
  ///   timestamps no dictionary, or a key comes twice.
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
      edits.append(.removeStrings(from: DefaultsKey.savedJokes, [id]))
      edits.append(.removeEntry(in: DefaultsKey.savedTimestamps, id))
    }
    let time = DefaultsNumber(seconds: now)
    for id in Self.once(saving) {
      let wasSaved = jokes.contains(id)
      // One that has the very time already keeps its spelling.
      let isTimely = jokes.timestamps[id] == now
      jokes.save(id, at: now)
      let outcome: Outcome = !wasSaved ? .saved : isTimely ? .alreadySaved : .renewed
      steps.append(Step(id: id, outcome: outcome))
      if !wasSaved { edits.append(.append(to: DefaultsKey.savedJokes, [id.text])) }
      if !isTimely { edits.append(.setTimestamp(in: DefaultsKey.savedTimestamps, id, time)) }
    }
    after = jokes
    self.steps = steps
    self.edits = edits
  }

  /// How many of the jokes have this outcome.
  public func count(of outcome: Outcome) -> Int { steps.count { $0.outcome == outcome } }

  /// The ids in their order, each where it first comes.
  private static func once(_ ids: [JokeID]) -> [JokeID] {
    var seen: Set<JokeID> = []
    return ids.filter { seen.insert($0).inserted }
  }
}
