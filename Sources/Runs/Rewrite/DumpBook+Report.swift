package import Scan
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

  /// Writes the counts to a summary's object, under the tool's names for dumps that it changed and
  /// for those that stay.
  package func write(to dumps: inout JSONWriter, changed: String, unchanged: String) {
    dumps.member("read", readCount)
    dumps.member(changed, changedCount)
    dumps.member(unchanged, unchangedCount)
    dumps.member("rejected", rejectedCount)
  }
}
