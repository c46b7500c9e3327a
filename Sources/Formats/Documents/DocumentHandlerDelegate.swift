import Jokes
import Scan
import SystemIO

/// Receives the documents of an input.
protocol DocumentHandlerDelegate {
  /// The fields of an entity that it needs.
  var entityFields: EntityFields { get }
  /// Decides about one document of the wanted collection.
  mutating func decide(
    _ fields: RatingEventFields, _ record: Record, _ source: any DocumentSource
  ) throws -> RecordFate
  /// Notes an unreadable record, which is copied unchanged.
  mutating func reject(_ problem: RecordProblem) throws
  /// Notes documents of another collection, or a record without documents; it is kept.
  mutating func passOver(documentCount: Int)
  /// Collects a remark for later; false to apply it now.
  mutating func holds(_ remark: DocumentRemark, at place: Place) -> Bool
  /// Reports progress, in bytes of input from its start.
  func advance(to byte: Int)

  /// Takes the counts of ordinary events that the table decided.
  func enter(_ counts: OrdinaryCounts)
  /// Takes the tally of ordinary events.
  func merge(_ tally: Tally)

  /// A collector for the findings of a part, on any thread; nil if each record must be read in
  /// order.
  var collector: FindingCollector? { get }
  /// How many more outcomes of changed documents are wanted.
  var outcomesWanted: Int { get }
  /// Takes the outcomes of another thread, in input order.
  func take(_ outcomes: Range<Int>, of job: any RecordJob, from start: PartStart) throws
}

extension DocumentHandlerDelegate {
  func holds(_ remark: DocumentRemark, at place: Place) -> Bool { false }
  func enter(_ counts: OrdinaryCounts) {}
  func merge(_ tally: Tally) {}
  var collector: FindingCollector? { nil }
  func take(_ outcomes: Range<Int>, of job: any RecordJob, from start: PartStart) {}
}
