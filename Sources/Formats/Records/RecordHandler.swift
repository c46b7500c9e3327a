package import Scan
import SystemIO

/// What becomes of a record in the output.
package enum RecordFate: Sendable {
  /// It leaves as it came.
  case keep
  /// It leaves with edits made to its value, from the first byte of which their ranges count.
  case edit([Edit])
  /// It does not leave, nor does what separates it from its neighbour.
  case drop
  /// The document does not leave, but what else stands in its record does: these bytes.
  case dropLeaving([UInt8])

  /// Whether the record does not leave as it came.
  var isChange: Bool {
    if case .keep = self { false } else { true }
  }

  /// Whether nothing of the record leaves.
  var isDrop: Bool {
    if case .drop = self { true } else { false }
  }
}

/// What a stream of records is read for.
///
/// Reading and deciding are apart, because a record that ends past the window is read again once
/// more of it is there, while it is decided about once.
package protocol RecordHandler: RunHandler {
  /// What was found in a record.
  associatedtype Reading

  /// How many bytes a record may have.
  static var recordLimit: Int { get }

  /// What a value met on the way to the records is; the cursor stands where it begins.
  ///
  /// - Throws: `JSONSyntaxError` where more has to be seen of the value, or where it is none.
  func role(of key: JSONString?, _ cursor: JSONCursor) throws(JSONSyntaxError) -> RecordRole

  /// Takes note that the container of this key is entered, or left again.
  mutating func enter(_ key: String)
  mutating func leave()
  /// Takes note of a document of no interest that is walked over as a container.
  mutating func passDocument()
  /// Takes note of a value that is neither record nor container.
  ///
  /// - Throws: where it must not be.
  mutating func passOther(_ value: Record) throws

  /// What a value is that is a record by its role, and too large to be held.
  ///
  /// - Throws: `JSONSyntaxError` where more has to be seen of the value, or where it is none.
  func largeRole(of key: JSONString?, _ cursor: JSONCursor) throws(JSONSyntaxError) -> RecordRole
  /// The member of a record in which other records stand, so that one that is too large to be held
  /// can be read without it; nil where there is none.
  var nestedMember: String? { get }
  /// Whether a value of that member, which begins at the cursor, has members that hold records.
  func nests(_ cursor: JSONCursor) throws(JSONSyntaxError) -> Bool
  /// Takes note that what stands in the record of this key is walked over, or no longer.
  mutating func enterRecord(_ key: String)
  mutating func leaveRecord()

  /// Reads the record that begins here, and moves past it.
  func read(_ cursor: inout JSONCursor) throws(JSONSyntaxError) -> Reading

  /// Decides about a record.
  mutating func decide(_ reading: Reading, _ record: Record) throws -> RecordFate

  /// Takes note of a record that stays as it came, unread: too large, damaged and salvaged,
  /// or without a document.
  ///
  /// - Throws: where such a record must not be.
  mutating func reject(_ problem: RecordProblem) throws

  /// The id of the document that a record is of which only the beginning is there, as far as that
  /// tells it.
  func documentID(ofBeginning record: Record) -> String?

  /// What a list of rejects keeps of a damaged line; nil is damage of which nobody knows the end.
  func kept(damaged line: [UInt8]?) -> RejectedRecord?
  /// The id of the one document that the input is; nil where it may hold any.
  var documentID: String? { get }

  /// Takes note of progress: bytes of the input dealt with, from its start.
  mutating func advance(to byte: Int)

  /// What decides about records that follow each other; nil where each is to be read in its turn.
  ///
  /// - Parameters:
  ///   - container: what they follow each other in; nil where each stands in a line.
  ///   - keepsEdits: whether each edit is wanted, or only what all come to.
  func worker(in container: Container?, keepsEdits: Bool) -> (any RunWorker)?
  /// The keys of the containers around the record; nil where no worker decides about it.
  var runPath: [String]? { get }
}

extension RecordHandler {
  package func role(of key: JSONString?, _ cursor: JSONCursor) -> RecordRole { .record }
  package func largeRole(of key: JSONString?, _ cursor: JSONCursor) -> RecordRole { .record }
  package var nestedMember: String? { nil }
  package func nests(_ cursor: JSONCursor) -> Bool { false }
  package mutating func enterRecord(_ key: String) {}
  package mutating func leaveRecord() {}
  package mutating func enter(_ key: String) {}
  package mutating func leave() {}
  package mutating func passDocument() {}
  package mutating func passOther(_ value: Record) throws {}
  package func documentID(ofBeginning record: Record) -> String? { nil }
  package func kept(damaged line: [UInt8]?) -> RejectedRecord? { nil }
  package var documentID: String? { nil }
  package func worker(in container: Container?, keepsEdits: Bool) -> (any RunWorker)? { nil }
  package var runPath: [String]? { nil }
}

/// Why a record could not be read, and where it is.
package enum RecordProblem: Sendable {
  /// It is larger than any document can be.
  ///
  /// The document's id is what the bytes tell of it that are held.
  case tooLarge(Place, limit: Int, documentID: String? = nil)
  /// It is not what its format says.
  case damaged(DamagedInput)
  /// It is what its format says, and yet holds no document that can be read.
  case unusable(String, Place, documentID: String?, record: RejectedRecord? = nil)
  /// It is one of a list of rejects, and can still not be read.
  case listed(Reject)
}
