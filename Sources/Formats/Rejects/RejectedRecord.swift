import ByteIO
import JSONText

/// What a list of rejects keeps of a record: its bytes, and what around it says how to read them.
package struct RejectedRecord: Sendable {
  /// The name of the format that it was read in, whose conventions it has.
  let format: String
  /// The keys of the containers around it, the outermost first.
  var path: [String] = []
  /// Its own key, where it is the member of an object.
  var key: String?
  /// Whether the documents that stand in it are none of the list's concern.
  var isAlone = false
  var content: Content

  /// The record itself.
  enum Content: Sendable {
    /// JSON on one line.
    case json([UInt8])
    /// What is no JSON, or should be and is not.
    case raw([UInt8])
    case leftOut(Reject.LeftOut)
  }

  /// What is larger is not kept. Formats, “Documents above 16 MiB”.
  private static let byteLimit = 16 << 20
  /// Damaged text that is longer is in base64: in escapes it could be six times as long.
  fileprivate static let textLimit = 1 << 20
  /// What a line may have: a record of the greatest size in base64, and what is said of it.
  static let lineLimit = byteLimit / 3 * 4 + 1 << 20

  /// Keeps a JSON value; line ends between its parts become spaces, so that it has one line, and as
  /// many bytes as before.
  init(_ format: String, json: [UInt8], path: [String] = [], key: String? = nil) {
    self.init(format, .json(json.onOneLine), byteCount: json.count, path: path, key: key)
  }

  /// Keeps bytes that are no JSON, or should be and are not.
  init(_ format: String, raw bytes: [UInt8], path: [String] = []) {
    self.init(format, .raw(bytes), byteCount: bytes.count, path: path, key: nil)
  }

  /// Keeps nothing but the format.
  init(_ format: String, leavingOut reason: Reject.LeftOut) {
    self.init(format, .leftOut(reason), byteCount: 0, path: [], key: nil)
  }

  private init(
    _ format: String, _ content: Content, byteCount: Int, path: [String], key: String?
  ) {
    (self.format, self.path, self.key) = (format, path, key)
    self.content = byteCount > Self.byteLimit ? .leftOut(.tooLarge) : content
  }

  /// What is told of it where nobody is to read it.
  package var redacted: RejectedRecord { RejectedRecord(format, leavingOut: .redacted) }

  /// Writes its members into a line of the list.
  func write(to line: inout JSONWriter) {
    line.member(Reject.Member.format.rawValue, format)
    if !path.isEmpty {
      line.key(Reject.Member.path.rawValue)
      line.array { names in for name in path { names.string(name) } }
    }
    line.optionalMember(Reject.Member.key.rawValue, key)
    if isAlone { line.mark(Reject.Member.isAlone.rawValue) }
    line.raw(content.member)
  }
}

extension RejectedRecord.Content {
  /// The member of a line in which it stands: as it is, as text, or where it is neither, in base64.
  var member: [UInt8] {
    var member = JSONWriter()
    switch self {
    case .json(let bytes):
      member.key(Reject.Member.record.rawValue)
      member.raw(bytes)
    case .raw(let bytes):
      if bytes.count <= RejectedRecord.textLimit,
        let text = String(validating: bytes, as: UTF8.self)
      {
        member.member(Reject.Member.text.rawValue, text)
      } else {
        let text = String(decoding: Base64.encoded(bytes), as: UTF8.self)
        member.member(Reject.Member.base64.rawValue, text)
      }
    case .leftOut(let reason): member.member(Reject.Member.leftOut.rawValue, reason.rawValue)
    }
    return member.bytes
  }
}

extension Record {
  /// What a list of rejects keeps of it; nil where it does not stand whole in JSON.
  func kept(in format: String, path: [String]) -> RejectedRecord? {
    guard isWhole else { return nil }
    return RejectedRecord(format, json: bytes.copied, path: path, key: key?.string(in: text))
  }

  /// What a list of rejects keeps of a dump that is this record.
  package func kept(asDump kind: DefaultsKind) -> RejectedRecord {
    switch kind {
    case .json: RejectedRecord(kind.name, json: bytes.copied)
    case .xmlPropertyList, .binaryPropertyList: RejectedRecord(kind.name, raw: bytes.copied)
    }
  }
}

extension DocumentSource {
  /// A document that stands in no JSON, as `read-export` prints it; nil where Firestore could not hold
  /// it.
  func printed(_ record: Record) -> RejectedRecord? {
    do {
      let json = try ExportedDocument(record, source: self).typed()
      return RejectedRecord(InputFormat.restDocuments.rawValue, json: json)
    } catch {
      // Such a document is mended where it came from.
      return nil
    }
  }
}

extension [UInt8] {
  /// JSON with spaces for line ends, which stand between its values alone.
  var onOneLine: [UInt8] {
    var bytes = self
    for (index, byte) in enumerated() where byte == 0x0A || byte == 0x0D { bytes[index] = 0x20 }
    return bytes
  }
}
