import ByteIO
import Console
import Formats
import Jokes
import Wiring

/// Counts rating events, and everything about them that a summary tells.
///
/// A class, because the reader calls it and the run reads its counts.
final class EventCounter: RatingEventVisitor {
  private(set) var tally = Tally()
  /// Events that count as neither, by what their rating is.
  private(set) var neutralCounts: [Rating: Int] = [:]
  /// Events whose rating is none of 1 to 5, by its label.
  private(set) var unexpectedCounts: [String: Int] = [:]
  private(set) var otherDocumentCount = 0

  private(set) var seen: SeenDocuments
  private let scale: RatingScale
  private let ledger: Ledger
  private let progress: RunProgress

  init(
    scale: RatingScale, duplicates: DuplicatePolicy, ledger: Ledger, progress: RunProgress
  ) {
    self.scale = scale
    seen = SeenDocuments(duplicates)
    self.ledger = ledger
    self.progress = progress
  }

  /// Events that were counted as hilarious or horrible.
  var countedCount: Int { tally.hilariousTotal + tally.horribleTotal }
  /// Events that were not, for their rating.
  var uncountedCount: Int {
    neutralCounts.values.reduce(0, +) + unexpectedCounts.values.reduce(0, +)
  }

  func visit(_ event: RatingEventDocument) throws -> Decision {
    ledger.recordCount += 1
    progress.recordCount += 1
    if let ambiguity = event.ambiguity {
      try reject(event, ambiguity.reason, at: ambiguity.place)
    } else if let reason = event.unrankableReason {
      try reject(event, reason, at: event.record.place)
    } else if try seen.counts(event) {
      count(event)
    }
    return .keep
  }

  private func count(_ event: RatingEventDocument) {
    switch event.reading {
    case .rating(let rating):
      if let verdict = scale.verdict(rating) {
        event.withJokeID { tally.count($0, as: verdict) }
      } else {
        neutralCounts[rating, default: 0] += 1
      }
    case .unexpected(let label):
      // Every value has a count of its own, but not without a bound.
      let isNew = unexpectedCounts[label] == nil
      unexpectedCounts[
        isNew && unexpectedCounts.count >= 64 ? "other values" : label, default: 0] +=
        1
      ledger.diagnostics.warning(
        "\(RatingReading.complaint(about: label)); not counted", kind: "unexpected rating",
        at: event.ratingPlace, documentID: event.identity?.id)
    }
  }

  private func reject(_ event: RatingEventDocument, _ reason: String, at place: Place) throws {
    try ledger.reject(
      kind: "unusable event", reason, at: place, documentID: event.identity?.id,
      record: event.kept)
  }

  /// Duplicates are told apart by looking at each event.
  var ordinaryRule: OrdinaryRule? {
    seen.policy == .count ? OrdinaryRule(verdict: scale.verdict) : nil
  }

  func enter(_ counts: OrdinaryCounts) {
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
