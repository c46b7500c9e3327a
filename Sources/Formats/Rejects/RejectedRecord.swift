import Scan
import SystemIO

/// A record in a list of rejects: its bytes, and the context that determines how to read them.
package struct RejectedRecord: Sendable {
  /// The name of its original format; nil if a list lacks it.
  let format: String?
  /// The keys of the enclosing containers, outermost first.
  var path: [String] = []
  /// Its own key, if it is the member of an object.
  var key: String?
  /// Whether the list does not cover the documents in its subcollections.
  var isAlone = false
  /// The original range, for putting the mended record back; nil if it is unknown.
  var source: SourceRange?
  var content: Content

  /// A range of an input, with the checksum of its bytes.
  struct SourceRange: Sendable, Hashable {
    var byte: Int
    var byteCount: Int
    /// The CRC-32C of the bytes.
    var checksum: UInt32

    init(byte: Int, byteCount: Int, checksum: UInt32) {
      (self.byte, self.byteCount, self.checksum) = (byte, byteCount, checksum)
    }

    init(of bytes: Span<UInt8>, at byte: Int) {
      self.init(byte: byte, byteCount: bytes.count, checksum: CRC32C.checksum(bytes))
    }
  }

  /// The content of the record.
  enum Content: Sendable {
    /// JSON on one line.
    case json([UInt8])
    /// Bytes that are not JSON, or invalid JSON.
    case raw([UInt8])
    case leftOut(Reject.LeftOut)
  }

  /// The largest record that is kept (Formats, “Documents above 16 MiB”).
  static let byteLimit = 16 << 20
  /// The largest damaged text that is kept as a string. Longer text is in base64, since escapes
  /// could lengthen it sixfold.
  fileprivate static let textLimit = 1 << 20
  /// The largest line: a record of the greatest size in base64, and its description.
  static let lineLimit = byteLimit / 3 * 4 + 1 << 20

  /// Keeps a JSON value. Spaces replace its line ends, so that it is on one line with the same
  /// number of bytes.
  init(_ format: String?, json: consuming [UInt8], path: [String] = [], key: String? = nil) {
    json.putOnOneLine()
    let byteCount = json.count
    self.init(format, .json(json), byteCount: byteCount, path: path, key: key)
  }

  /// Keeps bytes that are not JSON, or invalid JSON.
  init(_ format: String?, raw bytes: [UInt8], path: [String] = []) {
    self.init(format, .raw(bytes), byteCount: bytes.count, path: path, key: nil)
  }

  /// Keeps only the format.
  init(_ format: String?, leavingOut reason: Reject.LeftOut) {
    self.init(format, .leftOut(reason), byteCount: 0, path: [], key: nil)
  }

  /// Keeps a damaged line; a nil line is damage of unknown extent.
  init(_ format: String, damagedLine line: [UInt8]?, path: [String] = []) {
    if let line {
      self.init(format, raw: line, path: path)
    } else {
      self.init(format, leavingOut: .unread)
    }
  }

  private init(
    _ format: String?, _ content: Content, byteCount: Int, path: [String], key: String?
  ) {
    (self.format, self.path, self.key) = (format, path, key)
    self.content = byteCount > Self.byteLimit ? .leftOut(.tooLarge) : content
  }

  /// The entry for a record that no JSON document can represent.
  static let undocumented = RejectedRecord(nil, leavingOut: .undocumented)

  /// The entry without the record's content.
  package var redacted: RejectedRecord { RejectedRecord(format, leavingOut: .redacted) }

  /// Writes the record's description into a line, before the record itself.
  func write(to line: inout JSONWriter) {
    line.optionalMember(Reject.Member.format.rawValue, format)
    if !path.isEmpty {
      line.member(Reject.Member.path.rawValue, path)
    }
    line.optionalMember(Reject.Member.key.rawValue, key)
    if isAlone { line.member(Reject.Member.isAlone.rawValue, true) }
    guard let source, canBePutBack else { return }
    line.member(Reject.Member.recordByte.rawValue, source.byte)
    line.member(Reject.Member.recordByteCount.rawValue, source.byteCount)
    line.member(Reject.Member.recordChecksum.rawValue, RejectList.hexadecimal(source.checksum))
  }

  /// Whether its line has the original range, so that the mended record can be put back.
  package var canBePutBack: Bool { source != nil && !isLeftOut }

  private var isLeftOut: Bool {
    if case .leftOut = content { true } else { false }
  }
}

