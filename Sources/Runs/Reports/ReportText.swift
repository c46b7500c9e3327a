import Scan
import SystemIO

/// Text shared by the reports of all tools.
package enum ReportText {
  /// The lines, with control characters made visible.
  package static func of(_ lines: [String]) -> String {
    lines.map { VisibleText.of($0) + "\n" }.joined()
  }
}
