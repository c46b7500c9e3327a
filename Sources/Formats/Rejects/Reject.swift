package import Scan
import SystemIO

/// One line of a list of rejects: the unusable record, the reason, and the place.
package struct Reject: Sendable {
  /// The category of the reject.
  package var kind: String
  /// Why the record cannot be used, for messages.
  package var reason: String
  /// The id of the document, if it could be read.
  package var documentID: String?
  /// Where the record begins, or the offending byte.
  package var place: Place?
  /// The number of missing records that the line stands for; nil if it is about one record.
  package var count: Int?
  /// The record, which can be mended in the list and read again; nil if only its input can be
  /// mended.
  package var record: RejectedRecord?
  /// The reason that the record is missing from the list, if its format is unknown, too.
  package var leftOut: LeftOut?

  /// The reason that a record is missing from the list.
  package enum LeftOut: String, Sendable {
    /// It exceeds the limit for records.
    case tooLarge = "too large"
    /// It holds IDs that the run replaces by pseudonyms.
    case redacted
    /// It is damaged, with an unknown end.
    case unread = "not read"
    /// No JSON document can represent it.
    case undocumented = "no document"
  }

  package init(
    kind: String, reason: String, documentID: String?, place: Place?, count: Int? = nil,
    record: RejectedRecord? = nil, leftOut: LeftOut? = nil
  ) {
    self.kind = kind
    self.reason = reason
    self.documentID = documentID
    self.place = place
    self.count = count
    self.record = record
    self.leftOut = leftOut
  }

  /// The members of a line.
  enum Member: String {
    case schemaVersion = "schema_version"
    case kind, reason, count, document, file, line, column, byte
    case isDecompressed = "after_decompression"
    case format, path, key
    case isAlone = "alone"
    case recordByte = "record_byte"
    case recordByteCount = "record_bytes"
    case recordChecksum = "record_crc32c"
    case record, text, base64
    case leftOut = "record_left_out"
    case sum = "crc32c"
  }

  /// The reject as a JSON object, up to the record or the end of the object.
  var beginning: [UInt8] {
    var writer = JSONWriter()
    writer.object { line in
      line.member(Member.schemaVersion.rawValue, 1)
      line.member(Member.kind.rawValue, kind)
      line.member(Member.reason.rawValue, reason)
      line.optionalMember(Member.count.rawValue, count)
      line.optionalMember(Member.document.rawValue, documentID)
      line.optionalMember(Member.file.rawValue, place?.file)
      line.optionalMember(Member.line.rawValue, place?.line)
      line.optionalMember(Member.column.rawValue, place?.column)
      line.optionalMember(Member.byte.rawValue, place?.byte)
      if place?.isDecompressed == true { line.member(Member.isDecompressed.rawValue, true) }
      record?.write(to: &line)
      line.optionalMember(Member.leftOut.rawValue, leftOut?.rawValue)
    }
    return writer.bytes.dropLast()
  }
}
