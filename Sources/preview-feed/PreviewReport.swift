import Jokes
import Runs
import Scan
import SystemIO

/// The report of a finished preview: facts, closing lines and exit status.
struct PreviewReport: RunReport {
  let run: ToolRun
  let pass: InputPass
  let date: CalendarDate
  let rejectLog: RejectLog
  let catalogue: CatalogueCollector
  /// Nil until the guards have passed.
  var made: PreviewResult?

  var record: InputRecord? { pass.record }
  var status: ExitStatus { rejectLog.rejectCount > 0 ? .doneWithRejects : .done }

  var facts: [Fact] {
    let tiers = tierCounts
    let words = tiers.map { ", \(Amount.count($0.count)) \($0.tier.name)" }.joined()
    return [
      Fact("date", "\(date)"),
      Fact(
        "jokes", rejectLog.recordCount,
        line: "catalogue: \(Amount.count(rejectLog.recordCount, of: "joke")) read, "
          + rejectLog.rejectedWords),
      Fact("rejects", rejectLog.rejectCount),
      .otherDocuments(catalogue.otherDocumentCount, "skipped"),
      Fact(
        "shown", made?.shown?.count,
        line: made?.shown.map { "shown: \(Amount.count($0.count, of: "joke"))\(words)" }),
    ] + tiers.map { Fact($0.tier.name, $0.count) } + [
      pass.bytesRead, .outputs(made.map { [$0.output] } ?? []),
    ]
  }

  /// The number of shown jokes in each tier; empty for saved jokes.
  private var tierCounts: [(tier: FeedOrder.Tier, count: Int)] {
    guard case .feed(let order)? = made?.order, let shown = made?.shown else { return [] }
    var counts: [FeedOrder.Tier: Int] = [:]
    for joke in shown { counts[order.tier(of: joke.id), default: 0] += 1 }
    return FeedOrder.Tier.allCases.map { ($0, counts[$0] ?? 0) }
  }

  var closing: [String] { made.map { run.arguments.closing($0.output) } ?? [] }

  var decided: [String: String] { ["date": "\(date)"] }
}
