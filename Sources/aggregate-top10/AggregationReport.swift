import Formats
import Jokes
import Runs
import Scan
import SystemIO

/// The report of a finished aggregation: tables, facts, closing lines and exit status.
struct AggregationReport: RunReport {
  let run: ToolRun
  let record: InputRecord
  let ranking: Ranking
  /// The counts from which the ranking was computed.
  let tally: Tally
  let counter: EventCounter
  let watchers: Watchers
  let rejectLog: RejectLog
  /// The partial results of earlier runs; nil without `--partials`.
  let memory: PartialMemory?
  let previous: Ranking?
  /// The ranking in the existing output file.
  let replaced: Ranking?
  let texts: [JokeID: String]
  let dedupeReport: DedupeReport?
  let compatibilityReport: CompatibilityReport?
  let period: RankingPeriod
  let weeks: RankedWeeks?
  /// Nil until the guards have passed.
  var output: FinishedOutput?
  /// The rankings of weeks that have files of their own.
  var weekOutputs: [FinishedOutput] = []
  /// Nil if the server sets the time.
  let computedAt: Timestamp?
  private let bytesRead: Fact

  init(
    _ aggregation: Aggregation, _ record: InputRecord, _ ranking: Ranking, _ tally: Tally,
    texts: [JokeID: String], computedAt: Timestamp?, bytesRead: Fact
  ) {
    run = aggregation.run
    (counter, watchers) = (aggregation.counter, aggregation.watchers)
    (rejectLog, memory) = (aggregation.rejectLog, aggregation.memory)
    (previous, replaced) = (aggregation.previous, aggregation.replaced)
    (period, weeks) = (aggregation.period, aggregation.weeks)
    (self.record, self.ranking, self.tally, self.texts) = (record, ranking, tally, texts)
    (self.computedAt, self.bytesRead) = (computedAt, bytesRead)
    dedupeReport = watchers.dedupeReport(run, everyVote: counter.counts.tally, ranking)
    compatibilityReport = watchers.compatibilityReport(run, rejectLog, ranking)
  }

  private var changes: [BinaryRating: RankingChange] {
    guard let previous else { return [:] }
    return Dictionary(
      uniqueKeysWithValues: BinaryRating.allCases.map { verdict in
        (verdict, RankingChange(from: previous.list(verdict), to: ranking.list(verdict)))
      })
  }

  private var scores: [BinaryRating: [JokeID: ShareScore]] {
    guard run.arguments[.withScores] else { return [:] }
    return Dictionary(
      uniqueKeysWithValues: BinaryRating.allCases.map { verdict in
        (verdict, tally.scores(of: ranking.list(verdict).jokes.map(\.id), as: verdict))
      })
  }

  var countedCount: Int { tally.hilariousTotal + tally.horribleTotal }

  var status: ExitStatus {
    if run.arguments[.check], isPending { return .changesPending }
    return rejectLog.rejectCount > 0 ? .doneWithRejects : .done
  }

  /// Whether the new ranking differs from the published one, apart from its time and the counts of
  /// ties left off; true if none was published.
  private var isPending: Bool {
    guard let replaced else { return true }
    var (old, new) = (replaced, ranking)
    for path in [\Ranking.hilarious.tiesLeftOff, \Ranking.horrible.tiesLeftOff] {
      old[keyPath: path] = 0
      new[keyPath: path] = 0
    }
    return old != new
  }

  /// The ranking as it is shown.
  var table: RankingTable {
    RankingTable(ranking, changes: changes, texts: texts, scores: scores)
  }

  func tables() throws -> String {
    if watchers.explainer != nil || run.arguments.emitsPartial { return "" }
    let form = try run.reportForm()
    let tables = [
      table.text(form), dedupeReport?.text(width: form.width),
      compatibilityReport?.text(width: form.width),
    ]
    return tables.compactMap { $0.map { $0 + "\n" } }.joined()
  }

