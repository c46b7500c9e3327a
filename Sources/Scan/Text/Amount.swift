/// Formats amounts for people: `1,234,567`, `1.2 GB`, `3 min 05 s`.
///
/// Equal in every locale and time zone.
package enum Amount {
  /// A count with commas between the thousands.
  package static func count(_ count: Int) -> String {
    let digits = Array(String(count.magnitude))
    let grouped = digits.indices.reduce(into: count < 0 ? "-" : "") { text, index in
      if index > 0, (digits.count - index) % 3 == 0 { text.append(",") }
      text.append(digits[index])
    }
    return grouped
  }

  /// A count and its noun, in the singular where it is one: `1 joke`, `1,234 jokes`.
  package static func count(_ count: Int, of one: String, many: String? = nil) -> String {
    "\(self.count(count)) \(count == 1 ? one : many ?? one + "s")"
  }

  /// A number of bytes in units of a thousand: `999 B`, `1.2 kB`, `345 MB`.
  package static func bytes(_ byteCount: Int) -> String {
    bytes(Double(max(0, byteCount)))
  }

  /// As `bytes(_: Int)`, for a computed number; `? B` for NaN and infinity.
  package static func bytes(_ byteCount: Double) -> String {
    guard byteCount.isFinite, byteCount >= 0 else { return "? B" }
    if byteCount < 999.5 { return "\(Int(byteCount.rounded())) B" }
    var value = byteCount / 1000
    var units = ["kB", "MB", "GB", "TB", "PB"][...]
    // 999.96 kB would round to 1000 kB: use the next unit.
    while value >= 999.5, units.count > 1 {
      value /= 1000
      units = units.dropFirst()
    }
    return "\(decimal(value)) \(units.first ?? "kB")"
  }

  /// A length of time in at most two units: `120 ms`, `4.2 s`, `3 min 05 s`, `2 d 04 h`.
  ///
  /// `unknown` where it is not a number, is negative or passes a thousand years.
  package static func duration(seconds: Double) -> String {
    guard seconds.isFinite, seconds >= 0, seconds < 3.2e10 else { return "unknown" }
    if seconds < 0.9995 { return "\(Int((seconds * 1000).rounded())) ms" }
    if seconds < 9.95 { return "\(tenths(seconds)) s" }
    let whole = Int(seconds.rounded())
    if whole < 60 { return "\(whole) s" }
    if whole < 3600 { return "\(whole / 60) min \(String(whole % 60, digits: 2)) s" }
    if whole < 86_400 { return "\(whole / 3600) h \(String(whole / 60 % 60, digits: 2)) min" }
    return "\(count(whole / 86_400)) d \(String(whole / 3600 % 24, digits: 2)) h"
  }

  /// One digit of fraction below 99.95, none from there on.
  private static func decimal(_ value: Double) -> String {
    value < 99.95 ? tenths(value) : count(Int(min(value, 1e15).rounded()))
  }

  private static func tenths(_ value: Double) -> String {
    let tenths = Int((value * 10).rounded())
    return "\(tenths / 10).\(tenths % 10)"
  }
}
