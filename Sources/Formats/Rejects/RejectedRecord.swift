import Scan
import SystemIO

/// What a list of rejects keeps of a record: its bytes, and what around it says how to read them.
package struct RejectedRecord: Sendable {
  /// The name of the format that it was read in, whose conventions it has; nil where a list does not
  /// say it any more.
  let format: String?
  /// The keys of the containers around it, the outermost first.
  var path: [String] = []
  /// Its own key, where it is the member of an object.
  var key: String?
  /// Whether the documents that stand in it are none of the list's concern.
  var isAlone = false
  /// Where it stood, so that it can be put back there once it is mended; nil where that cannot be.
  var source: SourceRange?
  var content: Content

  /// Bytes of an input, and how they are known there.
  struct SourceRange: Sendable, Hashable {
    var byte: Int
    var byteCount: Int
    /// Their CRC-32C.
    var checksum: UInt32

    init(byte: Int, byteCount: Int, checksum: UInt32) {
      (self.byte, self.byteCount, self.checksum) = (byte, byteCount, checksum)
    }

    init(of bytes: Span<UInt8>, at byte: Int) {
      self.init(byte: byte, byteCount: bytes.count, checksum: CRC32C.checksum(bytes))
    }
  }

  /// The record itself.
  enum Content: Sendable {
    /// JSON on one line.
    case json([UInt8])
    /// What is no JSON, or should be and is not.
    case raw([UInt8])
    case leftOut(Reject.LeftOut)
  }

  /// What is larger is not kept. Formats, “Documents above 16 MiB”.
  static let byteLimit = 16 << 20
  /// Damaged text that is longer is in base64: in escapes it could be six times as long.
  fileprivate static let textLimit = 1 << 20
  /// What a line may have: a record of the greatest size in base64, and what is said of it.
  static let lineLimit = byteLimit / 3 * 4 + 1 << 20

  /// Keeps a JSON value; line ends between its parts become spaces, so that it has one line, and as
  /// many bytes as before.
  init(_ format: String?, json: consuming [UInt8], path: [String] = [], key: String? = nil) {
    json.putOnOneLine()
    let byteCount = json.count
    self.init(format, .json(json), byteCount: byteCount, path: path, key: key)
  }

  /// Keeps bytes that are no JSON, or should be and are not.
  init(_ format: String?, raw bytes: [UInt8], path: [String] = []) {
    self.init(format, .raw(bytes), byteCount: bytes.count, path: path, key: nil)
  }

  /// Keeps nothing but the format.
  init(_ format: String?, leavingOut reason: Reject.LeftOut) {
    self.init(format, .leftOut(reason), byteCount: 0, path: [], key: nil)
  }

  private init(
    _ format: String?, _ content: Content, byteCount: Int, path: [String], key: String?
  ) {
    (self.format, self.path, self.key) = (format, path, key)
    self.content = byteCount > Self.byteLimit ? .leftOut(.tooLarge) : content
  }

  /// Nothing of a record that holds no document.
  static let undocumented = RejectedRecord(nil, leavingOut: .undocumented)

  /// What is told of it where nobody is to read it.
  package var redacted: RejectedRecord { RejectedRecord(format, leavingOut: .redacted) }

  /// Writes what is said of it into a line of the list, in which it comes last itself.
  func write(to line: inout JSONWriter) {
    line.optionalMember(Reject.Member.format.rawValue, format)
    if !path.isEmpty {
      line.key(Reject.Member.path.rawValue)
      line.array { names in for name in path { names.string(name) } }
    }
    line.optionalMember(Reject.Member.key.rawValue, key)
    if isAlone { line.mark(Reject.Member.isAlone.rawValue) }
    guard let source, canBePutBack else { return }
    line.member(Reject.Member.recordByte.rawValue, source.byte)
    line.member(Reject.Member.recordByteCount.rawValue, source.byteCount)
    line.member(Reject.Member.recordChecksum.rawValue, RejectList.hexadecimal(source.checksum))
  }

  /// Whether its line says where it stood, so that it can be put back there once it is mended.
  package var canBePutBack: Bool { source != nil && !isLeftOut }

  private var isLeftOut: Bool {
    if case .leftOut = content { true } else { false }
  }
}

