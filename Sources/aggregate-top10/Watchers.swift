import Jokes
import Runs

/// What a run looks at beside the count, as its options ask.
struct Watchers {
  /// Which votes of one device count.
  let policy: VotePolicy
  let explainer: VoteExplainer?
  private let votes: VoteWatcher?
  private let script: ScriptWatcher?

  /// - Parameter result: where an explanation goes, where one is asked for.
  init(_ run: ToolRun, _ rejectLog: RejectLog, result: ResultFile?) throws {
    let arguments = run.arguments
    policy = arguments[.dedupe]
    let job = arguments.job
    votes = job.policies.isEmpty ? nil : VoteWatcher(job.policies)
    script = arguments[.compatReport] ? ScriptWatcher() : nil
    if let result, let joke = arguments[.explain] {
      explainer = VoteExplainer(
        of: JokeID(joke), policy, rejectLog, try result.open(for: run),
        VoteListing(as: arguments[.explainAs], width: try result.width(run)))
    } else {
      explainer = nil
    }
  }

  /// All of them.
  var all: [any EventWatcher] {
    let watchers: [(any EventWatcher)?] = [votes, script, explainer]
    return watchers.compactMap { $0 }
  }

  /// The book of the policy; nil where every vote counts.
  var book: VoteBook? { votes?[policy] }

  /// What each policy would make of the ranking, where that is asked for.
  func dedupeReport(
    _ run: ToolRun, everyVote tally: Tally, _ ranking: Ranking
  ) -> DedupeReport? {
    guard let votes, run.arguments[.dedupeReport] else { return nil }
    let length = run.arguments[.top]
    return DedupeReport(
      [DedupeReport.Row(ofEveryVote: tally, length: length, comparedWith: ranking)]
        + votes.books.map { DedupeReport.Row($0, length: length, comparedWith: ranking) })
  }

  /// What the app's own script would make of the events, where that is asked for.
  func compatibilityReport(
    _ run: ToolRun, _ rejectLog: RejectLog, _ ranking: Ranking
  ) -> CompatibilityReport? {
    guard let script else { return nil }
    let comparison = script.comparison
    let rows = ScriptComparison.Difference.allCases.compactMap { difference in
      comparison.counts[difference].map { count in
        let first = script.firstPlaces[difference]
        return CompatibilityReport.Row(
          difference, count: count,
          place: first.map { rejectLog.redacted($0.place, of: $0.documentID) },
          documentID: first?.documentID.map(rejectLog.redacted(documentID:)))
      }
    }
    return CompatibilityReport(
      rows, script: comparison.ranking(length: run.arguments[.top]), comparedWith: ranking)
  }
}

extension Arguments {
  /// What is asked of each event.
  var job: CountingJob {
    CountingJob(
      scale: self[.scale], duplicates: self[.duplicates],
      policies: VotePolicy.allCases.filter { each in
        each != .everyVote && (self[.dedupeReport] || each == self[.dedupe])
      },
      comparesScript: self[.compatReport], explained: self[.explain].map { JokeID($0) })
  }
}
