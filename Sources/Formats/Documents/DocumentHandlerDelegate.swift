import Jokes
import Scan
import SystemIO

/// The fields of a document that a job needs, read in one pass.
protocol DocumentFields {
  /// A document without fields.
  init()
  /// Reads and checks the object of fields at the cursor, and moves past it.
  init(_ cursor: inout JSONCursor, _ spelling: FieldSpelling) throws(JSONSyntaxError)
  /// Reads the fields of an entity; nil if they must be read from its JSON instead.
  static func read(_ entity: Entity) throws(MalformedMessage) -> Self?

  /// Whether every value is an object, as in a collection of documents.
  var holdsObjectsOnly: Bool { get }
  var memberCount: Int { get }
  /// The fields that may hold a flat document's ID, if the job always needs it.
  var naming: NamingFields? { get }
}

extension DocumentFields {
  var naming: NamingFields? { nil }
}

/// Receives the documents of an input.
protocol DocumentHandlerDelegate {
  associatedtype Fields: DocumentFields

  /// Whether it needs the fields of an entity.
  var readsEvents: Bool { get }
  /// Decides about one document of the wanted collection.
  mutating func decide(
    _ fields: Fields, _ record: Record, _ source: any DocumentSource
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
  var readsEvents: Bool { true }
  func holds(_ remark: DocumentRemark, at place: Place) -> Bool { false }
  func enter(_ counts: OrdinaryCounts) {}
  func merge(_ tally: Tally) {}
  var collector: FindingCollector? { nil }
  var outcomesWanted: Int { .max }
  func take(_ outcomes: Range<Int>, of job: any RecordJob, from start: PartStart) {}
}
