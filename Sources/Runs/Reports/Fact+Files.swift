import Scan
package import SystemIO

// The common facts about what was read and written.
extension Fact {
  /// The bytes read, and the time that took.
  package static func bytesRead(_ byteCount: Int, seconds: Double) -> Fact {
    Fact(
      "bytes_read", byteCount,
      line: "bytes: \(Amount.bytes(byteCount)) read in \(Amount.duration(seconds: seconds))")
  }

  /// The documents of other collections, and what became of them.
  package static func otherDocuments(_ count: Int, _ fate: String) -> Fact {
    Fact(
      "other_documents", count,
      line: count > 0
        ? "other collections: \(Amount.count(count, of: "document")) \(fate)" : nil)
  }

  /// The files that a run wrote.
  package static func outputs(_ outputs: [FinishedOutput]) -> Fact {
    Fact("outputs") { array in
      for output in outputs { array.object { $0.writeMembers(of: output) } }
    }
  }
}

extension JSONWriter {
  /// Writes the members that describe an output.
  mutating func writeMembers(of output: FinishedOutput) {
    member("path", output.path)
    member("bytes", output.byteCount)
    optionalMember("sha256", output.digest?.description)
  }
}

extension FinishedOutput {
  /// The report's line: the digest, if it was computed, and the path.
  var row: String { (digest.map { "\($0)  " } ?? "") + path }
}
