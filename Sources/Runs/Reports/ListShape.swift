import Scan
import SystemIO

/// The format of a list of jokes.
package enum ListShape: String, CaseIterable, Sendable, ArgumentValue {
  /// A table that fits the terminal.
  case table
  /// One JSON value, as `jq .` prints it.
  case json
  /// One id per line.
  case ids
}

/// A time in a dump, in seconds since 1970, for tables.
enum Moment {
  /// The time in whole seconds as RFC 3339, or the number if RFC 3339 cannot spell it.
  static func text(_ seconds: Double?) -> String { seconds.map(spelling) ?? "unknown" }

  private static func spelling(_ seconds: Double) -> String {
    let whole = seconds.rounded(.down)
    guard whole.magnitude < 1e15, Timestamp.secondsRange.contains(Int64(whole)) else {
      return JSONWriter.spelling(of: seconds)
    }
    return Timestamp(seconds: Int64(whole)).description
  }
}
