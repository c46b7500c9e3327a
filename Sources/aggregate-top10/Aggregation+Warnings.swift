import Formats
import Jokes
import Runs
import Scan
import SystemIO

/// The warnings about what was counted.
extension Aggregation {
  /// Warns of events that do not count, or whose duplicates cannot be detected.
  func warn() {
    if counter.seen.namelessCount > 0 {
      run.diagnostics.warning(
        "\(Amount.count(counter.seen.namelessCount, of: "event")) without an id counted: "
          + "duplicates among them cannot be detected")
    }
    warnOfWeeks()
    if let book = watchers.book, book.untoldCount > 0 {
      let missing = book.policy == .week ? "a device or a week" : "a device"
      run.diagnostics.warning(
        "\(Amount.count(book.untoldCount, of: "vote")) without \(missing) counted: "
          + "repeated votes among them cannot be detected")
    }
    // If that stops the run, its error covers this.
    guard settings.scale == .binary, !isUnmigrated else { return }
    let old = [Rating.four, .three, .two].compactMap { rating in
      counter.counts.neutralCounts[rating].map { "\(Amount.count($0)) rated \(rating.rawValue)" }
    }
    if !old.isEmpty {
      run.diagnostics.warning(
        "\(old.joined(separator: ", ")) not counted: this export is not migrated to binary ratings",
        hint: "run migrate-ratings first, or count with --scale five-point")
    }
  }

  private func warnOfWeeks() {
    weeks?.warn(rejectLog)
    let count = counter.counts.noWeekCount
    // Without rankings of weeks, the weeks of all events are only drawn.
    if count == 0 || period == .allTime && run.arguments[.by] != .week { return }
    run.diagnostics.warning(
      Amount.count(count, of: "event")
        + (period == .allTime
          ? " without a week_id that can name a document: in no ranking of a week"
          : " not counted: 'week_id' is not a week of ISO 8601"))
  }

  /// Warns if no event counts, so that the ranking is empty.
  func warnOfEmptiness(_ ranking: Ranking) {
    guard ranking.hilariousTotal + ranking.horribleTotal == 0 else { return }
    let reason =
      if rejectLog.recordCount == 0 {
        "there are no rating events"
      } else if let range = run.arguments.weekRange, askedCount <= rejectLog.rejectCount {
        "no rating event is of \(range.words)"
      } else {
        "no event counts"
      }
    run.diagnostics.warning("\(reason): the ranking is empty")
  }
}
