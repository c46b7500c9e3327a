import Jokes
import Runs

/// The optional watchers of a run, and the reports made from them.
struct Watchers {
  /// The policy on several votes of one device.
  let policy: VotePolicy
  let explainer: VoteExplainer?
  private let votes: VoteWatcher?
  private let script: ScriptWatcher?

  init(_ run: ToolRun, _ rejectLog: RejectLog, _ outputs: OutputSet) throws {
    let arguments = run.arguments
    policy = arguments[.dedupe]
    let job = arguments.job
    votes = job.policies.isEmpty ? nil : VoteWatcher(job.policies)
    script = arguments[.compatReport] ? ScriptWatcher() : nil
    if let joke = arguments[.explain] {
      explainer = VoteExplainer(
        of: JokeID(joke), policy, rejectLog, try outputs.openResult(),
        as: arguments[.explainAs], width: try outputs.resultWidth())
    } else {
      explainer = nil
    }
  }

  /// All watchers of the run.
  var all: [any EventWatcher] {
    let watchers: [(any EventWatcher)?] = [votes, script, explainer]
    return watchers.compactMap { $0 }
  }

  /// The votes under `--dedupe`; nil if every vote counts.
  var book: VoteBook? { votes?[policy] }

  /// The counts by week: of all votes, or of those that the vote policy counts.
  func weeks(_ counts: RankingCounts) -> WeeklyTally {
    guard let book else { return counts.weeks }
    var tally = counts.weeks
    tally.merge(book.weeks)
    return tally
  }

  /// Compares the rankings under each policy; nil without `--dedupe-report`.
  func dedupeReport(
    _ run: ToolRun, everyVote tally: Tally, _ ranking: Ranking
  ) -> DedupeReport? {
    guard let votes, run.arguments[.dedupeReport] else { return nil }
    let length = run.arguments[.top]
    return DedupeReport(
      [DedupeReport.Row(ofEveryVote: tally, length: length, comparedWith: ranking)]
        + votes.books.map { DedupeReport.Row($0, length: length, comparedWith: ranking) })
  }

  /// Compares the count with the app's own script; nil without `--compat-report`.
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
          place: first.map { rejectLog.redactor.redact($0.place, of: $0.documentID) },
          documentID: first?.documentID.map(rejectLog.redactor.redact(documentID:)))
      }
    }
    return CompatibilityReport(
      rows, script: comparison.ranking(length: run.arguments[.top]), comparedWith: ranking)
  }
}

extension Arguments {
  /// The job for the options.
  var job: CountingJob {
    CountingJob(
      scale: self[.scale], duplicates: self[.duplicates],
      policies: VotePolicy.allCases.filter { each in
        each != .everyVote && (self[.dedupeReport] || each == self[.dedupe])
      },
      comparesScript: self[.compatReport], range: weekRange, weeks: weekCounting,
      explained: self[.explain].map { JokeID($0) })
  }
}
