import Scan
import SystemIO

/// A time of a dump, in seconds since 1970, as tables show it.
enum Moment {
  /// Whole seconds of it as RFC 3339 has them; a time that RFC 3339 cannot spell as a number.
  static func text(_ seconds: Double?) -> String { seconds.map(spelling) ?? "unknown" }

  private static func spelling(_ seconds: Double) -> String {
    let whole = seconds.rounded(.down)
    guard whole.magnitude < 1e15, Timestamp.secondsRange.contains(Int64(whole)) else {
      return JSONWriter.spelling(of: seconds)
    }
    return Timestamp(seconds: Int64(whole)).description
  }
}
