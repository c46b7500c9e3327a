package import Jokes
import Scan
package import SystemIO

/// Receives the findings of a job in an export, in order.
package protocol DocumentVisitor: FindingVisitor, CollectionVisitor {
  /// The job, without outcomes.
  var job: any DocumentJob { get }
  /// Takes the counts of ordinary events that the job's table decided.
  func enter(_ counts: OrdinaryCounts)
  /// Takes the tally of all ordinary events of an input.
  func merge(_ tally: Tally)
}

extension DocumentVisitor {
  package func enter(_ counts: OrdinaryCounts) {}
  package func merge(_ tally: Tally) {}
}

/// Reads the documents of an export, and writes the kept and edited records.
package enum ExportReader {
  /// Reads a whole input in any format of documents.
  ///
  /// - Parameters:
  ///   - output: nil discards it.
  ///   - collection: the path of the wanted collection; nil selects all.
  ///   - database: the database of relative references, if known.
  ///   - sharing: how the work is divided between threads; the result does not depend on it.
  ///   - recordLimit: the largest size of a document, in bytes; nil is Firestore's limit.
  /// - Throws: `DamagedInput`, `SystemError`, and the errors of the visitor.
  package static func read(
    _ window: consuming ByteWindow, as format: InputFormat,
    into output: consuming ByteOutput? = nil,
    collection: String? = RatingEventDocument.collection, database: String? = nil,
    isSalvaging: Bool,
    knowing context: InputContext = InputContext(), sharing: WorkSharing = WorkSharing(),
    recordLimit: Int? = nil, visitor: any DocumentVisitor
  ) throws -> StreamResult {
    try DocumentReader.read(
      window, as: format, into: output, collection: collection, database: database,
      isSalvaging: isSalvaging, knowing: context, sharing: sharing, recordLimit: recordLimit,
      Delegate(visitor))
  }

  private struct Delegate: DocumentHandlerDelegate {
    private let visitor: any DocumentVisitor
    /// The job, without outcomes.
    private let job: any DocumentJob
    let readsEvents: Bool

    init(_ visitor: any DocumentVisitor) {
      self.visitor = visitor
      job = visitor.job
      readsEvents = job.readsEvents
    }

    mutating func decide(
      _ fields: RatingEventFields, _ record: Record, _ source: any DocumentSource
    ) throws -> RecordFate {
      var job = job
      let decision = job.decide(RatingEventDocument(record, fields: fields, source: source))
      if job.outcomeCount > 0 {
        try visitor.take(0..<job.outcomeCount, of: job, from: PartStart())
      }
      return fields.fate(for: decision, in: record)
    }

    var collector: FindingCollector? { FindingCollector(job) }
    func take(
      _ outcomes: Range<Int>, of job: any RecordJob, from start: PartStart
    ) throws { try visitor.take(outcomes, of: job, from: start) }
    func reject(_ problem: RecordProblem) throws { try visitor.reject(problem) }
    func passOver(documentCount: Int) { visitor.passOver(documentCount: documentCount) }
    func advance(to byte: Int) { visitor.advance(to: byte) }
    var outcomesWanted: Int { visitor.outcomesWanted }
    func enter(_ counts: OrdinaryCounts) { visitor.enter(counts) }
    func merge(_ tally: Tally) { visitor.merge(tally) }
  }
}