  var facts: [Fact] {
    let (seen, others) = (counter.seen, counter.counts.otherDocumentCount)
    let book = watchers.book
    return weekFacts + [
      Fact(
        "events", rejectLog.recordCount,
        line: "events: \(Amount.count(rejectLog.recordCount)) read, "
          + "\(Amount.count(countedCount)) counted, "
          + "\(Amount.count(counter.counts.uncountedCount)) neither hilarious nor horrible, "
          + rejectLog.rejectedWords),
      Fact("counted", countedCount), Fact("rejects", rejectLog.rejectCount),
      Fact(line: "jokes: \(Amount.count(tally.jokeCount)) with ratings that count"),
      Fact(
        line: others > 0
          ? "other collections: \(Amount.count(others, of: "document")) skipped" : nil),
      Fact(
        "duplicates_left_out", seen.duplicateCount,
        line: seen.duplicateCount > 0
          ? "duplicates: \(Amount.count(seen.duplicateCount, of: "event")) read before, not counted"
          : nil),
      Fact("dedupe", watchers.policy.rawValue),
      Fact(
        "votes_left_out", book?.leftOutCount,
        line: book.map {
          "devices: \(Amount.count($0.leftOutCount, of: "vote")) not counted, because another of the "
            + "same device is (--dedupe \($0.policy.rawValue))"
        }),
      Fact("votes_without_device_or_week", book?.untoldCount),
      Fact("votes_without_time", book?.undatedCount), Fact("not_counted", notCounted),
      Fact("other_documents", others), Fact("jokes", tally.jokeCount),
      Fact("total_hilarious_ratings", ranking.hilariousTotal),
      Fact("total_horrible_ratings", ranking.horribleTotal),
      Fact(
        line: previous != nil && changes.values.allSatisfy(\.isEmpty)
          ? "no joke moved since the previous ranking" : nil),
      Fact(
        "inputs_not_read_again", memory?.inputCount,
        line: memory.map {
          "partials: \(Amount.count($0.inputCount, of: "file")) not read again"
            + ($0.rejectCount > 0
              ? ", with \(Amount.count($0.rejectCount, of: "reject")) that earlier runs reported"
              : "")
        }), Fact("rejects_reported_before", memory?.rejectCount),
      bytesRead, Fact("hilarious", facts(.hilarious)), Fact("horrible", facts(.horrible)),
      Fact("dedupe_report", dedupeReport?.facts),
      Fact("compat_report", compatibilityReport?.facts),
      .outputs((output.map { [$0] } ?? []) + weekOutputs),
    ]
  }

  private var weekFacts: [Fact] {
    let counts = counter.counts
    let (others, none) = (counts.otherWeekCount, counts.noWeekCount)
    var facts: [Fact] = []
    if let range = run.arguments.weekRange {
      facts += [
        Fact(
          "week_id", .text(period.id),
          line: "weeks: only \(range.words); \(Amount.count(others, of: "event")) of other weeks, "
            + "and \(Amount.count(none)) without a week of ISO 8601, not counted"),
        Fact("events_of_other_weeks", others),
      ]
    }
    if let weeks {
      let line = "weeks: rankings of \(Amount.count(weeks.count, of: "week"))"
      facts.append(Fact("weeks", weeks.count, line: line))
    }
    return facts.isEmpty ? [] : facts + [Fact("events_without_week", none)]
  }

  private var notCounted: [Fact] {
    let ratings = Rating.allCases.reversed().compactMap { rating in
      counter.counts.neutralCounts[rating].map { Fact(String(rating.rawValue), $0) }
    }
    let unexpected = counter.counts.unexpected
    let labels = unexpected.labels.map {
      Fact(rejectLog.redactor.redact(label: $0.label), $0.count)
    }
    return ratings + labels
      + (unexpected.otherCount > 0 ? [Fact("other values", unexpected.otherCount)] : [])
  }

  private func facts(_ verdict: BinaryRating) -> [Fact] {
    [Fact("ties_left_off", ranking.list(verdict).tiesLeftOff)] + (changes[verdict]?.facts ?? [])
  }

  var closing: [String] {
    if run.arguments[.check], !run.arguments[.dryRun] {
      return [isPending ? "CHECK: the ranking has changed" : "CHECK: the ranking is the same"]
    }
    var moment = ""
    if let computedAt, run.arguments[.now] == nil { moment = "  (if computed at \(computedAt))" }
    return output.map { run.arguments.closing($0, weekOutputs, ifDry: moment) } ?? []
  }

  var nextStep: String? {
    run.arguments[.dryRun]
      ? run.stepAfterDryRun() : run.mendingStep(rejectLog, isRewriting: false)
  }

  func provenance() throws -> RunProvenance? {
    try RunProvenance(of: run, record, with: computedAt.map { ["now": $0.description] } ?? [:])
  }
}
