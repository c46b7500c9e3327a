import Formats
import Runs
import Scan
import SystemIO

/// Counts the documents of each collection, and prints or rejects them as the job finds.
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
  private let job: DocumentJob
  private let rejectLog: RejectLog
  private let progress: RunProgress
  /// Takes the printed documents.
  private var output: ByteOutput?

  init(
    _ job: DocumentJob, _ rejectLog: RejectLog, _ progress: RunProgress,
    printingTo output: consuming ByteOutput? = nil
  ) {
    self.job = job
    self.rejectLog = rejectLog
    self.progress = progress
    self.output = output
  }

  /// Ends the output; nil if documents are not printed.
  func finish() throws -> FinishedOutput? { try output?.finish() }

  /// The counts, a line each.
  var lines: [UInt8] {
    counts.collections.flatMap { name, count in
      var writer = JSONWriter()
      writer.object { $0.write(collection: name, documents: count) }
      return writer.line
    }
  }

  func visit(_ document: borrowing ExportedDocument) throws {
    metCount += 1
    rejectLog.recordCount += 1
    progress.recordCount += 1
    let outcome: DocumentJob.Outcome
    do {
      outcome = try job.outcome(of: document)
    } catch let error as Unrepresentable {
      return try reject(document, error)
    }
    if document.identity == nil { unnamedCount += 1 }
    counts.enter(document.identity?.collection)
    if let member = outcome.memberLeftOut {
      rejectLog.diagnostics.warning(
        "'\(member.name)' is not part of a document, and not printed", kind: "unprinted member",
        at: member.place, documentID: document.identity?.id)
    }
    if let line = outcome.line { try output?.write(line + [UInt8(ascii: "\n")]) }
  }

  /// Rejects a document that Firestore could not hold, at the place of the fault.
  private func reject(_ document: borrowing ExportedDocument, _ error: Unrepresentable) throws {
    let record = document.record
    try rejectLog.reject(
      kind: "unusable document", error.reason,
      at: error.offset.map { record.place(of: $0) } ?? record.place,
      documentID: document.identity?.id, record: document.kept)
  }

  func reject(_ problem: RecordProblem) throws { try rejectLog.reject(problem) }
  func passOver(documentCount: Int) { otherDocumentCount += documentCount }
  func advance(to byte: Int) { progress.advance(to: byte) }
}
