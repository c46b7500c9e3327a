import Formats
import Jokes
import Runs
import Scan
import SystemIO

/// By what events are ranked too, besides all of them together.
enum RankingGrouping: String, CaseIterable, Sendable, ArgumentValue {
  /// The label of the week.
  case week
}

extension Arguments {
  /// The weeks that count; nil if every event does.
  var weekRange: WeekRange? {
    if let week = self[.week] { return WeekRange(from: week, to: week) }
    let (since, until) = (self[.since], self[.until])
    return since == nil && until == nil ? nil : WeekRange(from: since, to: until)
  }

  /// Whether the rankings of weeks are in one file with the main one.
  var writesWeeksInResult: Bool { self[.by] == .week && self[.weeks] == nil }

  /// How the events are counted by week too: for rankings, or for the chart of a page.
  ///
  /// Partial results do not have weeks, and the latest vote of a device is of one week of several.
  var weekCounting: WeekCounting {
    if self[.by] == .week { return .jokes }
    let isCharted =
      self[.report] != nil && !emitsPartial && self[.partials] == nil
      && self[.dedupe] != .deviceLatest && weekRange?.onlyWeek == nil
    return isCharted ? .totals : .none
  }

  /// Refuses options of weeks that contradict each other.
  func checkWeeks() throws(UsageError) {
    if let since = self[.since], let until = self[.until], until < since {
      throw UsageError("'--since \(since)' is after '--until \(until)'")
    }
    guard self[.by] == .week else {
      if self[.weeks] != nil { throw UsageError("'--weeks' needs '--by week'") }
      return
    }
    if let week = weekRange?.onlyWeek {
      throw UsageError("'--by week' has no effect: the document is that of \(week), the one week")
    }
    if self[.dedupe] == .deviceLatest {
      throw UsageError(
        "'--dedupe device-latest' counts a device in one week of all, and '--by week' ranks each",
        hint: "count the latest vote of each week with --dedupe week")
    }
    guard self[.weeks] == nil, self[.shape] != .import else { return }
    throw UsageError(
      "'--by week' needs '--weeks DIR' for the documents of weeks",
      hint: "or '--as import', which holds all documents in one file")
  }
}

extension WeekRange {
  /// The weeks, in words.
  var words: String {
    switch (onlyWeek, first, last) {
    case (let week?, _, _): "\(week)"
    case (nil, let first?, let last?): "\(first) to \(last)"
    case (nil, let first?, nil): "\(first) and later"
    case (nil, nil, let last?): "\(last) and earlier"
    case (nil, nil, nil): "all weeks"
    }
  }
}

extension WeeklyTally {
  /// The ratings of each week, on a page; nil if no event has a week.
  ///
  /// - Parameter ranking: the ranking of all of them.
  func section(_ weeks: WeekCounting, of ranking: Ranking) -> RunPage.Section? {
    if isFull(weeks) {
      let limit = Amount.count(WeekCounting.chartLimit)
      return .weeks("There are more than \(limit) labels of weeks, too many for a chart.")
    }
    var rows: [(String, Int, Int)] = []
    var otherCount = ranking.hilariousTotal + ranking.horribleTotal
    forEachWeek { label, tally in
      rows.append((label, tally.hilariousTotal, tally.horribleTotal))
      otherCount -= tally.hilariousTotal + tally.horribleTotal
    }
    return rows.isEmpty ? nil : .weeks(rows, otherCount: otherCount)
  }
}

/// The rankings of weeks, by label.
struct RankedWeeks {
  private let rankings: [(label: String, ranking: Ranking)]

  init(_ tally: WeeklyTally, length: Int) {
    var rankings: [(String, Ranking)] = []
    tally.forEachWeek { label, tally in
      rankings.append((label, Ranking(of: tally, length: length)))
    }
    self.rankings = rankings
  }

  var count: Int { rankings.count }

  /// Their documents.
  func documents(computedAt: Timestamp?) -> [RankingDocument] {
    rankings.map { RankingDocument($0.ranking, of: .week($0.label), computedAt: computedAt) }
  }

  /// Warns of the labels whose rankings have no beginning or no end.
  func warn(_ rejectLog: RejectLog) {
    for (label, _) in rankings {
      let period = RankingPeriod.week(label)
      let missing = [
        period.start == nil ? "no week_start" : nil, period.end == nil ? "no week_end" : nil,
      ].compactMap(\.self)
      if missing.isEmpty { continue }
      let consequence = "its ranking has \(missing.joined(separator: " and "))"
      let shown = rejectLog.redactor.redact(week: label)
      if ISOWeek(label) == nil {
        rejectLog.diagnostics.warning(
          "ISO 8601 has no week '\(shown)': \(consequence)", kind: "no week of ISO 8601")
      } else {
        rejectLog.diagnostics.warning(
          "the week '\(shown)' is not all within the years 1 to 9999, which Firestore's timestamps "
            + "have: \(consequence)",
          kind: "week outside of the timestamps")
      }
    }
  }

  /// The name of a week's file.
  ///
  /// A label that ISO 8601 does not have may hold any bytes, which are written as in a URL. So is a
  /// dot at its beginning, which would hide the file. A name too long for a file ends with the SHA-256
  /// of the label.
  static func fileName(of document: RankingDocument) -> String {
    let label = document.period.id
    if ISOWeek(label) != nil { return label + ".json" }
    var name = ""
    for byte in label.utf8 {
      let character = Character(UnicodeScalar(byte))
      let isPlain =
        byte < 0x80 && (character.isLetter || character.isNumber || "-_~".contains(character))
        || byte == UInt8(ascii: ".") && !name.isEmpty
      if isPlain {
        name.append(character)
      } else {
        name += "%" + String(byte, digits: 2, radix: 16, uppercase: true)
      }
    }
    if name.utf8.count > 200 {
      name = name.prefix(100) + "-" + SHA256.digest(Array(label.utf8)).description
    }
    return name + ".json"
  }
}
