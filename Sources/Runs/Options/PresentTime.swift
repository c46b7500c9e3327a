package import Scan
package import SystemIO

// The present time of a run.
extension ToolRun {
  /// The time that all results of the run use: `--now`, else `Timestamp.present`.
  ///
  /// - Throws: `UsageError` if `SOURCE_DATE_EPOCH` is not a time.
  package var now: Timestamp {
    get throws(UsageError) {
      if let now = arguments[.now] { return now }
      return try Timestamp.present(surroundings.environment)
    }
  }

  /// Notes a present time if it is the clock's, because only `--now` with it reproduces the result.
  package func tell(ofNow time: Timestamp) {
    guard arguments[.now] == nil, surroundings.environment["SOURCE_DATE_EPOCH"] ?? "" == "" else {
      return
    }
    diagnostics.note("using the current time, \(time); set it with --now")
  }
}

extension Timestamp {
  /// The present: `SOURCE_DATE_EPOCH`, else the clock.
  ///
  /// - Throws: `UsageError` if the variable is not whole seconds since 1970.
  package static func present(_ environment: Environment) throws(UsageError) -> Timestamp {
    guard let text = environment["SOURCE_DATE_EPOCH"], !text.isEmpty else { return .clock }
    guard let seconds = Int(argument: text).map(Int64.init),
      Timestamp.secondsRange.contains(seconds)
    else {
      throw UsageError("SOURCE_DATE_EPOCH is '\(text)', not whole seconds since 1970")
    }
    return Timestamp(seconds: seconds)
  }
}
