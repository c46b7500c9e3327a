import Jokes
import Runs
import Scan
import SystemIO

/// What a person, and a program, are told of a finished preview, beside the preview itself.
struct PreviewReport {
  let run: ToolRun
  let record: InputRecord
  let date: CalendarDate
  let rejectLog: RejectLog
  let catalogue: CatalogueCollector
  let made: PreviewResult
  let byteCountRead: Int
  let seconds: Double

  /// How the run ends.
  var status: ExitStatus { rejectLog.rejectCount > 0 ? .doneWithRejects : .done }

  // MARK: For a person

  var text: String { ReportText.of(counts + closing) }

  private var counts: [String] {
    var lines = [
      "catalogue: \(Amount.count(rejectLog.recordCount, of: "joke")) read, "
        + rejectLog.rejectedWords
    ]
    if catalogue.otherDocumentCount > 0 {
      lines.append(
        "other collections: "
          + "\(Amount.count(catalogue.otherDocumentCount, of: "document")) passed over")
    }
    if let shown = made.shown {
      let tiers = tierCounts.map { ", \(Amount.count($0.count)) \($0.tier.name)" }.joined()
      lines.append("shown: \(Amount.count(shown.count, of: "joke"))\(tiers)")
    }
    lines.append(ReportText.bytesRead(byteCountRead, seconds: seconds))
    return lines.map { "  " + $0 }
  }

  /// How many of the jokes shown are in each tier; of saved jokes nothing.
  private var tierCounts: [(tier: FeedOrder.Tier, count: Int)] {
    guard case .feed(let order) = made.order, let shown = made.shown else { return [] }
    var counts: [FeedOrder.Tier: Int] = [:]
    for joke in shown { counts[order.tier(of: joke.id), default: 0] += 1 }
    return FeedOrder.Tier.allCases.map { ($0, counts[$0] ?? 0) }
  }

  private var closing: [String] { run.arguments.closing(made.output) }

  // MARK: For a program

  func summary() throws -> FinishedOutput? {
    try RunSummary.make(
      of: run, tool: PreviewFeed.tool.name, status: status,
      provenance: RunProvenance(of: run, record, with: ["date": "\(date)"])
    ) { summary in
      summary.member("date", "\(date)")
      summary.member("jokes", rejectLog.recordCount)
      summary.member("rejects", rejectLog.rejectCount)
      summary.member("other_documents", catalogue.otherDocumentCount)
      if let shown = made.shown {
        summary.member("shown", shown.count)
        for (tier, count) in tierCounts { summary.member(tier.name, count) }
      }
      summary.member("bytes_read", byteCountRead)
      summary.writeOutputs(made.output)
    }
  }
}
