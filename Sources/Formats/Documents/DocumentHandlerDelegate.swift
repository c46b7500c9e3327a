import Jokes
import Scan
import SystemIO

/// The fields of a document that a job needs, read in one pass.
protocol DocumentFields {
  /// A document without fields.
  init()
  /// Reads the object of fields that begins at the cursor and moves past it, checking all of it.
  init(_ cursor: inout JSONCursor, _ spelling: FieldSpelling) throws(JSONSyntaxError)

  /// Whether every value is an object, as in a collection of documents.
  var holdsObjectsOnly: Bool { get }
  var memberCount: Int { get }
  /// The fields that may hold the id of a flat document, where the job asks for it every time.
  var naming: NamingFields? { get }
}

extension DocumentFields {
  var naming: NamingFields? { nil }
}

/// What the documents of an input are read for.
protocol DocumentHandlerDelegate {
  associatedtype Fields: DocumentFields & EntityFields

  /// Decides about one document of the wanted collection.
  mutating func decide(
    _ fields: Fields, _ record: Record, _ source: any DocumentSource
  ) throws -> RecordFate
  /// Takes note of a record that could not be read and stays as it came.
  mutating func reject(_ problem: RecordProblem) throws
  /// Takes note of documents of another collection, or of a record without any; it stays.
  mutating func passOver(documentCount: Int)
  /// Keeps a remark for the run to heed in its turn; false where its turn is now.
  mutating func holds(_ remark: DocumentRemark, at place: Place) -> Bool
  /// Takes note of progress: bytes of the input dealt with, from its start.
  func advance(to byte: Int)

  /// Takes note of ordinary events that the rule has decided about.
  func enter(_ counts: OrdinaryCounts)
  /// Takes note of what the jokes of all ordinary events counted as.
  func merge(_ tally: Tally)

  /// Collects what is found in a part of the input, on any thread; nil if each record is read in order.
  var collector: FindingCollector? { get }
  /// Of how many more changed documents the outcomes are wanted.
  var outcomesWanted: Int { get }
  /// Takes outcomes of documents that were decided about on another thread, in their turn.
  func take(_ outcomes: Range<Int>, of job: any RecordJob, from start: PartStart) throws
}

extension DocumentHandlerDelegate {
  func holds(_ remark: DocumentRemark, at place: Place) -> Bool { false }
  func enter(_ counts: OrdinaryCounts) {}
  func merge(_ tally: Tally) {}
  var collector: FindingCollector? { nil }
  var outcomesWanted: Int { .max }
  func take(_ outcomes: Range<Int>, of job: any RecordJob, from start: PartStart) {}
}
