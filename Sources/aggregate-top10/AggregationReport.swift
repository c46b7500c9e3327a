import Formats
import Jokes
import Runs
import Scan
import SystemIO

/// The report of a finished aggregation: tables, facts, closing lines and exit status.
struct AggregationReport: RunReport {
  private let aggregation: Aggregation
  let ranking: Ranking
  let texts: [JokeID: String]
  let dedupeReport: DedupeReport?
  let compatibilityReport: CompatibilityReport?
  /// Nil until the guards have passed.
  var output: FinishedOutput?
  /// The rankings of weeks that have files of their own.
  var weekOutputs: [FinishedOutput] = []

  init(_ aggregation: Aggregation, _ ranking: Ranking, texts: [JokeID: String]) {
    self.aggregation = aggregation
    (self.ranking, self.texts) = (ranking, texts)
    dedupeReport = aggregation.watchers.dedupeReport(
      aggregation.run, everyVote: aggregation.counter.counts.tally, ranking)
    compatibilityReport = aggregation.watchers.compatibilityReport(
      aggregation.run, aggregation.rejectLog, ranking)
  }

  var run: ToolRun { aggregation.run }
  var tally: Tally { aggregation.tally }
  var rejectLog: RejectLog { aggregation.rejectLog }
  var previous: Ranking? { aggregation.previous }
  var period: RankingPeriod { aggregation.period }
  private var counts: RankingCounts { aggregation.counter.counts }

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
    guard let replaced = aggregation.replaced else { return true }
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
    if aggregation.watchers.explainer != nil || run.arguments.emitsPartial { return "" }
    let form = try run.reportForm()
    let tables = [
      table.text(form), dedupeReport?.text(width: form.width),
      compatibilityReport?.text(width: form.width),
    ]
    return tables.compactMap { $0.map { $0 + "\n" } }.joined()
  }

  var facts: [Fact] {
    let (seen, others) = (aggregation.counter.seen, counts.otherDocumentCount)
    let (book, memory) = (aggregation.watchers.book, aggregation.memory)
    return weekFacts + [
      Fact(
        "events", rejectLog.recordCount,
        line: "events: \(Amount.count(rejectLog.recordCount)) read, "
          + "\(Amount.count(countedCount)) counted, "
          + "\(Amount.count(counts.uncountedCount)) neither hilarious nor horrible, "
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
      Fact("dedupe", aggregation.watchers.policy.rawValue),
      Fact(
        "votes_left_out", book?.leftOutCount,
        line: book.map {
          "devices: \(Amount.count($0.leftOutCount, of: "vote")) not counted, because another of the "
            + "same device is (--dedupe \($0.policy.rawValue))"
        }),
      Fact("votes_without_device_or_week", book?.untoldCount),
      Fact("votes_without_time", book?.undatedCount), Fact("not_counted", .tally(notCounted)),
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
      Fact("partials_failed", memory.map { $0.hasFailed ? 1 : 0 }),
      aggregation.pass.bytesRead, Fact("hilarious", facts(.hilarious)),
      Fact("horrible", facts(.horrible)),
      Fact("dedupe_report", dedupeReport?.facts),
      Fact("compat_report", compatibilityReport?.facts),
      .outputs((output.map { [$0] } ?? []) + weekOutputs),
    ]
  }

  private var weekFacts: [Fact] {
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
    if let weeks = aggregation.weeks {
      let line = "weeks: rankings of \(Amount.count(weeks.count, of: "week"))"
      facts.append(Fact("weeks", weeks.count, line: line))
    }
    return facts.isEmpty ? [] : facts + [Fact("events_without_week", none)]
  }

  private var notCounted: [(value: String, count: Int)] {
    let ratings = Rating.allCases.reversed().filter { counts.neutral[$0] > 0 }
      .map { (String($0.rawValue), counts.neutral[$0]) }
    let unexpected = counts.unexpected
    let labels = unexpected.labels.map { (rejectLog.redactor.redact(label: $0.label), $0.count) }
    return ratings + labels
      + (unexpected.otherCount > 0 ? [("other values", unexpected.otherCount)] : [])
  }

  private func facts(_ verdict: BinaryRating) -> [Fact] {
    [Fact("ties_left_off", ranking.list(verdict).tiesLeftOff)] + (changes[verdict]?.facts ?? [])
  }

  var closing: [String] {
    if run.arguments[.check], !run.arguments[.dryRun] {
      let isNew = aggregation.replaced == nil
      let change = isPending ? "the ranking has changed" : "the ranking is the same"
      return ["CHECK: " + (isNew ? "there is no ranking yet" : change)]
    }
    var moment = ""
    // Only documents have the time.
    if let now = aggregation.now, run.arguments[.now] == nil, !run.arguments.emitsPartial,
      run.arguments[.shape].ofDocument != nil
    {
      moment = "  (if computed at \(now))"
    }
    return output.map { run.arguments.closing($0, weekOutputs, ifDry: moment) } ?? []
  }

  var nextStep: String? {
    if run.arguments[.dryRun] { return run.stepAfterDryRun() }
    if let mending = run.mendingStep(rejectLog, isRewriting: false) { return mending }
    return run.arguments.emitsPartial
      ? "to rank, once there is a partial result of every share: \(run.tool.name) --merge PARTIAL… -o PATH"
      : nil
  }

  var record: InputRecord? { aggregation.pass.record }
  var decided: [String: String] { aggregation.now.map { ["now": $0.description] } ?? [:] }
}

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
          aggregation.watchers.weeks(counts).section(run.arguments.weekCounting, of: ranking),
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
      ranking.list(verdict).jokes.first.map { ("most \(verdict.rawValue)", $0.id.text) }
    }
    return [
      ("hilarious ratings", Amount.count(ranking.hilariousTotal)),
      ("horrible ratings", Amount.count(ranking.horribleTotal)),
    ] + leaders.map { (label: $0.0, value: $0.1) }
  }
}
