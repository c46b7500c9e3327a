package import Jokes
import Scan
package import SystemIO

/// What an export of rating events is read for: it takes what a job finds, in the order of the events.
package protocol RatingEventVisitor: FindingVisitor {
  /// Decides about the events; it keeps no outcomes yet.
  var job: any RatingEventJob { get }
  /// Takes note of documents of another collection, which stay as they came.
  func passOver(documentCount: Int)
  /// Takes note of ordinary events that the job's rule has decided about.
  func enter(_ counts: OrdinaryCounts)
  /// Takes note of what the jokes of all ordinary events of an input counted as.
  func merge(_ tally: Tally)
}

extension RatingEventVisitor {
  package func enter(_ counts: OrdinaryCounts) {}
  package func merge(_ tally: Tally) {}
}

/// Reads the rating events of an export, writing out what is kept of it.
package enum RatingEventReader {
  /// The name of the collection, where no other is asked for.
  package static let collection = "rating_events"

  /// Reads all of an input in one of the formats that hold documents.
  ///
  /// - Parameters:
  ///   - collection: the path of the collection that is wanted; nil wants all.
  ///   - database: the database that relative references are in, where one is known.
  ///   - sharing: how threads share the work; the result is the same however they do.
  ///   - recordLimit: how many bytes a document may have; nil is as many as Firestore's may.
  /// - Throws: `DamagedInput`, `SystemError`, and what the visitor throws.
  package static func read(
    _ window: consuming ByteWindow, as format: InputFormat, into output: consuming ByteOutput,
    collection: String? = collection, database: String? = nil, isSalvaging: Bool,
    knowing context: InputContext = InputContext(), sharing: WorkSharing = WorkSharing(),
    recordLimit: Int? = nil, visitor: any RatingEventVisitor
  ) throws -> StreamResult {
    try DocumentReader.read(
      window, as: format, into: output, collection: collection, database: database,
      isSalvaging: isSalvaging, knowing: context, sharing: sharing, recordLimit: recordLimit,
      Delegate(visitor))
  }

  private struct Delegate: DocumentHandlerDelegate {
    private let visitor: any RatingEventVisitor
    /// It keeps no outcomes.
    private let job: any RatingEventJob

    init(_ visitor: any RatingEventVisitor) {
      self.visitor = visitor
      job = visitor.job
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

    var collector: FindingCollector? { FindingCollector(visitor.job) }
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
