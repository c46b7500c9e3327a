import Formats
import Jokes
import Runs
import Scan
import SystemIO

/// The optional reports of a run, which watch the events besides the count.
///
/// A class, because the count calls it and the run reads its results.
final class Watchers {
  /// The policy on several votes of one device.
  let policy: VotePolicy
  let explainer: VoteExplainer?
  /// The votes of devices under several policies.
  private var books: [VoteBook]
  /// The app's own script, simulated; nil without `--compat-report`.
  private var comparison: ScriptComparison?
  /// The place and id of the first event of each kind of difference.
  private var firstPlaces: CompatibilityReport.Places = [:]

  init(_ run: ToolRun, _ rejectLog: RejectLog, _ outputs: OutputSet) throws {
    let arguments = run.arguments
    policy = arguments[.dedupe]
    books = arguments.job.policies.map { VoteBook($0) }
    comparison = arguments[.compatReport] ? ScriptComparison() : nil
    if let joke = arguments[.explain] {
      explainer = VoteExplainer(
        of: JokeID(joke), policy, rejectLog, try outputs.openResult(),
        as: arguments[.explainAs], width: try outputs.resultWidth())
    } else {
      explainer = nil
    }
  }

  /// Watches the events of a part, in order.
  func watch(_ part: CountedEvents) throws {
    for index in books.indices {
      Self.enter(part.events, jokes: part.jokes.span, part.weeks, in: &books[index])
    }
    if comparison != nil { compare(part) }
    try explainer?.watch(part)
  }

  private static func enter(
    _ events: [CountedEvent], jokes: Span<UInt8>, _ weeks: WeekCounting, in book: inout VoteBook
  ) {
    for (index, event) in events.enumerated() {
      for ahead in CountedEvents.fetched(at: index, of: events) {
        if let vote = ahead.countedVote { book.fetch(vote) }
      }
      if let vote = event.countedVote {
        let pair = book.weeks.isFull(weeks) ? 0..<0 : event.pair(weeks)
        book.enter(vote, for: jokes.extracting(event.joke), in: jokes.extracting(pair))
      }
    }
  }

  private func compare(_ part: CountedEvents) {
    for event in part.events {
      // The script reads Firestore, which cannot hold a duplicate or ambiguous document.
      if case .readBefore = event.fate { continue }
      guard let details = part.details(of: event), !details.isAmbiguous,
        let script = details.script,
        let difference = comparison?.enter(
          joke: script.joke, rating: script.rating, here: event.fate.verdict),
        firstPlaces[difference] == nil
      else { continue }
      firstPlaces[difference] = (details.place, details.documentID)
    }
  }

  /// The votes under `--dedupe`; nil if every vote counts.
  var book: VoteBook? { books.first { $0.policy == policy } }

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
    guard !books.isEmpty, run.arguments[.dedupeReport] else { return nil }
    return DedupeReport(
      everyVote: tally, books, length: run.arguments[.top], comparedWith: ranking)
  }

  /// Compares the count with the app's own script; nil without `--compat-report`.
  func compatibilityReport(
    _ run: ToolRun, _ rejectLog: RejectLog, _ ranking: Ranking
  ) -> CompatibilityReport? {
    comparison.map {
      CompatibilityReport(
        $0, firstPlaces, rejectLog.redactor, length: run.arguments[.top], comparedWith: ranking)
    }
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
      ranksVotes: self[.dedupe] != .everyVote || weekRange != nil || weekCounting == .jokes,
      comparesScript: self[.compatReport], range: weekRange, weeks: weekCounting,
      explained: self[.explain].map { JokeID($0) })
  }
}
