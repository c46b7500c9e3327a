import Scan
import SystemIO

/// A line of a list of rejects as input: the description of a record, and its place in the line.
struct RejectLine {
  /// The place of the record in the line.
  struct Content {
    /// The whole member, with its key.
    var member: Range<Int>
    var value: Range<Int>
    /// The string with the record, if it is not JSON.
    var string: JSONString?
    var isBase64 = false
  }

  /// The members that are texts, numbers or true, except for the record.
  private var texts: [Reject.Member: String] = [:]
  private var numbers: [Reject.Member: Int] = [:]
  private var marks: Set<Reject.Member> = []
  private(set) var path: [String] = []
  private(set) var key: JSONString?
  private(set) var content: Content?
  private var hasRecord = false
  /// A member with the record or its properties that has the wrong type.
  private(set) var misshapen: Reject.Member?

  /// Reads and checks the line at the cursor, and moves past it.
  ///
  /// - Throws: `JSONSyntaxError`, also if a member with the record is duplicated.
  init(_ cursor: inout JSONCursor) throws(JSONSyntaxError) {
    guard try cursor.kind() == .object else {
      throw JSONSyntaxError(.expectedObject, at: cursor.offset)
    }
    try cursor.beginObject()
    var met: Set<Reject.Member> = []
    while let key = try cursor.nextMember() {
      let kind = try cursor.kind()
      let start = cursor
      let value = try cursor.skipValue()
      guard let member = Reject.Member(rawValue: key.string(in: cursor.text)) else { continue }
      if member.spellsRecord, !met.insert(member).inserted {
        throw JSONSyntaxError(.repeatedKey, at: key.quotedRange.lowerBound)
      }
      if let wanted = member.kind, kind != wanted, kind != .null {
        misshapen = member
        continue
      }
      let place = Content(member: key.quotedRange.lowerBound..<value.upperBound, value: value)
      switch (member, kind) {
      case (.record, _): (hasRecord, content) = (true, place)
      case (.path, .array): path = try Self.names(start)
      case (.text, .string), (.base64, .string):
        // A mended `record` takes precedence over the original text.
        if hasRecord { break }
        content = place
        content?.string = JSONString(quoted: value, in: cursor.text)
        content?.isBase64 = member == .base64
      case (_, .string):
        let string = JSONString(quoted: value, in: cursor.text)
        if member == .key { self.key = string }
        texts[member] = string.string(in: cursor.text)
      case (_, .number): numbers[member] = Int(cursor.text.extracting(value).text)
      case (_, .true): marks.insert(member)
      default: break
      }
    }
  }

  private static func names(_ start: JSONCursor) throws(JSONSyntaxError) -> [String] {
    var cursor = start
    var names: [String] = []
    cursor.offset += 1
    while try cursor.nextElement() {
      guard try cursor.kind() == .string else {
        throw JSONSyntaxError(.expectedKey, at: cursor.offset)
      }
      names.append(try cursor.string().string(in: cursor.text))
    }
    return names
  }

  var documentID: String? { texts[.document] }
  /// The format of the record, if it is known.
  var format: InputFormat? { texts[.format].flatMap { InputFormat(rawValue: $0) } }
  /// Whether the list does not cover the documents in the record's subcollections.
  var isAlone: Bool { marks.contains(.isAlone) }

  /// The original range of the record, with its checksum; nil if the line lacks it.
  var source: RejectedRecord.SourceRange? {
    guard let byte = numbers[.recordByte], let byteCount = numbers[.recordByteCount],
      let checksum = texts[.recordChecksum].flatMap({ UInt32($0, radix: 16) }), byte >= 0,
      byte <= Self.byteLimit,
      1...RejectedRecord.byteLimit ~= byteCount
    else { return nil }
    return RejectedRecord.SourceRange(byte: byte, byteCount: byteCount, checksum: checksum)
  }

  /// More bytes than any file has.
  private static let byteLimit = 1 << 60

  /// The original place of the record.
  var place: Place? {
    texts[.file].map {
      Place(
        file: $0, line: numbers[.line], column: numbers[.column], byte: numbers[.byte],
        isDecompressed: marks.contains(.isDecompressed))
    }
  }

  private static let countLimit = 1 << 40

