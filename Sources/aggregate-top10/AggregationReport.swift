import Formats
import Jokes
import Runs
import Scan
import SystemIO

/// What a person, and a program, are told of a finished aggregation.
struct AggregationReport {
  let run: ToolRun
  let record: InputRecord
  let ranking: Ranking
  /// What counts; the ranking is made of it.
  let tally: Tally
  let counter: EventCounter
  let watchers: Watchers
  let rejectLog: RejectLog
  let previous: RankingDocument?
  /// The ranking that stands where the output goes.
  let replaced: RankingDocument?
  let texts: [JokeID: String]
  let output: FinishedOutput
  /// Nil where the server says so.
  let computedAt: Timestamp?
  let byteCountRead: Int
  let seconds: Double

  private var changes: [BinaryRating: RankingChange] {
    guard let previous else { return [:] }
    return Dictionary(
      uniqueKeysWithValues: BinaryRating.allCases.map { verdict in
        (verdict, RankingChange(from: previous.ranking.list(verdict), to: ranking.list(verdict)))
      })
  }

  private var countedCount: Int { tally.hilariousTotal + tally.horribleTotal }

  private var dedupeReport: DedupeReport? {
    watchers.dedupeReport(run, everyVote: counter.tally, ranking)
  }

  private var compatibilityReport: CompatibilityReport? {
    watchers.compatibilityReport(run, rejectLog, ranking)
  }

  /// How the run ends.
  var status: ExitStatus {
    if run.arguments[.check], isPending { return .changesPending }
    return rejectLog.rejectCount > 0 ? .doneWithRejects : .done
  }

  /// Whether the published ranking, if there is one, says something else; its time does not count.
  private var isPending: Bool {
    guard let replaced else { return true }
    var (old, new) = (replaced.ranking, ranking)
    for path in [\Ranking.hilarious.tiesLeftOff, \Ranking.horrible.tiesLeftOff] {
      old[keyPath: path] = 0
      new[keyPath: path] = 0
    }
    return old != new
  }

  // MARK: For a person

  func text(width: Int) -> String {
    let told = counts.map { "  \($0)\n" }.joined() + closing
    if watchers.explainer != nil { return told }
    let tables = [
      RankingTable(ranking, changes: changes, texts: texts).text(width: width),
      dedupeReport?.text(width: width), compatibilityReport?.text(width: width),
    ]
    return tables.compactMap { $0.map { $0 + "\n" } }.joined() + told
  }

  private var counts: [String] {
    var lines = [
      "events: \(Amount.count(rejectLog.recordCount)) read, "
        + "\(Amount.count(countedCount)) counted, "
        + "\(Amount.count(counter.uncountedCount)) neither hilarious nor horrible, "
        + rejectLog.rejectedWords
    ]
    lines.append("jokes: \(Amount.count(tally.jokeCount)) with ratings that count")
    if counter.otherDocumentCount > 0 {
      lines.append(
        "other collections: \(Amount.count(counter.otherDocumentCount, of: "document")) passed over"
      )
    }
    if counter.seen.duplicateCount > 0 {
      lines.append(
        "duplicates: \(Amount.count(counter.seen.duplicateCount, of: "event")) read before, not counted"
      )
    }
    if let book = watchers.book {
      lines.append(
        "devices: \(Amount.count(book.leftOutCount, of: "vote")) not counted, because another of the "
          + "same device is (--dedupe \(book.policy.rawValue))")
    }
    if previous != nil, changes.values.allSatisfy(\.isEmpty) {
      lines.append("no joke moved since the previous ranking")
    }
    lines.append(ReportText.bytesRead(byteCountRead, seconds: seconds))
    return lines
  }

  private var closing: String {
    if run.arguments[.check] {
      return isPending ? "CHECK: the ranking has changed\n" : "CHECK: the ranking is the same\n"
    }
    var moment = ""
    if let computedAt, run.arguments[.now] == nil { moment = "  (if computed at \(computedAt))" }
    return run.arguments.closing(output, ifDry: moment).map { $0 + "\n" }.joined()
  }

  // MARK: For a program

  func summary() throws -> FinishedOutput? {
    try RunSummary.make(
      of: run, tool: AggregateTop10.tool.name, status: status,
      provenance: RunProvenance(
        of: run, record, with: computedAt.map { ["now": $0.description] } ?? [:])
    ) { summary in
      summary.member("events", rejectLog.recordCount)
      summary.member("counted", countedCount)
      summary.member("rejects", rejectLog.rejectCount)
      summary.member("duplicates_left_out", counter.seen.duplicateCount)
      summary.member("dedupe", watchers.policy.rawValue)
      if let book = watchers.book {
        summary.member("votes_left_out", book.leftOutCount)
        summary.member("votes_without_device_or_week", book.untoldCount)
        summary.member("votes_without_time", book.undatedCount)
      }
      summary.key("not_counted")
      summary.object { counts in
        for rating in Rating.allCases.reversed() {
          if let count = counter.neutralCounts[rating] {
            counts.member(String(rating.rawValue), count)
          }
        }
        for (label, count) in counter.unexpectedCounts.sorted(by: {
          $0.key.utf8.lexicographicallyPrecedes($1.key.utf8)
        }) { counts.member(label, count) }
      }
      summary.member("other_documents", counter.otherDocumentCount)
      summary.member("jokes", tally.jokeCount)
      summary.member("total_hilarious_ratings", ranking.hilariousTotal)
      summary.member("total_horrible_ratings", ranking.horribleTotal)
      summary.member("bytes_read", byteCountRead)
      for (name, verdict) in [("hilarious", BinaryRating.hilarious), ("horrible", .horrible)] {
        summary.key(name)
        summary.object { write(verdict, to: &$0) }
      }
      if let dedupeReport {
        summary.key("dedupe_report")
        summary.object { dedupeReport.write(to: &$0) }
      }
      if let compatibilityReport {
        summary.key("compat_report")
        summary.object { compatibilityReport.write(to: &$0) }
      }
      summary.writeOutputs(output)
    }
  }

  private func write(_ verdict: BinaryRating, to object: inout JSONWriter) {
    object.member("ties_left_off", ranking.list(verdict).tiesLeftOff)
    guard let change = changes[verdict] else { return }
    change.write(to: &object)
  }
}
