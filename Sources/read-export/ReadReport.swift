import Formats
import Runs
import Scan
import SystemIO

/// The report of a finished run: facts, closing lines and exit status.
struct ReadReport: RunReport {
  let run: ToolRun
  let census: DocumentCensus
  let rejectLog: RejectLog
  let files: [InputPass.File]
  let exports: [ManagedExport]
  let output: FinishedOutput?
  let bytesRead: Fact

  var status: ExitStatus { rejectLog.rejectCount > 0 ? .doneWithRejects : .done }

  var facts: [Fact] {
    let (files, counts) = (files, census.counts)
    return [
      Fact(
        "documents", counts.documentCount,
        line: "documents: \(Amount.count(counts.documentCount)) read, \(rejectLog.rejectedWords)")
    ] + collectionLines.map { Fact(line: $0) } + [
      Fact("rejects", rejectLog.rejectCount),
      .otherDocuments(census.otherDocumentCount, "skipped"),
      Fact("unnamed_documents", census.unnamedCount), bytesRead,
      Fact("collections") { array in
        for (name, count) in counts.collections {
          array.object { $0.write(collection: name, documents: count) }
        }
      },
      Fact("inputs") { array in
        for file in files {
          array.object { object in
            object.member("path", file.path)
            object.member("format", file.format.rawValue)
            object.optionalMember("compression", file.compression?.rawValue)
            object.member("bytes", file.byteCount)
          }
        }
      },
      .outputs(output.map { [$0] } ?? []),
    ]
  }

  private var collectionLines: [String] {
    let lines = census.counts.collections.map { name, count in
      "  \(name ?? "(no collection name)"): \(Amount.count(count))"
    }
    return ReportText.shortened(lines, isWhole: run.arguments[.verbose])
  }

  var closing: [String] {
    if run.arguments[.check] { return checkLines }
    return output.map { run.arguments.closing($0) } ?? []
  }
}

extension JSONWriter {
  /// Writes a collection's name and document count.
  mutating func write(collection name: String?, documents count: Int) {
    key("collection")
    if let name { string(name) } else { null() }
    member("documents", count)
  }
}
