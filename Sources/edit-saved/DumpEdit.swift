import Formats
import Jokes
import Runs

/// What the options make of one dump: jokes unsaved, saved and rated.
struct DumpEdit {
  let saving: SavedJokesEdit
  /// Nil if no joke is rated: then the dump's ratings need not be usable.
  let rating: RatingsEdit?

  /// - Throws: an error of cause `unusable` if the dump's jokes cannot be edited.
  init(
    of dump: DefaultsDump, _ arguments: Arguments, at now: Double
  ) throws(DefaultsDumpError) {
    saving = try SavedJokesEdit(
      of: dump, saving: arguments[.save].texts.map { JokeID($0) },
      unsaving: arguments[.unsave].texts.map { JokeID($0) }, at: now)
    let verdicts = arguments[.rate].verdicts.map { (JokeID($0.joke), $0.verdict) }
    rating = verdicts.isEmpty ? nil : try RatingsEdit(of: dump, rating: verdicts, at: now)
  }

  var edits: [DefaultsEdit] { saving.edits + (rating?.edits ?? []) }

  /// Whether a joke is saved or rated, so that the time matters.
  var needsTime: Bool {
    saving.steps.contains { $0.outcome != .unsaved && $0.outcome != .notSaved }
      || rating?.steps.contains { $0.outcome != .unrated && $0.outcome != .notRated } == true
  }

  /// Whether a dump has the planned result.
  ///
  /// - Throws: as `init`.
  func isCarriedOut(in dump: DefaultsDump) throws(DefaultsDumpError) -> Bool {
    guard try SavedJokes(of: dump) == saving.after else { return false }
    guard let rating else { return true }
    return try RatedJokes(of: dump) == rating.after
  }
}
