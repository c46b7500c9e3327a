import Formats
import Runs
import Scan
import SystemIO

/// The report of a finished run: facts, closing lines and exit status.
struct SavedReport: RewriteReport {
  let account: SavedAccount
  let rewriter: Rewriter
  let now: Timestamp

  var rejectLog: RejectLog { account.rejectLog }

  var counts: [Fact] {
    let counts = account.counts
    let isDone = !arguments.isDiscarding
    return [
      Fact(
        "dumps", account.dumps.facts(changed: "migrated", unchanged: "already_done"),
        balance: account.dumps.balance(
          changed: isDone ? "migrated" : "to migrate", unchanged: "already done")),
      Fact(
        "jokes", [Fact("saved", counts.newlySaved), Fact("already_saved", counts.alreadySaved)],
        line: "jokes: \(Amount.count(counts.newlySaved)) \(isDone ? "saved" : "to save"), "
          + "\(Amount.count(counts.alreadySaved)) saved already"),
      Fact(
        "timestamps",
        [
          Fact("from_rating", counts.fromRating), Fact("replaced", counts.replaced),
          Fact("filled_with_now", counts.filledWithNow), Fact("kept", counts.kept),
        ],
        line: "times: \(Amount.count(counts.fromRating)) \(isDone ? "taken" : "to take") from the "
          + "rating, \(Amount.count(counts.filledWithNow)) \(isDone ? "filled" : "to fill") with now, "
          + "\(Amount.count(counts.kept)) kept; \(Amount.count(counts.replaced)) "
          + "\(isDone ? "replaced" : "to replace") a saved time"),
      Fact("rejects", rejectLog.rejectCount), rewriter.pass.bytesRead,
    ]
  }

  var decided: [String: String] { ["now": now.description] }
}
