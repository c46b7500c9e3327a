package import ByteIO
import JSONText
package import Jokes

/// What an export of rating events is read for.
package protocol RatingEventVisitor: AnyObject {
  /// Decides about one event.
  func visit(_ event: RatingEventDocument) throws -> Decision
  /// Takes note of a record that could not be read and stays as it came.
  func reject(_ problem: RecordProblem) throws
  /// Takes note of documents of another collection, which stay as they came.
  func passOver(documentCount: Int)
  /// Takes note of progress: bytes of the input dealt with, from its start.
  func advance(to byte: Int)

  /// What becomes of ordinary events, where they need not be shown one by one; asked again after
  /// each event for as long as it is nil.
  var ordinaryRule: OrdinaryRule? { get }
  /// Takes note of ordinary events that the rule has decided about.
  func enter(_ counts: OrdinaryCounts)
  /// Takes note of what the jokes of all ordinary events of an input counted as.
  func merge(_ tally: Tally)
}

extension RatingEventVisitor {
  package var ordinaryRule: OrdinaryRule? { nil }
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
      Delegate(visitor: visitor))
  }

  private struct Delegate: DocumentHandlerDelegate {
    let visitor: any RatingEventVisitor

    func decide(
      _ fields: RatingEventFields, _ record: Record, _ source: any DocumentSource
    ) throws -> RecordFate {
      let event = RatingEventDocument(record, fields: fields, source: source)
      switch try visitor.visit(event) {
      case .keep, .refuse: return .keep
      case .delete: return .drop
      case .update(let rating): return fields.patch(to: rating, in: record.text)
      }
    }

    func reject(_ problem: RecordProblem) throws { try visitor.reject(problem) }
    func passOver(documentCount: Int) { visitor.passOver(documentCount: documentCount) }
    func advance(to byte: Int) { visitor.advance(to: byte) }
    var ordinaryRule: OrdinaryRule? { visitor.ordinaryRule }
    func enter(_ counts: OrdinaryCounts) { visitor.enter(counts) }
    func merge(_ tally: Tally) { visitor.merge(tally) }
  }
}
