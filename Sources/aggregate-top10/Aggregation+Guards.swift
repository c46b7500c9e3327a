import ByteIO
import Console
import Formats
import Jokes
import Wiring

/// What keeps a ranking from being published that looks like a mistake.
extension Aggregation {
  private static var kept: String { "the old ranking was kept" }

  /// A ranking of hardly any events would take the place of a good one.
  func checkEventCount(_ ranking: Ranking) throws {
    let countedCount = ranking.hilariousTotal + ranking.horribleTotal
    let hadJokes = replaced.map {
      !$0.ranking.hilarious.jokes.isEmpty || !$0.ranking.horrible.jokes.isEmpty
    }
    if countedCount == 0, ledger.rejectCount > 0, hadJokes == true, !run.shared.force {
      throw TrippedGuard(
        message: "no event counted, and \(Amount.count(ledger.rejectCount)) were rejected",
        kept: Self.kept, advice: "--force replaces it")
    }
    guard countedCount < run.options.minEvents else { return }
    throw TrippedGuard(
      message: "\(Amount.count(countedCount, of: "event")) counted, and --min-events "
        + "asks for \(Amount.count(run.options.minEvents))",
      kept: Self.kept, advice: "see whether the export is whole and migrated")
  }

  /// A ranking that lost much, or moved much, since the last one may be that of another export.
  func check(_ ranking: Ranking) throws {
    guard let old = previous?.ranking else {
      if run.options.maxDrop != nil || run.options.maxChurn != nil {
        run.diagnostics.note(
          "there is no previous ranking, and nothing to compare this one with: name one with "
            + "--previous, or the output with -o")
      }
      return
    }
    let totals = [
      ("hilarious", old.hilariousTotal, ranking.hilariousTotal),
      ("horrible", old.horribleTotal, ranking.horribleTotal),
    ]
    for (name, before, now) in totals where now < before {
      try TrippedGuard.check(
        before - now, of: before, run.options.maxDrop, option: "--max-drop-percent",
        deed: "missing from the \(name) ratings of the previous ranking")
    }
    let churn = ranking.changedPlaceCount(since: old)
    guard let limit = run.options.maxChurn, churn > limit else { return }
    throw TrippedGuard(
      message: "\(Amount.count(churn, of: "place")) would have another joke than in the previous "
        + "ranking, and --max-churn allows \(Amount.count(limit))",
      kept: Self.kept, advice: "see what moved in a dry run, or allow more")
  }
}
