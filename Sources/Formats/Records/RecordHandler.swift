package import Scan
import SystemIO

/// The fate of a record in the output.
package enum RecordFate: Sendable {
  /// Copy it unchanged.
  case keep
  /// Copy it with edits, whose ranges are relative to the value.
  case edit([Edit])
  /// Omit it, with the separator that joins it to its neighbour.
  case drop
  /// Drop the document, but replace its record with these bytes, which hold the rest of the record.
  case dropLeaving([UInt8])

  /// Whether the output differs from the record.
  var isChange: Bool {
    if case .keep = self { false } else { true }
  }

  /// Whether the whole record is omitted.
  var isDrop: Bool {
    if case .drop = self { true } else { false }
  }
}

/// Reads the records of a stream and decides about them.
///
/// Reading and deciding are separate: a record that ends past the window is read again with more
/// bytes, but decided about once.
package protocol RecordHandler: FindingHandler {
  /// The parsed content of a record.
  associatedtype Reading

  /// The largest size of a record, in bytes.
  static var recordLimit: Int { get }

  /// The role of the value at the cursor.
  func role(of key: JSONString?, _ cursor: JSONCursor) throws(JSONSyntaxError) -> RecordRole

  /// Notes that the container with this key is entered, or left.
  mutating func enter(_ key: String)
  mutating func leave()
  /// Notes a value that is neither record nor container.
  ///
  /// - Throws: an error if the format does not allow the value.
  mutating func passOther(_ value: Record) throws

  /// The role of a value that `role` calls a record, but that is too large for memory.
  func largeRole(of key: JSONString?, _ cursor: JSONCursor) throws(JSONSyntaxError) -> RecordRole
  /// The member that holds nested records, so that a record too large for memory can be read
  /// without it; nil if the format has none.
  var nestedMember: String? { get }
  /// Whether the value of that member at the cursor holds records.
  func nests(_ cursor: JSONCursor) throws(JSONSyntaxError) -> Bool
  /// Notes that the nested records of the record with this key are entered, or left.
  mutating func enterRecord(_ key: String)
  mutating func leaveRecord()

  /// Reads the record at the cursor, and moves past it.
  func read(_ cursor: inout JSONCursor) throws(JSONSyntaxError) -> Reading

  /// Decides the fate of a record.
  mutating func decide(_ reading: consuming Reading, _ record: Record) throws -> RecordFate

  /// Notes a damaged record, which is copied unread.
  mutating func reject(_ problem: RecordProblem)

  /// The document ID of a truncated record, if its beginning holds the ID.
  func documentID(ofBeginning record: Record) -> String?

  /// The entry for the list of rejects for a damaged line. A nil line is damage of unknown extent.
  func kept(damaged line: [UInt8]?) -> RejectedRecord?
  /// The ID of the document if the input is a single one; nil otherwise.
  var documentID: String? { get }

  /// A worker for consecutive records; nil if each must be read in its turn.
  ///
  /// - Parameter keepsEdits: whether edits are recorded, or only counted.
  func worker(keepsEdits: Bool) -> (any RunWorker)?
  /// The keys of the enclosing containers; nil if no worker applies here.
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
  package mutating func passOther(_ value: Record) throws {}
  package func documentID(ofBeginning record: Record) -> String? { nil }
  package func kept(damaged line: [UInt8]?) -> RejectedRecord? { nil }
  package var documentID: String? { nil }
  package func worker(keepsEdits: Bool) -> (any RunWorker)? { nil }
  package var runPath: [String]? { nil }
}

/// Why and where a record could not be read.
package enum RecordProblem: Sendable {
  /// It is larger than any document can be. The document ID comes from the bytes in memory.
  case tooLarge(Place, limit: Int, documentID: String? = nil)
  /// It violates its format.
  case damaged(DamagedInput)
  /// It is valid, but holds no readable document.
  case unusable(String, Place, documentID: String?, record: RejectedRecord? = nil)
  /// It is from a list of rejects, and still unreadable.
  case listed(Reject)
}
