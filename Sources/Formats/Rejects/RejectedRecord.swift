import ByteIO
import JSONText

/// What a list of rejects keeps of a record: its bytes, and what around it says how to read them.
package struct RejectedRecord: Sendable {
  /// The format that it was read in, whose conventions it has.
  let format: InputFormat
  /// The keys of the containers around it, the outermost first.
  var path: [String] = []
  /// Its own key, where it is the member of an object.
  var key: String?
  /// Whether the documents that stand in it are none of the list's concern.
  var isAlone = false
  /// The record: JSON on one line, or what should have been a record.
  let bytes: [UInt8]
  let isJSON: Bool

  /// What is larger is not kept. Formats, “Documents above 16 MiB”.
  static let byteLimit = 16 << 20
  /// Damaged text that is longer is easier to mend elsewhere, and in escapes six times as long.
  private static let textLimit = 1 << 20
  /// What a line may have: a record of the greatest size in base64, and what is said of it.
  static let lineLimit = byteLimit / 3 * 4 + 1 << 20

  /// Keeps a JSON value; line ends between its parts become spaces, so that it has one line, and as
  /// many bytes as before.
  init(_ format: InputFormat, json: [UInt8], path: [String] = [], key: String? = nil) {
    self.init(format: format, path: path, key: key, bytes: json.onOneLine, isJSON: true)
  }

  /// Keeps bytes that are no JSON, or should be and are not.
  init(_ format: InputFormat, raw bytes: [UInt8], path: [String] = []) {
    self.init(format: format, path: path, key: nil, bytes: bytes, isJSON: false)
  }

  private init(
    format: InputFormat, path: [String], key: String?, bytes: [UInt8], isJSON: Bool
  ) {
    self.format = format
    self.path = path
    self.key = key
    self.bytes = bytes
    self.isJSON = isJSON
  }

  /// Writes its members into a line of the list.
  func write(to line: inout JSONWriter) {
    line.member(Reject.Member.format.rawValue, format.rawValue)
    if !path.isEmpty {
      line.key(Reject.Member.path.rawValue)
      line.array { names in for name in path { names.string(name) } }
    }
    line.optionalMember(Reject.Member.key.rawValue, key)
    if isAlone { line.mark(Reject.Member.isAlone.rawValue) }
    if bytes.count > Self.byteLimit {
      line.member(Reject.Member.leftOut.rawValue, Reject.LeftOut.tooLarge.rawValue)
    } else {
      line.raw(Self.member(bytes, isJSON: isJSON))
    }
  }

  /// The member in which a record stands: as it is, as text, or where it is neither, in base64.
  static func member(_ bytes: [UInt8], isJSON: Bool) -> [UInt8] {
    var member = JSONWriter()
    if isJSON {
      member.key(Reject.Member.record.rawValue)
      member.raw(bytes)
    } else if bytes.count <= textLimit, let text = String(validating: bytes, as: UTF8.self) {
      member.member(Reject.Member.text.rawValue, text)
    } else {
      let text = String(decoding: Base64.encoded(bytes), as: UTF8.self)
      member.member(Reject.Member.base64.rawValue, text)
    }
    return member.bytes
  }
}

extension Record {
  /// What a list of rejects keeps of it; nil where it does not stand whole in JSON.
  func kept(in format: InputFormat, path: [String]) -> RejectedRecord? {
    guard isWhole else { return nil }
    return RejectedRecord(format, json: bytes.copied, path: path, key: key?.string(in: text))
  }

  /// What a list of rejects keeps of a dump that is this record.
  package func kept(asDump kind: DefaultsKind) -> RejectedRecord {
    switch kind {
    case .json: RejectedRecord(.jsonDump, json: bytes.copied)
    case .xmlPropertyList: RejectedRecord(.xmlPropertyList, raw: bytes.copied)
    case .binaryPropertyList: RejectedRecord(.binaryPropertyList, raw: bytes.copied)
    }
  }
}

extension DocumentSource {
  /// A document that stands in no JSON, as `read-export` prints it; nil where Firestore could not hold
  /// it.
  func printed(_ record: Record) -> RejectedRecord? {
    do {
      let json = try ExportedDocument(record, source: self).typed()
      return RejectedRecord(.restDocuments, json: json)
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
