import ByteIO
import Console
import Formats
import Jokes
import Wiring

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
  private let scale: RatingScale
  private let ledger: Ledger
  private let progress: RunProgress
  private let watchers: [any EventWatcher]

  init(
    scale: RatingScale, duplicates: DuplicatePolicy, ledger: Ledger, progress: RunProgress,
    watchers: [any EventWatcher]
  ) {
    self.scale = scale
    self.watchers = watchers
    seen = SeenDocuments(duplicates)
    self.ledger = ledger
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

  func visit(_ event: RatingEventDocument) throws -> Decision {
    eventCount += 1
    ledger.recordCount += 1
    progress.recordCount += 1
    let fate = try fate(of: event)
    for watcher in watchers { try watcher.watch(event, fate) }
    return .keep
  }

  private func fate(of event: RatingEventDocument) throws -> EventFate {
    if let ambiguity = event.ambiguity {
      return try reject(event, ambiguity.reason, at: ambiguity.place)
    }
    if let reason = event.unrankableReason {
      return try reject(event, reason, at: event.record.place)
    }
    return try seen.counts(event) ? count(event) : .readBefore
  }

  private func count(_ event: RatingEventDocument) -> EventFate {
    switch event.reading {
    case .rating(let rating):
      if let verdict = scale.verdict(rating) {
        event.withJokeID { tally.count($0, as: verdict) }
        return .vote(verdict)
      }
      neutralCounts[rating, default: 0] += 1
      return .neutral(rating)
    case .unexpected(let value):
      let label = ledger.redacted(label: value)
      // Every value has a count of its own, but not without a bound.
      let isNew = unexpectedCounts[label] == nil
      unexpectedCounts[
        isNew && unexpectedCounts.count >= 64 ? "other values" : label, default: 0] +=
        1
      ledger.diagnostics.warning(
        "\(RatingReading.complaint(about: label)); not counted", kind: "unexpected rating",
        at: event.ratingPlace, documentID: event.identity?.id)
      return .unexpected(label: label)
    }
  }

  private func reject(
    _ event: RatingEventDocument, _ reason: String, at place: Place
  ) throws -> EventFate {
    try ledger.reject(
      kind: "unusable event", reason, at: place, documentID: event.identity?.id,
      record: event.kept)
    return .rejected(reason: reason)
  }

  /// Duplicates are told apart by looking at each event, and so are all for who watches.
  var ordinaryRule: OrdinaryRule? {
    seen.policy == .count && watchers.isEmpty ? OrdinaryRule(verdict: scale.verdict) : nil
  }

  func enter(_ counts: OrdinaryCounts) {
    eventCount += counts.total
    ledger.recordCount += counts.total
    progress.recordCount += counts.total
    for rating in Rating.allCases where counts[rating] > 0 && scale.verdict(rating) == nil {
      neutralCounts[rating, default: 0] += counts[rating]
    }
  }

  func merge(_ tally: Tally) { self.tally.merge(tally) }

  func reject(_ problem: RecordProblem) throws { try ledger.reject(problem) }

  func passOver(documentCount: Int) { otherDocumentCount += documentCount }

  func advance(to byte: Int) { progress.advance(to: byte) }
}