extension RejectedRecord.Content {
  /// The member with the content: as JSON, as text, or else in base64.
  var member: [UInt8] {
    var member: [UInt8] = []
    forEachPiece { member.append(contentsOf: $0) }
    return Array(member.dropFirst())
  }

  /// Passes the member, after a comma, piece by piece, without a second copy of long content.
  func forEachPiece<Failure>(_ body: (Span<UInt8>) throws(Failure) -> Void) throws(Failure) {
    switch self {
    case .json(let bytes):
      try body(Self.beginning(.record).span)
      try body(bytes.span)
    case .raw(let bytes):
      if bytes.count <= RejectedRecord.textLimit,
        let text = String(validating: bytes, as: UTF8.self)
      {
        try Self.pass(.text, text, to: body)
      } else {
        try body((Self.beginning(.base64) + [UInt8(ascii: "\"")]).span)
        for start in stride(from: 0, to: bytes.count, by: Self.pieceByteCount) {
          let piece = bytes[start..<min(start + Self.pieceByteCount, bytes.count)]
          try body(Base64.encoded(Array(piece)).span)
        }
        try body([UInt8(ascii: "\"")].span)
      }
    case .leftOut(let reason): try Self.pass(.leftOut, reason.rawValue, to: body)
    }
  }

  /// The size of a piece in base64, a multiple of three, so that only the end is padded.
  private static let pieceByteCount = 48 << 10

  private static func beginning(_ member: Reject.Member) -> [UInt8] {
    Array(",\"\(member.rawValue)\":".utf8)
  }

  private static func pass<Failure>(
    _ member: Reject.Member, _ text: String, to body: (Span<UInt8>) throws(Failure) -> Void
  ) throws(Failure) {
    var bytes = ScratchBytes()
    bytes.append(beginning(member))
    bytes.appendJSONString(text)
    try body(bytes.span)
  }
}

extension Record {
  /// The entry for the list of rejects; nil if the text is not the complete record.
  func kept(in format: String, path: [String]) -> RejectedRecord? {
    guard isWhole else { return nil }
    var kept = RejectedRecord(
      format, json: bytes.copied, path: path, key: key?.string(in: text))
    kept.source = source
    return kept
  }

  /// The entry for a dump in this record.
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
  /// A document from a format other than JSON, as `read-export` prints it. If Firestore cannot hold
  /// it, because a field is duplicated or invalid, its name and fields.
  func printed(_ record: Record) -> RejectedRecord {
    let document = ExportedDocument(record, source: self)
    do {
      return RejectedRecord(InputFormat.restDocuments.rawValue, json: try document.typed())
    } catch {
      return document.name.map { doubtful(record, named: $0) } ?? .undocumented
    }
  }

  private func doubtful(_ record: Record, named name: String) -> RejectedRecord {
    do {
      let fields = try typedFields(of: record, repeating: true)
      var writer = JSONWriter()
      writer.object { document in
        document.member("name", name)
        document.key("fields")
        document.raw(fields.span)
      }
      return RejectedRecord(InputFormat.restDocuments.rawValue, json: writer.bytes)
    } catch {
      // The document can only be mended in its input.
      return .undocumented
    }
  }
}

extension [UInt8] {
  /// JSON on one line: spaces replace its line ends, which are only between values.
  consuming func onOneLine() -> [UInt8] {
    putOnOneLine()
    return self
  }

  /// Replaces line ends by spaces.
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
