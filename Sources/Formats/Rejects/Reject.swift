package import Scan
import SystemIO

/// One line of a list of rejects: what could not be used, why, where it stood, and the record itself.
package struct Reject: Sendable {
  /// What all such rejects have in common.
  package var kind: String
  package var reason: String
  package var documentID: String?
  package var place: Place?
  /// How many it stands for; nil is itself.
  package var count: Int?
  /// The record, so that it can be mended in the list and read again; nil where it is mended
  /// elsewhere.
  package var record: RejectedRecord?
  /// Why the record is not in the list, where its format is not known either.
  package var leftOut: LeftOut?

  /// Why a record is not in the list.
  package enum LeftOut: String, Sendable {
    /// It is larger than any record that is held.
    case tooLarge = "too large"
    /// It holds the ids for which there are pseudonyms.
    case redacted
    /// It is damaged, and nobody knows where it ends.
    case unread = "not read"
    /// No document can be made of it that JSON could spell.
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

  /// The reject as a JSON object, as far as the record itself, or the end of the object.
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
      if place?.isDecompressed == true { line.mark(Member.isDecompressed.rawValue) }
      record?.write(to: &line)
      line.optionalMember(Member.leftOut.rawValue, leftOut?.rawValue)
    }
    return writer.bytes.dropLast()
  }
}

extension JSONWriter {
  /// Writes a member that is true where it stands.
  mutating func mark(_ name: String) {
    key(name)
    boolean(true)
  }
}