extension RejectedRecord.Content {
  /// The member of a line in which it stands: as it is, as text, or where it is neither, in base64.
  var member: [UInt8] {
    var member: [UInt8] = []
    forEachPiece { member.append(contentsOf: $0) }
    return Array(member.dropFirst())
  }

  /// Gives the same with the comma before it, piece by piece: what is long is nowhere held twice.
  func forEachPiece<Failure>(_ body: (Span<UInt8>) throws(Failure) -> Void) throws(Failure) {
    switch self {
    case .json(let bytes):
      try body(Self.beginning(.record).span)
      try body(bytes.span)
    case .raw(let bytes):
      if bytes.count <= RejectedRecord.textLimit,
        let text = String(validating: bytes, as: UTF8.self)
      {
        try body(Self.member(.text, text).span)
      } else {
        try body((Self.beginning(.base64) + [UInt8(ascii: "\"")]).span)
        for start in stride(from: 0, to: bytes.count, by: Self.pieceByteCount) {
          let piece = bytes[start..<min(start + Self.pieceByteCount, bytes.count)]
          try body(Base64.encoded(Array(piece)).span)
        }
        try body([UInt8(ascii: "\"")].span)
      }
    case .leftOut(let reason): try body(Self.member(.leftOut, reason.rawValue).span)
    }
  }

  /// What is spelled in base64 at a time: a multiple of three bytes, so that nothing is padded but the
  /// end.
  private static let pieceByteCount = 48 << 10

  private static func beginning(_ member: Reject.Member) -> [UInt8] {
    Array(",\"\(member.rawValue)\":".utf8)
  }

  private static func member(_ member: Reject.Member, _ text: String) -> [UInt8] {
    var bytes = beginning(member)
    bytes.appendJSONString(text.utf8)
    return bytes
  }
}

extension Record {
  /// What a list of rejects keeps of it; nil where it does not stand whole in JSON.
  func kept(in format: String, path: [String]) -> RejectedRecord? {
    guard isWhole else { return nil }
    var kept = RejectedRecord(
      format, json: bytes.copied, path: path, key: key?.string(in: text))
    kept.source = source
    return kept
  }

  /// What a list of rejects keeps of a dump that is this record.
  package func kept(asDump kind: DefaultsKind) -> RejectedRecord {
    var kept =
      switch kind {
      case .json: RejectedRecord(kind.name, json: bytes.copied, key: name)
      case .xmlPropertyList, .binaryPropertyList: RejectedRecord(kind.name, raw: bytes.copied)
      }
    kept.source = source
    return kept
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
      return nil
    }
  }

  /// The same of a document that is not printed, because a field occurs in it twice or is none that
  /// Firestore could hold; nil where nobody can say what it is.
  func doubtful(_ record: Record) -> RejectedRecord? {
    guard let name = ExportedDocument(record, source: self).name else { return nil }
    do {
      let fields = try repeatedFields(of: record)
      var writer = JSONWriter()
      writer.object { document in
        document.member("name", name)
        document.key("fields")
        document.raw(fields)
      }
      return RejectedRecord(InputFormat.restDocuments.rawValue, json: writer.bytes)
    } catch {
      // Such a document is mended where it came from.
      return nil
    }
  }
}

extension [UInt8] {
  /// JSON with spaces for line ends, which stand between its values alone.
  consuming func onOneLine() -> [UInt8] {
    putOnOneLine()
    return self
  }

  /// Puts spaces for line ends.
  mutating func putOnOneLine() {
    for end in [UInt8(ascii: "\n"), UInt8(ascii: "\r")] {
      var place = 0
      while let next = span.firstOffset(of: end, from: place) {
        self[next] = UInt8(ascii: " ")
        place = next + 1
      }
    }
  }
}
