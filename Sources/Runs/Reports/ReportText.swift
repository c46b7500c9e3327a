import Scan
import SystemIO

/// What the reports of all tools say alike.
package enum ReportText {
  /// The lines as they are printed, harmless whatever the inputs held.
  package static func of(_ lines: [String]) -> String {
    lines.map { VisibleText.of($0) + "\n" }.joined()
  }
}
