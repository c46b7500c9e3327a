import Scan
import SystemIO

extension DumpBook {
  /// The line that shows that the books balance.
  ///
  /// - Parameters:
  ///   - changed: what the tool calls a dump that it changed.
  ///   - unchanged: what it calls one that stays.
  package func balance(changed: String, unchanged: String) -> String {
    "the books balance: \(Amount.count(readCount, of: "dump")) read = "
      + "\(Amount.count(changedCount)) \(changed) + \(Amount.count(unchangedCount)) \(unchanged) + "
      + "\(Amount.count(rejectedCount)) rejected"
  }

  /// The counts, under the tool's names for dumps that it changed and for those that stay.
  package func facts(changed: String, unchanged: String) -> [Fact] {
    [
      Fact("read", readCount), Fact(changed, changedCount), Fact(unchanged, unchangedCount),
      Fact("rejected", rejectedCount),
    ]
  }
}
