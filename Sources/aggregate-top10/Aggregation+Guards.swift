import Formats
import Jokes
import Runs
import Scan
import SystemIO

/// The guards that stop the publication of a suspicious ranking, and the warnings about what was
/// counted.
extension Aggregation {
  /// The state of the published ranking, for the message of a violation.
  private var kept: String {
    replaced == nil || run.arguments.isDiscarding
      ? "nothing was published" : "the old ranking was kept"
  }

  /// The limit of `--max-unmigrated`: by default, one percent.
  private var unmigratedLimit: Percentage {
    run.arguments[.maxUnmigrated] ?? Percentage(partsPerMillion: 10_000)
  }

  /// Whether the share of unmigrated events exceeds the limit.
  ///
  /// False under `--verify`, whose ranking passed the guard when it was published, and under
  /// `--explain`, which publishes nothing.
  var isUnmigrated: Bool {
    guard settings.scale == .binary, run.arguments[.explain] == nil,
      run.arguments[.verify] == nil
    else { return false }
    return unmigratedLimit.isExceeded(by: counter.counts.unmigratedCount, of: askedCount)
  }

  /// The number of events, without those of weeks that were not asked for.
  var askedCount: Int {
    let counts = counter.counts
    let others = period == .allTime ? 0 : counts.otherWeekCount + counts.noWeekCount
    return rejectLog.recordCount - others
  }

  /// Throws if the export is not migrated: the binary scale counts only its ratings of 5 and 1.
  func checkIsMigrated() throws {
    guard settings.scale == .binary else { return }
    let (count, total, limit) = (counter.counts.unmigratedCount, askedCount, unmigratedLimit)
    try run.facts.check(
      GuardReading("--max-unmigrated", count, of: total, "events rated 4, 3 or 2", most: limit),
      orThrow: GuardViolation(
        message: "\(Amount.count(count)) of \(Amount.count(total, of: "event")) "
          + "\(count == 1 ? "is" : "are") rated 4, 3 or 2 "
          + "(\(limit.excess(of: count, in: total))); the limit of --max-unmigrated is \(limit): "
          + "this export is not migrated to binary ratings",
        kept: kept, advice: adviceToMigrate))
  }

  /// What to do about ratings of 4, 3 or 2. Partial results have the scale that they were made with.
  private var adviceToMigrate: String {
    run.arguments[.merge]
      ? "make the partial results of migrated exports, or with --scale five-point"
      : "run migrate-ratings first, or count with --scale five-point"
  }

  /// Throws if too few events count to replace the published ranking.
  func checkEventCount(_ ranking: Ranking) throws {
    let countedCount = ranking.hilariousTotal + ranking.horribleTotal
    if countedCount == 0, replaced.map(Self.hasJokes) ?? isOverList, !run.arguments[.allowEmpty] {
      let rejected = rejectLog.rejectCount
      throw GuardViolation(
        message: "no event counted"
          + (rejected > 0 ? ", and \(Amount.count(rejected)) were rejected" : ""),
        kept: kept,
        advice: "see whether it is the right export; --allow-empty publishes an empty ranking")
    }
    let least = run.arguments[.minEvents]
    if least == 0 { return }
    try run.facts.check(
      GuardReading(
        "--min-events", Amount.count(countedCount, of: "event") + " counted",
        limit: "\(Amount.count(least)) or more", isExceeded: countedCount < least),
      orThrow: GuardViolation(
        message: "\(Amount.count(countedCount, of: "event")) counted, and --min-events "
          + "asks for \(Amount.count(least))",
        kept: kept, advice: "see whether the export is whole and migrated"))
  }

  /// Whether lists replace a file, which is not read: it probably has jokes.
  private var isOverList: Bool {
    guard run.arguments[.shape].ofDocument == nil, let old = outputs.result?.existing else {
      return false
    }
    return old.kind == .regular && old.byteCount > 0
  }

  private static func hasJokes(_ ranking: Ranking) -> Bool {
    !ranking.hilarious.jokes.isEmpty || !ranking.horrible.jokes.isEmpty
  }