  /// The problem of a line without a readable record: the current fault, or the original one if the
  /// line has no record.
  func problem(in line: Record, listOf contents: InputFormat.Contents) -> RecordProblem {
    guard texts[.kind] != nil, texts[.reason] != nil else {
      return .listed(
        Reject(
          kind: Self.unusable,
          reason: "it is a line of a list of rejects without a cause: 'kind' and 'reason' "
            + "are missing",
          documentID: documentID, place: line.place,
          record: RejectedRecord(line.ownFormat, json: line.bytes.copied)))
    }
    var reject = reject(in: line.text)
    if let fault = fault(in: line.text, listOf: contents) {
      reject.reason = fault
      if reject.count == nil { reject.kind = Self.unusable }
    }
    return .listed(reject)
  }

  private static let unusable = "unusable line"

  /// The reason that the record is unreadable; nil if the line has none.
  private func fault(in text: Span<UInt8>, listOf contents: InputFormat.Contents) -> String? {
    if let misshapen { return misshapen.problem }
    guard content != nil else { return nil }
    guard let formatName = texts[.format] else {
      return "its line has no 'format', which says how to read its record"
    }
    guard let format else {
      return "its 'format' is '\(Excerpt.name(formatName))', which is unknown"
    }
    if format.contents != contents {
      return contents == .dumps
        ? "it is a document in a list that begins with a dump: give it in a file of its own"
        : "it is a dump in a list that begins with a document: give it in a file of its own"
    }
    if bytes(in: text) == nil, content?.isBase64 == true { return "its 'base64' is not base64" }
    return "its 'format' is '\(formatName)', whose records cannot be in a list"
  }

  private var leftOut: Reject.LeftOut? { texts[.leftOut].flatMap(Reject.LeftOut.init) }

  /// The line's reject, to be listed again.
  private func reject(in text: Span<UInt8>) -> Reject {
    let record = record(in: text)
    // A count above the limit is invalid.
    let count = numbers[.count].flatMap { 0...Self.countLimit ~= $0 ? $0 : nil }
    return Reject(
      kind: texts[.kind] ?? "", reason: texts[.reason] ?? "", documentID: documentID, place: place,
      count: count,
      record: record, leftOut: record == nil ? leftOut : nil)
  }

  /// The record in the line; nil if there is none.
  func record(in text: Span<UInt8>) -> RejectedRecord? {
    let formatName = texts[.format]
    guard let content else {
      guard let formatName, let leftOut else { return nil }
      return RejectedRecord(formatName, leavingOut: leftOut)
    }
    guard let bytes = bytes(in: text) else { return nil }
    var record =
      content.string == nil
      ? RejectedRecord(formatName, json: bytes, path: path, key: key?.string(in: text))
      : RejectedRecord(formatName, raw: bytes, path: path)
    record.isAlone = content.string == nil && isAlone
    record.source = source
    return record
  }

  /// The bytes of the record, which the line holds as JSON or in a string; nil if it holds no record,
  /// or its base64 is invalid.
  func bytes(in text: Span<UInt8>) -> [UInt8]? {
    guard let content else { return nil }
    guard let string = content.string else { return text.extracting(content.value).copied }
    let bytes = string.utf8(in: text)
    return content.isBase64 ? Base64.decoded(bytes) : bytes
  }
}

extension Reject.Member {
  /// The type of a member with the record's properties or its text; nil for other members.
  fileprivate var kind: JSONKind? {
    switch self {
    case .path: .array
    case .key, .format, .text, .base64: .string
    case .schemaVersion, .kind, .reason, .count, .document, .file, .line, .column, .byte,
      .isDecompressed, .isAlone, .recordByte, .recordByteCount, .recordChecksum, .record, .leftOut,
      .sum:
      nil
    }
  }

  /// Whether the member holds the record.
  fileprivate var spellsRecord: Bool { self == .record || self == .text || self == .base64 }

  /// The message for a member of the wrong type.
  fileprivate var problem: String {
    "'\(rawValue)' is not \(self == .path ? "an array of strings" : "a string")"
  }
}

extension Record {
  /// The format of the text itself; nil if none matches.
  fileprivate var ownFormat: String? {
    let sample = InputSample(bytes)
    for format in InputFormat.allCases where format.recognize(sample) != nil {
      return format.rawValue
    }
    return nil
  }

  /// The edit that replaces the record in the line.
  func edit(of old: RejectLine.Content, to new: RejectedRecord.Content) -> Edit {
    let start = range.lowerBound
    return Edit(old.member.lowerBound - start..<old.member.upperBound - start, new.member)
  }
}
