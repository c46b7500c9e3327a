import Jokes
import Runs
import Scan
import SystemIO

/// The report of a finished run: facts, closing lines and exit status.
struct PruneReport: RewriteReport {
  let account: PruneAccount
  let rewriter: Rewriter

  var rejectLog: RejectLog { account.rejectLog }
  var result: String { "pruned" }

  var counts: [Fact] {
    let (counts, dumps, existing) = (account.counts, account.dumps, account.existing)
    let isNothingStale = dumps.changedCount + dumps.rejectedCount == 0 && dumps.unchangedCount > 0
    let skip = account.skipReport.map { ($0.askedCount, $0.processed.count) }
    return [
      Fact(
        "dumps", dumps.facts(changed: "changed", unchanged: "unchanged"),
        balance: dumps.balance(
          changed: arguments.isDiscarding ? "to prune" : "pruned", unchanged: "unchanged")),
      Fact(
        "existing", existing?.count,
        line: existing.map { "existing assets: \(Amount.count($0.count))" }),
      Fact("processed_ids", facts(counts.ids), line: "processed ids: \(words(counts.ids))"),
      Fact(
        "results", facts(counts.results) + [Fact("undecodable_dumps", counts.undecodable)],
        line: "results: \(words(counts.results))\(undecodable)"),
      Fact(line: existing != nil && isNothingStale ? "nothing is stale" : nil),
      Fact(
        "skip_report", skip.map { [Fact("asked", $0), Fact("processed", $1)] },
        line: skip.map {
          "skip report: \(Amount.count($1)) of \(Amount.count($0, of: "id")) processed already"
        }),
      Fact("rejects", rejectLog.rejectCount), rewriter.pass.bytesRead,
    ]
  }

  private func facts(_ count: PruneCounts.Count) -> [Fact] {
    [Fact("read", count.read), Fact("stale", count.stale), Fact("kept", count.kept)]
  }

  private func words(_ count: PruneCounts.Count) -> String {
    if account.existing == nil { return Amount.count(count.read) }
    return "\(Amount.count(count.read)) read = \(Amount.count(count.stale)) stale + "
      + "\(Amount.count(count.kept)) kept"
  }

  private var undecodable: String {
    let count = account.counts.undecodable
    return count == 0 ? "" : "; those of \(Amount.count(count, of: "dump")) cannot be decoded"
  }

  /// The suggested next command: undo the run, or check the written file unless the list came from
  /// standard input.
  var nextStep: String? {
    if let step = stepAfterRewriting { return step }
    guard let list = arguments[.existing], list != "-" else { return nil }
    return writtenPath.map {
      "to see that nothing is left: \(run.command(reading: [$0], "--check"))"
    }
  }
}
