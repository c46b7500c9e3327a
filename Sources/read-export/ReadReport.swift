import Formats
import Runs
import Scan
import SystemIO

/// What a person, and a program, are told of a finished run.
struct ReadReport {
  /// One input that was read.
  struct File {
    let path: String
    let format: InputFormat
    let compression: Compression?
    let byteCount: Int
    /// What its log held, where it is a shard of a managed export.
    let log: LogTotals?
  }

  let run: ToolRun
  let census: DocumentCensus
  let rejectLog: RejectLog
  let files: [File]
  let exports: [ManagedExport]
  let output: FinishedOutput?
  let seconds: Double

  private var byteCountRead: Int { files.reduce(0) { $0 + $1.byteCount } }

  /// How the run ends.
  var status: ExitStatus { rejectLog.rejectCount > 0 ? .doneWithRejects : .done }

  // MARK: For a person

  var text: String { ReportText.of(counts.map { "  " + $0 } + closing) }

  private var counts: [String] {
    var lines = [
      "documents: \(Amount.count(census.documentCount)) read, "
        + rejectLog.rejectedWords
    ]
    let collections = census.collections.map { name, count in
      "  \(name ?? "(in no collection that is named)"): \(Amount.count(count))"
    }
    lines += RewriteReport.shortened(collections, isWhole: run.arguments[.verbose])
    if census.otherDocumentCount > 0 {
      lines.append(
        "other collections: \(Amount.count(census.otherDocumentCount, of: "document")) passed over"
      )
    }
    lines.append(ReportText.bytesRead(byteCountRead, seconds: seconds))
    return lines
  }

  private var closing: [String] {
    if run.arguments[.check] {
      return CheckReport(census: census, rejectLog: rejectLog, files: files, exports: exports).lines
    }
    return output.map { run.arguments.closing($0) } ?? []
  }

  // MARK: For a program

  func summary() throws -> FinishedOutput? {
    try RunSummary.make(of: run, tool: ReadExport.tool.name, status: status) { summary in
      summary.member("documents", census.documentCount)
      summary.member("rejects", rejectLog.rejectCount)
      summary.member("other_documents", census.otherDocumentCount)
      summary.member("unnamed_documents", census.unnamedCount)
      summary.member("bytes_read", byteCountRead)
      summary.key("collections")
      summary.array { array in
        for (name, count) in census.collections {
          array.object { object in
            object.key("collection")
            if let name { object.string(name) } else { object.null() }
            object.member("documents", count)
          }
        }
      }
      summary.key("inputs")
      summary.array { array in
        for file in files {
          array.object { object in
            object.member("path", file.path)
            object.member("format", file.format.rawValue)
            object.optionalMember("compression", file.compression?.rawValue)
            object.member("bytes", file.byteCount)
          }
        }
      }
      summary.writeOutputs(output)
    }
  }
}
