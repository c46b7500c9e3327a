package import Scan
package import SystemIO

/// What a run takes for the present: `--now`, else what `Timestamp.present` says.
package struct PresentTime: Sendable {
  package let time: Timestamp
  /// Whether nobody said it, so that another run would have another one.
  private let isOfClock: Bool

  /// - Throws: `UsageError` where `SOURCE_DATE_EPOCH` holds no time.
  package init(_ arguments: Arguments, _ environment: Environment) throws(UsageError) {
    time = if let now = arguments[.now] { now } else { try Timestamp.present(environment) }
    isOfClock = arguments[.now] == nil && environment["SOURCE_DATE_EPOCH"].map(\.isEmpty) ?? true
  }

  /// Says which time the result was made with, where only that makes the same result again.
  package func tell(_ diagnostics: Diagnostics) {
    if isOfClock { diagnostics.note("using the current time, \(time); set it with --now") }
  }
}
