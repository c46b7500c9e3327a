import Formats
import Jokes
import Runs
import Scan
import SystemIO

/// Counts rating events, and everything about them that a summary tells.
///
/// A class, because the reader calls it and the run reads its counts.
final class EventCounter: RatingEventVisitor {
  /// Every vote, whosever it is.
  private(set) var tally = Tally()
  /// Events that count as neither, by what their rating is.
  private(set) var neutralCounts: [Rating: Int] = [:]
  /// Events whose rating is none of 1 to 5, by its label.
  private(set) var unexpectedCounts: [String: Int] = [:]
  private(set) var otherDocumentCount = 0
  /// Events that were met, whatever became of them.
  private(set) var eventCount = 0

  private(set) var seen: SeenDocuments
  private let counting: CountingJob
  private let rejectLog: RejectLog
  private let progress: RunProgress
  private let watchers: [any EventWatcher]

  init(
    _ job: CountingJob, rejectLog: RejectLog, progress: RunProgress, watchers: [any EventWatcher]
  ) {
    counting = job
    self.watchers = watchers
    seen = SeenDocuments(job.duplicates)
    self.rejectLog = rejectLog
    self.progress = progress
  }

  /// Events that were not, for their rating.
  var uncountedCount: Int {
    neutralCounts.values.reduce(0, +) + unexpectedCounts.values.reduce(0, +)
  }

  /// Events that the migration would change or delete.
  var unmigratedCount: Int {
    [Rating.four, .three, .two].reduce(0) { $0 + neutralCounts[$1, default: 0] }
  }

  var job: any RatingEventJob { counting }

  func take(_ outcomes: Range<Int>, of job: any RecordJob, from start: PartStart) throws {
    guard let job = job as? CountingJob else { preconditionFailure("another job's outcomes") }
    for number in outcomes {
      var event = job.outcomes[number]
      event.shift(by: start)
      try take(event, joke: job.jokes.span.extracting(event.joke))
    }
  }

  private func take(_ event: CountedEvent, joke: Span<UInt8>) throws {
    eventCount += 1
    rejectLog.recordCount += 1
    progress.recordCount += 1
    let fate = try fate(of: event, joke)
    for watcher in watchers { try watcher.watch(event, fate, joke: joke) }
  }

  private func fate(of event: CountedEvent, _ joke: Span<UInt8>) throws -> EventFate {
    if case .rejected(let reason) = event.fate {
      try rejectLog.reject(
        kind: "unusable event", reason, at: event.faultPlace, documentID: event.documentID,
        record: event.kept)
      return event.fate
    }
    guard
      try seen.counts(
        event.document, at: event.place, documentID: event.documentID)
    else { return .readBefore }
    switch event.fate {
    case .vote(let verdict): tally.count(joke, as: verdict)
    case .neutral(let rating): neutralCounts[rating, default: 0] += 1
    case .unexpected(let label): countUnexpected(rejectLog.redacted(label: label), event)
    case .readBefore, .rejected: break
    }
    return event.fate
  }

  private func countUnexpected(_ label: String, _ event: CountedEvent) {
    // Every value has a count of its own, but not without a bound.
    let isNew = unexpectedCounts[label] == nil
    unexpectedCounts[isNew && unexpectedCounts.count >= 64 ? "other values" : label, default: 0] +=
      1
    rejectLog.diagnostics.warning(
      "\(RatingReading.complaint(about: label)); not counted", kind: "unexpected rating",
      at: event.faultPlace, documentID: event.documentID)
  }

  func enter(_ counts: OrdinaryCounts) {
    eventCount += counts.total
    rejectLog.recordCount += counts.total
    progress.recordCount += counts.total
    for rating in Rating.allCases where counts[rating] > 0 && counting.scale.verdict(rating) == nil
    {
      neutralCounts[rating, default: 0] += counts[rating]
    }
  }

  func merge(_ tally: Tally) { self.tally.merge(tally) }

  func reject(_ problem: RecordProblem) throws { try rejectLog.reject(problem) }

  func passOver(documentCount: Int) { otherDocumentCount += documentCount }

  func advance(to byte: Int) { progress.advance(to: byte) }
}