  /// Throws if the empty ranking of a week would replace one with jokes.
  func check(weeks: [RankingDocument]) throws {
    guard !run.arguments[.allowEmpty], run.arguments[.verify] == nil else { return }
    for week in weeks where !Self.hasJokes(week.ranking) {
      let target =
        try run.arguments[.weeks].map {
          try OutputTarget("\($0)/\(RankedWeeks.fileName(of: week))")
        } ?? outputs.result
      let old = try target.flatMap { try PreviousRanking.replaced(by: $0, of: week.period) }
      guard let old, Self.hasJokes(old) else { continue }
      throw GuardViolation(
        message: "no event of '\(rejectLog.redactor.redact(week: week.period.id))' counts",
        kept: run.arguments.isDiscarding ? "nothing was published" : "the old rankings were kept",
        advice: "see whether it is the right export; --allow-empty publishes empty rankings")
    }
  }

  /// Throws if the totals or places changed more than the options allow since the previous ranking,
  /// which suggests a wrong export.
  func check(_ ranking: Ranking) throws {
    guard let old = previous else {
      let arguments = run.arguments
      if arguments[.maxDrop] != nil || arguments[.maxGrowth] != nil || arguments[.maxChurn] != nil {
        run.diagnostics.note(lackOfPrevious)
      }
      return
    }
    let totals = [
      ("hilarious", old.hilariousTotal, ranking.hilariousTotal),
      ("horrible", old.horribleTotal, ranking.horribleTotal),
    ]
    for (name, before, now) in totals {
      try GuardViolation.check(
        max(before - now, 0), of: before, run.arguments[.maxDrop], option: "--max-drop-percent",
        things: "\(name) ratings of the previous ranking", deed: "missing", run.arguments,
        run.facts)
    }
    for (name, before, now) in totals where before > 0 {
      try checkGrowth(name, from: before, to: now)
    }
    let churn = ranking.changedPlaceCount(since: old)
    guard let limit = run.arguments[.maxChurn] else { return }
    try run.facts.check(
      GuardReading(
        "--max-churn", churn, most: limit, churn == 1 ? "place changed" : "places changed"),
      orThrow: GuardViolation(
        message: "\(Amount.count(churn, of: "place")) would have another joke than in the previous "
          + "ranking, and --max-churn allows \(Amount.count(limit))",
        kept: kept,
        advice: GuardViolation.advice(without: "--max-churn", run.arguments)))
  }

  /// Why nothing is compared, and what to name.
  private var lackOfPrevious: String {
    if isOverOtherFile {
      return "the output is not a ranking that this one can be compared with: name one with "
        + "--previous"
    }
    let lack = "and nothing to compare this one with: name one with --previous"
    guard let path = run.arguments[.output], !OutputTarget.namesStandardOutput(path) else {
      return "there is no previous ranking, \(lack), or the output with -o"
    }
    return "there is no ranking at '\(path)' yet, \(lack)"
  }

  /// Throws if a total grew too much, as it does if two exports of one collection are read.
  private func checkGrowth(_ name: String, from before: Int, to now: Int) throws {
    guard let limit = run.arguments[.maxGrowth]?.percentage else { return }
    try run.facts.check(
      GuardReading(
        "--max-growth-percent", max(now - before, 0), of: before, "\(name) ratings more",
        most: limit),
      orThrow: GuardViolation(
        message: "the \(name) ratings would be \(Amount.count(now)), and the previous ranking has "
          + "\(Amount.count(before)): \(limit.excess(of: now - before, in: before)) more; the limit "
          + "of --max-growth-percent is \(limit)",
        kept: kept, advice: "see whether two exports lie among the inputs, or allow more"))
  }

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
    if let count = watchers.book?.undatedCount, count > 0 {
      run.diagnostics.warning(
        "\(Amount.count(count, of: "vote")) without a readable time: of several votes of a device, "
          + "one with a time counts before them, and of two without the hilarious one")
    }
    // If that stops the run, its error covers this.
    guard settings.scale == .binary, !isUnmigrated else { return }
    let neutral = counter.counts.neutral
    let old = [Rating.four, .three, .two].filter { neutral[$0] > 0 }
      .map { "\(Amount.count(neutral[$0])) rated \($0.rawValue)" }
    if !old.isEmpty {
      run.diagnostics.warning(
        "\(old.joined(separator: ", ")) not counted: this export is not migrated to binary ratings",
        hint: adviceToMigrate)
    }
  }

  private func warnOfWeeks() {
    weeks?.warn(rejectLog)
    if let directory = run.arguments[.weeks], weeks?.count == 0 {
      run.diagnostics.warning("no event is of a week: '\(directory)' gets no file")
    }
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
