import Console
import Jokes
import Reports
import Wiring

/// What a run looks at beside the count, as its options ask.
struct Watchers {
  /// Which votes of one device count.
  let policy: VotePolicy
  let explainer: VoteExplainer?
  private let votes: VoteWatcher?
  private let script: ScriptWatcher?

  /// - Parameter result: where an explanation goes, where one is asked for.
  init(_ run: ToolRun<AggregateTop10.Options>, _ ledger: Ledger, result: ResultFile?) throws {
    let options = run.options
    policy = options.dedupe
    let job = options.job
    votes = job.policies.isEmpty ? nil : VoteWatcher(job.policies)
    script = options.reportsCompatibility ? ScriptWatcher() : nil
    if let result, let joke = options.explained {
      explainer = VoteExplainer(
        of: JokeID(joke), policy, ledger, try result.open(for: run),
        VoteListing(as: options.explanationShape, width: try result.width(run)))
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
    _ run: ToolRun<AggregateTop10.Options>, everyVote tally: Tally, _ ranking: Ranking
  ) -> DedupeReport? {
    guard let votes, run.options.reportsDedupe else { return nil }
    let length = run.options.length
    return DedupeReport(
      [DedupeReport.Row(ofEveryVote: tally, length: length, comparedWith: ranking)]
        + votes.books.map { DedupeReport.Row($0, length: length, comparedWith: ranking) })
  }

  /// What the app's own script would make of the events, where that is asked for.
  func compatibilityReport(
    _ run: ToolRun<AggregateTop10.Options>, _ ledger: Ledger, _ ranking: Ranking
  ) -> CompatibilityReport? {
    guard let script else { return nil }
    let comparison = script.comparison
    let rows = ScriptComparison.Difference.allCases.compactMap { difference in
      comparison.counts[difference].map { count in
        let first = script.firstPlaces[difference]
        return CompatibilityReport.Row(
          difference, count: count,
          place: first.map { ledger.redacted($0.place, of: $0.documentID) },
          documentID: first?.documentID.map(ledger.redacted(documentID:)))
      }
    }
    return CompatibilityReport(
      rows, script: comparison.ranking(length: run.options.length), comparedWith: ranking)
  }
}

extension AggregateTop10.Options {
  /// What is asked of each event.
  var job: CountingJob {
    CountingJob(
      scale: scale, duplicates: duplicates,
      policies: VotePolicy.allCases.filter { each in
        each != .everyVote && (reportsDedupe || each == dedupe)
      },
      comparesScript: reportsCompatibility, explained: explained.map { JokeID($0) })
  }
}
