import Scan
import SystemIO

/// Text shared by the reports of all tools.
package enum ReportText {
  /// The lines, with control characters made visible.
  package static func of(_ lines: [String]) -> String {
    lines.map { VisibleText.of($0) + "\n" }.joined()
  }

  /// Lines with a label each, in a column of this width.
  static func of(_ lines: [(label: String, value: String)], labelWidth: Int) -> String {
    of(lines.map { TextWidth.padded($0.label, to: labelWidth) + $0.value })
  }

  /// The first 20 lines and the number of the rest, or all lines if `isWhole`.
  package static func shortened(_ rows: [String], isWhole: Bool) -> [String] {
    let most = 20
    guard rows.count > most, !isWhole else { return rows }
    return rows.prefix(most) + [
      "and \(Amount.count(rows.count - most)) more; --verbose shows them all"
    ]
  }
}
