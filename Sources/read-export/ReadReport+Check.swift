import Formats
import Runs
import Scan
import SystemIO

// The closing lines of `read-export --check`.
extension ReadReport {
  /// A line for each aspect, then the conclusion.
  var checkLines: [String] {
    ["checksums: " + checksums, "counts: " + counts, "names: " + names, conclusion]
  }

  private var checksums: String {
    let shards = files.compactMap(\.log)
    let records = shards.reduce(0) { $0 + $1.read.recordCount }
    let compressed = files.count { $0.compression != nil }
    var parts: [String] = []
    if !shards.isEmpty {
      parts.append(
        "\(Amount.count(records, of: "record")) in \(Amount.count(shards.count, of: "shard"))")
    }
    if compressed > 0 { parts.append(Amount.count(compressed, of: "compressed file")) }
    return parts.isEmpty ? "the input has none" : parts.joined(separator: ", ")
  }

  private var counts: String {
    let counted = exports.count { $0.isCounted }
    if counted == 0 { return "there is no count of documents to compare with" }
    let isAll = counted == exports.count && !files.contains { $0.log == nil }
    return "compared with the metadata of \(Amount.count(counted, of: "export"))"
      + (isAll ? "" : "; the rest has no counts")
  }

  private var names: String {
    let (all, unnamed) = (census.counts.documentCount, census.unnamedCount)
    if all == 0 { return "there is no document" }
    return unnamed == 0
      ? "every document has one"
      : "\(Amount.count(unnamed)) of \(Amount.count(all, of: "document")) have none"
  }

  private var conclusion: String {
    rejectLog.rejectCount == 0
      ? "CHECK: all of it can be read"
      : "CHECK: \(Amount.count(rejectLog.rejectCount, of: "record")) cannot be read"
  }
}
