import Formats
import Runs
import Scan
import SystemIO

/// Counts the documents of each collection, and prints or rejects them as the job found.
///
/// A class, because the reader calls it, and the run reads its counts and ends its output.
final class DocumentCensus: DocumentVisitor {
  /// The documents of each collection, without rejected ones.
  private(set) var counts = CollectionCounts()
  /// The number of documents read, including rejected ones.
  private(set) var metCount = 0
  private(set) var otherDocumentCount = 0
  /// The number of documents without a name.
  private(set) var unnamedCount = 0
  private let work: ReadingJob
  private let rejectLog: RejectLog
  private let progress: RunProgress
  /// Takes the printed documents.
  private var output: ByteOutput?

  init(
    _ job: ReadingJob, _ rejectLog: RejectLog, _ progress: RunProgress,
    printingTo output: consuming ByteOutput? = nil
  ) {
    work = job
    self.rejectLog = rejectLog
    self.progress = progress
    self.output = output
  }

  /// Ends the output; nil if documents are not printed.
  func finish() throws -> FinishedOutput? { try output?.finish() }

  /// Writes the counts, a line each.
  func writeCounts(to output: inout ByteOutput) throws {
    for (name, count) in counts.collections {
      var writer = JSONWriter()
      writer.object { line in
        line.member("schema_version", 1)
        line.write(collection: name, documents: count)
      }
      try output.write(writer.line)
    }
  }

  var job: any DocumentJob { work }

  func take(_ outcomes: Range<Int>, of job: any RecordJob, from start: PartStart) throws {
    guard let job = job as? ReadingJob else { preconditionFailure("another job's outcomes") }
    for outcome in job.outcomes[outcomes] {
      guard let outcome else {
        otherDocumentCount += 1
        continue
      }
      metCount += 1
      progress.recordCount += 1
      switch outcome.remark {
      case .failure(let error): throw error
      case .reject(var problem):
        problem.shift(by: start)
        try rejectLog.reject(problem)
        continue
      case .memberLeftOut(let name, var place, let documentID):
        place.shift(by: start)
        rejectLog.diagnostics.warning(
          "'\(name)' is not part of a document, and not printed", kind: "unprinted member",
          at: place, documentID: documentID)
      case nil: break
      }
      rejectLog.recordCount += 1
      if !outcome.isNamed { unnamedCount += 1 }
      counts.enter(outcome.collection)
      if !outcome.line.isEmpty { try output?.write(job.lines.span.extracting(outcome.line)) }
    }
  }

  func reject(_ problem: RecordProblem) throws { try rejectLog.reject(problem) }
  func passOver(documentCount: Int, recordCount: Int) { otherDocumentCount += documentCount }
  func advance(to byte: Int) { progress.advance(to: byte) }
}
