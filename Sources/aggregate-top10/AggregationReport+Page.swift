import Formats
import Jokes
import Runs
import Scan

// The page of an aggregation.
extension AggregationReport {
  func page() throws -> RunPage {
    let rejected = rejectLog.rejectCount == 0 ? "" : "; \(rejectLog.rejectedWords)"
    if run.arguments.emitsPartial {
      let counted = "\(Amount.count(rejectLog.recordCount, of: "event")) read for a partial result"
      return RunPage(RunPage.headline(counted + rejected, of: run))
    }
    return RunPage(
      RunPage.headline(counted + moved + rejected + written, of: run), tiles: tiles,
      sections: table.sections
        + [
          watchers.weeks(counter.counts).section(run.arguments.weekCounting),
          dedupeReport?.section, compatibilityReport?.section,
        ].compactMap { $0 })
  }

  private var counted: String {
    let total = countedCount
    let weeks = period == .allTime ? "" : " of \(period.id)"
    return total == 0
      ? "no rating\(weeks) counts, and the ranking is empty"
      : "\(Amount.count(total, of: "rating"))\(weeks) rank \(Amount.count(tally.jokeCount, of: "joke"))"
  }

  private var moved: String {
    guard let previous else { return "" }
    let count = ranking.changedPlaceCount(since: previous)
    let places = count == 0 ? "no place" : Amount.count(count, of: "place")
    let change = run.arguments.isDiscarding ? "would change" : "changed"
    return "; \(places) \(change) since the ranking before"
  }

  private var written: String {
    guard !run.arguments.isDiscarding, let path = run.arguments[.output], path != "-" else {
      return ""
    }
    return "; the ranking was written"
  }

  private var tiles: [(label: String, value: String)] {
    let leaders = BinaryRating.allCases.compactMap { verdict in
      ranking.list(verdict).jokes.first.map { ("most \(verdict.name)", $0.id.text) }
    }
    return [
      ("hilarious ratings", Amount.count(ranking.hilariousTotal)),
      ("horrible ratings", Amount.count(ranking.horribleTotal)),
    ] + leaders.map { (label: $0.0, value: $0.1) }
  }
}
