import Formats
import Jokes
import Runs
import Scan
import SystemIO

/// Counts rating events, and collects the numbers for the summary.
///
/// A class, because the reader calls it and the run reads its counts.
final class EventCounter: RatingEventVisitor {
  private var counts = Counts()
  /// The number of events by label of a rating other than 1 to 5.
  private(set) var unexpectedCounts: [String: Int] = [:]
  private(set) var otherDocumentCount = 0
  /// The number of events read, counted or not.
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

  /// The counts of ordinary events.
  ///
  /// One struct, so that Swift checks exclusive access once a part, not once an event.
  private struct Counts {
    var tally = Tally()
    /// Neutral events, indexed by the rating's raw value.
    var neutral = [0, 0, 0, 0, 0, 0]

    mutating func enter(_ events: [CountedEvent], jokes: Span<UInt8>) {
      for event in events {
        switch event.fate {
        case .vote(let verdict): tally.count(jokes.extracting(event.joke), as: verdict)
        case .neutral(let rating): neutral[rating.rawValue] += 1
        case .unexpected, .readBefore, .rejected: break
        }
      }
    }
  }

  /// The tally of every vote, whatever the vote policy.
  var tally: Tally { counts.tally }
  /// The number of events by each rating that is neither hilarious nor horrible.
  var neutralCounts: [Rating: Int] {
    let met = Rating.allCases.filter { counts.neutral[$0.rawValue] > 0 }
    return Dictionary(uniqueKeysWithValues: met.map { ($0, counts.neutral[$0.rawValue]) })
  }
  /// The number of events that do not count because of their rating.
  var uncountedCount: Int {
    neutralCounts.values.reduce(0, +) + unexpectedCounts.values.reduce(0, +)
  }

  /// The number of events rated 4, 3 or 2, which `migrate-ratings` would change or delete.
  var unmigratedCount: Int {
    [Rating.four, .three, .two].reduce(0) { $0 + neutralCounts[$1, default: 0] }
  }

  var job: any RatingEventJob { counting }

  func take(_ outcomes: Range<Int>, of job: any RecordJob, from start: PartStart) throws {
    guard let job = job as? CountingJob else { preconditionFailure("another job's outcomes") }
    eventCount += outcomes.count
    rejectLog.recordCount += outcomes.count
    progress.recordCount += outcomes.count
    var part = CountedEvents(outcomes, of: job, from: start)
    try settle(&part)
    counts.enter(part.events, jokes: part.jokes.span)
    for watcher in watchers { try watcher.watch(part) }
  }

  /// Rejects, drops duplicates and counts unexpected ratings, in the order of the events.
  private func settle(_ part: inout CountedEvents) throws {
    if counting.duplicates == .first { Self.fetch(part.events, from: &seen) }
    for index in part.events.indices { try settle(&part, at: index) }
  }

  private static func fetch(_ events: [CountedEvent], from seen: inout SeenDocuments) {
    for event in events {
      if let document = event.document { seen.fetch(document) }
    }
  }

  private func settle(_ part: inout CountedEvents, at index: Int) throws {
    let event = part.events[index]
    if case .rejected = event.fate {
      guard let details = part.details(of: event) else { return }
      return try rejectLog.reject(
        kind: "unusable event", details.complaint ?? "", at: details.faultPlace,
        documentID: details.documentID, record: details.kept)
    }
    if counting.duplicates != .count {
      let details = part.details(of: event)
      guard
        try seen.counts(event.document, at: details?.place, documentID: details?.documentID)
      else {
        part.events[index].fate = .readBefore
        return
      }
    }
    if case .unexpected = event.fate, let details = part.details(of: event) {
      countUnexpected(rejectLog.redacted(label: details.complaint ?? ""), details)
    }
  }

  private func countUnexpected(_ label: String, _ details: EventDetails) {
    // Bounds the number of distinct labels.
    let isNew = unexpectedCounts[label] == nil
    unexpectedCounts[isNew && unexpectedCounts.count >= 64 ? "other values" : label, default: 0] +=
      1
    rejectLog.diagnostics.warning(
      "\(RatingReading.complaint(about: label)); not counted", kind: "unexpected rating",
      at: details.faultPlace, documentID: details.documentID)
  }

  func enter(_ counts: OrdinaryCounts) {
    eventCount += counts.total
    rejectLog.recordCount += counts.total
    progress.recordCount += counts.total
    for rating in Rating.allCases where counts[rating] > 0 && counting.scale.verdict(rating) == nil
    {
      self.counts.neutral[rating.rawValue] += counts[rating]
    }
  }

  func merge(_ tally: Tally) { counts.tally.merge(tally) }

  func reject(_ problem: RecordProblem) throws { try rejectLog.reject(problem) }

  func passOver(documentCount: Int) { otherDocumentCount += documentCount }

  func advance(to byte: Int) { progress.advance(to: byte) }
}
