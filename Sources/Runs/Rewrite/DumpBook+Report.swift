import Scan
import SystemIO

// The counts of dumps, as reports print them.
extension DumpBook {
  /// The line of the report that shows that the counts balance.
  ///
  /// - Parameters:
  ///   - changed: the tool's word for a changed dump.
  ///   - unchanged: the tool's word for an unchanged dump.
  package func balance(changed: String, unchanged: String) -> String {
    "the books balance: \(Amount.count(readCount, of: "dump")) read = "
      + "\(Amount.count(changedCount)) \(changed) + \(Amount.count(unchangedCount)) \(unchanged) + "
      + "\(Amount.count(rejectedCount)) rejected"
  }

  /// The counts, under the tool's words for changed and unchanged dumps.
  package func facts(changed: String, unchanged: String) -> [Fact] {
    [
      Fact("read", readCount), Fact(changed, changedCount), Fact(unchanged, unchangedCount),
      Fact("rejected", rejectedCount),
    ]
  }
}
