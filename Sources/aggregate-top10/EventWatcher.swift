import Formats
import Jokes
import Runs
import Scan
import SystemIO

/// The fate of a rating event in the count.
enum EventFate: Sendable {
  case vote(BinaryRating)
  /// A rating that is neither hilarious nor horrible.
  case neutral(Rating)
  /// A rating other than 1 to 5.
  case unexpected
  /// Of a week that was not asked for.
  case otherWeek
  /// Of no week that ISO 8601 has, while only some weeks are asked for.
  case noWeek
  /// A duplicate of a document read earlier.
  case readBefore
  case rejected

  /// The verdict of a counted vote, otherwise nil.
  var verdict: BinaryRating? {
    if case .vote(let verdict) = self { verdict } else { nil }
  }

  /// Whether the event is usable, and of the weeks that were asked for.
  var isInRange: Bool {
    switch self {
    case .vote, .neutral, .unexpected: true
    case .otherWeek, .noWeek, .readBefore, .rejected: false
    }
  }
}

/// Observes events besides the count, for the optional reports.
protocol EventWatcher: AnyObject {
  /// Observes the events of a part, in order.
  func watch(_ part: CountedEvents) throws
}

/// Counts the votes of devices under several policies.
///
/// A class, because the count calls it and the run reads its results.
final class VoteWatcher: EventWatcher {
  private(set) var books: [VoteBook]

  init(_ policies: [VotePolicy]) { books = policies.map { VoteBook($0) } }

  func watch(_ part: CountedEvents) {
    for index in books.indices {
      Self.enter(part.events, jokes: part.jokes.span, part.weeks, in: &books[index])
    }
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

  /// The votes under a policy.
  subscript(_ policy: VotePolicy) -> VoteBook? { books.first { $0.policy == policy } }
}

/// Simulates the app's own script, and notes the first place of each kind of difference.
final class ScriptWatcher: EventWatcher {
  private(set) var comparison = ScriptComparison()
  private(set) var firstPlaces: [ScriptComparison.Difference: FirstPlace] = [:]

  /// The place and id of an event.
  typealias FirstPlace = (place: Place, documentID: String?)

  func watch(_ part: CountedEvents) {
    for event in part.events {
      // The script reads Firestore, which cannot hold a duplicate or ambiguous document.
      if case .readBefore = event.fate { continue }
      if let details = part.details(of: event), !details.isAmbiguous { watch(event, details) }
    }
  }

  private func watch(_ event: CountedEvent, _ details: EventDetails) {
    guard let script = details.script else { return }
    let difference = comparison.enter(
      joke: script.joke, rating: script.rating, here: event.fate.verdict)
    guard let difference, firstPlaces[difference] == nil else { return }
    firstPlaces[difference] = FirstPlace(details.place, details.documentID)
  }
}

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
      ranksVotes: self[.dedupe] != .everyVote || weekRange != nil || weekCounting == .jokes,
      comparesScript: self[.compatReport], range: weekRange, weeks: weekCounting,
      explained: self[.explain].map { JokeID($0) })
  }
}
