import Formats
import Jokes
import Runs
import Scan
import SystemIO

/// The report of a finished edit: facts, closing lines and exit status.
struct EditReport: RewriteReport {
  let edit: DumpEdit
  let rewriter: Rewriter
  let rejectLog: RejectLog
  let now: Timestamp

  var result: String { "edited" }

  var counts: [Fact] {
    let outcomes: [(String, SavedJokesEdit.Outcome)] = [
      ("saved", .saved), ("renewed", .renewed), ("already_saved", .alreadySaved),
      ("unsaved", .unsaved), ("not_saved", .notSaved),
    ]
    let saving = edit.saving
    let (before, after) = (saving.before.newestFirst.count, saving.after.newestFirst.count)
    return [
      Fact("jokes", outcomes.map { Fact($0, saving.count(of: $1)) }),
      Fact(line: savedLine), Fact(line: unsavedLine), ratings,
      Fact(
        "saved_before", before,
        line: saving.steps.isEmpty
          ? nil : "saved jokes: \(Amount.count(before)) before, \(Amount.count(after)) after"),
      Fact("saved_after", after), rewriter.pass.bytesRead,
    ]
  }

  private var savedLine: String? {
    if arguments[.save].texts.isEmpty { return nil }
    return "to save: \(count(of: .saved)) \(verb)saved, \(count(of: .renewed)) \(verb)saved again, "
      + "\(count(of: .alreadySaved)) saved at this time already"
  }

  private var unsavedLine: String? {
    if arguments[.unsave].texts.isEmpty { return nil }
    return "to unsave: \(count(of: .unsaved)) \(verb)unsaved, "
      + "\(count(of: .notSaved)) not saved anyway"
  }

  /// What became of the ratings; nothing if no joke is rated.
  private var ratings: Fact {
    let outcomes: [(String, RatingsEdit.Outcome)] = [
      ("rated", .rated), ("changed", .changed), ("renewed", .renewed),
      ("already_rated", .alreadyRated), ("unrated", .unrated), ("not_rated", .notRated),
    ]
    guard let rating = edit.rating else { return Fact("ratings", nil as [Fact]?) }
    func count(_ outcome: RatingsEdit.Outcome) -> String {
      Amount.count(rating.count(of: outcome))
    }
    return Fact(
      "ratings", outcomes.map { Fact($0, rating.count(of: $1)) },
      line: "to rate: \(count(.rated)) \(verb)rated, \(count(.changed)) \(verb)rated otherwise, "
        + "\(count(.renewed)) \(verb)rated again, \(count(.alreadyRated)) rated so already; "
        + "\(count(.unrated)) \(verb)unrated, \(count(.notRated)) not rated anyway")
  }

  private var verb: String { arguments.auxiliary }

  private func count(of outcome: SavedJokesEdit.Outcome) -> String {
    Amount.count(edit.saving.count(of: outcome))
  }

  /// The suggested next command: undo the run, or show the jokes of the written file.
  var nextStep: String? {
    if let step = stepAfterRewriting { return step }
    return writtenPath.map {
      if edit.saving.steps.isEmpty {
        return "to see the rated jokes: "
          + run.command(of: "preview-feed CATALOGUE", reading: [$0], "--rated hilarious")
      }
      return "to see them: \(run.command(reading: [$0], "--list"))"
    }
  }

  var decided: [String: String] { ["now": now.description] }
}

extension Arguments {
  /// What comes before “saved” in messages if nothing is saved, as in a dry run.
  var auxiliary: String { isDiscarding ? "would be " : "" }
}
