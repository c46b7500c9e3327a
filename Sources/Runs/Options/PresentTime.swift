package import Scan
package import SystemIO

/// The present time of a run: `--now`, else `Timestamp.present`.
package struct PresentTime: Sendable {
  /// The time that all results of the run use.
  package let time: Timestamp
  /// Whether it is the clock's, so that another run would have another.
  private let isOfClock: Bool

  /// - Throws: `UsageError` if `SOURCE_DATE_EPOCH` is not a time.
  package init(_ arguments: Arguments, _ environment: Environment) throws(UsageError) {
    time = if let now = arguments[.now] { now } else { try Timestamp.present(environment) }
    isOfClock = arguments[.now] == nil && environment["SOURCE_DATE_EPOCH"].map(\.isEmpty) ?? true
  }

  /// Notes the time if it is the clock's, because only `--now` with it reproduces the result.
  package func tell(_ diagnostics: Diagnostics) {
    if isOfClock { diagnostics.note("using the current time, \(time); set it with --now") }
  }
}

extension ToolRun {
  /// The present time.
  package var now: Timestamp {
    get throws(UsageError) { try PresentTime(arguments, surroundings.environment).time }
  }
}
