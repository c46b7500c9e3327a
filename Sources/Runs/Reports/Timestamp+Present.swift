package import Scan
package import SystemIO

extension Timestamp {
  /// The present: `SOURCE_DATE_EPOCH`, else the clock.
  ///
  /// - Throws: `UsageError` if the variable is not whole seconds since 1970.
  package static func present(_ environment: Environment) throws(UsageError) -> Timestamp {
    guard let text = environment["SOURCE_DATE_EPOCH"], !text.isEmpty else { return .clock }
    guard let seconds = Int64(text), Timestamp.secondsRange.contains(seconds) else {
      throw UsageError("SOURCE_DATE_EPOCH is '\(text)', not whole seconds since 1970")
    }
    return Timestamp(seconds: seconds)
  }
}
