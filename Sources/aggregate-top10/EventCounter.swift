import Formats
import Jokes
import Runs
import Scan
import SystemIO

/// Counts rating events, and collects the numbers for the summary.
///
/// A class, because the reader calls it and the run reads its counts.
final class EventCounter: DocumentVisitor {
  /// The counts so far; of every vote, unless a vote policy makes the only tally.
  private(set) var counts = RankingCounts()
  private(set) var seen: SeenDocuments
  private let counting: CountingJob
  private let rejectLog: RejectLog
  private let progress: RunProgress
  private let watchers: Watchers

  /// Whether votes are tallied here, not only under a policy; and whether by week, too.
  private let tallying: (all: Bool, weeks: Bool)

  /// - Parameter tallying: whether the tallies of every vote, of all time and of weeks, are needed.
  init(
    _ job: CountingJob, tallying: (all: Bool, weeks: Bool), rejectLog: RejectLog,
    progress: RunProgress, watchers: Watchers
  ) {
    counting = job
    self.tallying = tallying
    self.watchers = watchers
    seen = SeenDocuments(job.duplicates)
    self.rejectLog = rejectLog
    self.progress = progress
  }

  /// Adds counts that were made elsewhere.
  func add(_ counts: RankingCounts) { self.counts.merge(counts) }

  /// Returns the counts so far, and begins new ones.
  func takeCounts() -> RankingCounts {
    var taken = RankingCounts()
    swap(&taken, &counts)
    return taken
  }

  var job: any DocumentJob { counting }

  func take(_ outcomes: Range<Int>, of job: any RecordJob, from start: PartStart) throws {
    guard let job = job as? CountingJob else { preconditionFailure("another job's outcomes") }
    counts.eventCount += outcomes.count
    rejectLog.recordCount += outcomes.count
    progress.recordCount += outcomes.count
    var part = CountedEvents(outcomes, of: job, from: start)
    try settle(&part, &seen)
    counts.enter(part.events, jokes: part.jokes.span, tallying)
    if job.weeks != .none { counts.enterWeeks(of: part, tallying.weeks) }
    try watchers.watch(part)
  }

  /// Rejects, drops duplicates and counts unexpected ratings, in the order of the events.
  ///
  /// - Parameter seen: the counter's own, so that Swift checks exclusive access once a part.
  private func settle(_ part: inout CountedEvents, _ seen: inout SeenDocuments) throws {
    // Marked afterwards, because the first mark copies the events.
    var repeated: [Int] = []
    for (index, event) in part.events.enumerated() {
      if counting.hasKeys {
        for ahead in CountedEvents.fetched(at: index, of: part.events) {
          if let document = ahead.document { seen.fetch(document) }
        }
      }
      if case .rejected = event.fate {
        try reject(event, of: part)
      } else if counting.hasKeys, try Self.isRepeated(event, of: part, &seen) {
        repeated.append(index)
      } else if case .unexpected = event.fate {
        countUnexpected(event, of: part)
      }
    }
    for index in repeated { part.events[index].fate = .readBefore }
  }

  private static func isRepeated(
    _ event: CountedEvent, of part: CountedEvents, _ seen: inout SeenDocuments
  ) throws -> Bool {
    try !seen.counts(
      event.document, at: part.details(of: event)?.place,
      documentID: part.details(of: event)?.documentID)
  }

  private func reject(_ event: CountedEvent, of part: CountedEvents) throws {
    guard let details = part.details(of: event) else { return }
    try rejectLog.reject(
      kind: "unusable event", details.complaint ?? "", at: details.faultPlace,
      documentID: details.documentID, record: details.kept)
  }

  private func countUnexpected(_ event: CountedEvent, of part: CountedEvents) {
    guard let details = part.details(of: event) else { return }
    let label = details.complaint ?? ""
    counts.unexpected.add(label)
    rejectLog.diagnostics.warning(
      "\(RatingReading.complaint(about: rejectLog.redactor.redact(label: label))); not counted",
      kind: "unexpected rating",
      at: details.faultPlace, documentID: details.documentID)
  }

  func enter(_ counts: OrdinaryCounts) {
    self.counts.eventCount += counts.total
    rejectLog.recordCount += counts.total
    progress.recordCount += counts.total
    for rating in Rating.allCases where counts[rating] > 0 && counting.scale.verdict(rating) == nil
    {
      self.counts.neutral.count(rating, times: counts[rating])
    }
  }

  func merge(_ tally: Tally) { counts.tally.merge(tally) }

  func reject(_ problem: RecordProblem) throws { try rejectLog.reject(problem) }

  func passOver(documentCount: Int, recordCount: Int) { counts.otherDocumentCount += documentCount }

  func advance(to byte: Int) { progress.advance(to: byte) }
}

extension RankingCounts {
  /// Counts the events of a part.
  ///
  /// A method of the struct, so that Swift checks exclusive access once a part, not once an event.
  fileprivate mutating func enter(
    _ events: [CountedEvent], jokes: Span<UInt8>, _ tallying: (all: Bool, weeks: Bool)
  ) {
    for event in events {
      switch event.fate {
      case .vote(let verdict):
        if tallying.all { tally.count(jokes.extracting(event.joke), as: verdict) }
      case .neutral(let rating): neutral.count(rating)
      case .otherWeek: otherWeekCount += 1
      case .noWeek: noWeekCount += 1
      case .unexpected, .readBefore, .rejected: break
      }
    }
  }

  /// Counts the events of a part by week.
  ///
  /// - Parameter isTallying: whether the votes are; a policy may leave some out and tally the rest.
  fileprivate mutating func enterWeeks(
    of part: CountedEvents, _ isTallying: Bool
  ) {
    let jokes = part.jokes.span
    for event in part.events where event.fate.isInRange {
      if event.weekByteCount == 0 {
        noWeekCount += 1
      } else if weeks.isFull(part.weeks) {
        continue
      } else if let verdict = event.fate.verdict {
        if isTallying { weeks.count(jokes.extracting(event.pair(part.weeks)), as: verdict) }
      } else {
        weeks.enter(jokes.extracting(event.pair(part.weeks)))
      }
    }
  }
}

extension WeeklyTally {
  /// Whether there are too many labels to count on for a chart.
  func isFull(_ weeks: WeekCounting) -> Bool {
    weeks == .totals && pairCount > WeekCounting.chartLimit
  }
}
