package import Jokes
package import Scan
import SystemIO

/// The period of a ranking: all time, one week, or several weeks.
///
/// It determines the document's ID and the start and end of its week (Rules, “Rankings of weeks”).
package enum RankingPeriod: Hashable, Sendable {
  case allTime
  /// The week of this label, whether ISO 8601 has it or not.
  case week(String)
  /// A range of more than one week.
  case weeks(WeekRange)

  /// The period of a range of weeks; nil is all time.
  package init(_ range: WeekRange?) {
    guard let range else {
      self = .allTime
      return
    }
    if let week = range.onlyWeek { self = .week(week.description) } else { self = .weeks(range) }
  }

  /// The document ID. Two hyphens separate the ends of a range, as ISO 8601 allows where a slash
  /// cannot stand.
  package var id: String {
    switch self {
    case .allTime: Self.allTimeID
    case .week(let label): label
    case .weeks(let range):
      (range.first?.description ?? "") + "--" + (range.last?.description ?? "")
    }
  }

  /// The first moment of the first week, in UTC; nil for all time, an open beginning, a label that
  /// ISO 8601 does not have, or a moment that no Firestore timestamp has.
  package var start: Timestamp? {
    Self.timestamp(seconds: ends.first.map { $0.mondaySince1970 * 86_400 })
  }

  /// The last millisecond of the last week; nil in the same cases.
  package var end: Timestamp? {
    Self.timestamp(
      seconds: ends.last.map { ($0.mondaySince1970 + 7) * 86_400 - 1 }, nanoseconds: 999_000_000)
  }

  private static func timestamp(seconds: Int?, nanoseconds: Int32 = 0) -> Timestamp? {
    guard let seconds = seconds.map(Int64.init), Timestamp.secondsRange.contains(seconds) else {
      return nil
    }
    return Timestamp(seconds: seconds, nanoseconds: nanoseconds)
  }

  private var ends: (first: ISOWeek?, last: ISOWeek?) {
    switch self {
    case .allTime: (nil, nil)
    case .week(let label): (ISOWeek(label), ISOWeek(label))
    case .weeks(let range): (range.first, range.last)
    }
  }

  /// Whether a label can be the ID of a week's document: Firestore accepts it, and it is not that of
  /// the ranking of all time.
  package static func accepts(_ label: Span<UInt8>) -> Bool {
    if ISOWeek(label) != nil { return true }
    let id = label.text
    return id != allTimeID && DocumentIdentity.accepts(id[...], isID: true)
  }

  private static let allTimeID = "all_time"
}
