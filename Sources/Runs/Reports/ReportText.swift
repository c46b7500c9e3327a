import Scan
import SystemIO

/// What the reports of all tools say alike.
package enum ReportText {
  /// How much was read, and how long the run took.
  package static func bytesRead(_ byteCount: Int, seconds: Double) -> String {
    "bytes: \(Amount.bytes(byteCount)) read in \(Amount.duration(seconds: seconds))"
  }

  /// The lines as they are printed, harmless whatever the inputs held.
  package static func of(_ lines: [String]) -> String {
    lines.map { VisibleText.of($0) + "\n" }.joined()
  }
}
