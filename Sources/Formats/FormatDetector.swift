package import ByteIO
import JSONText

/// Tells the format of an input from its first bytes, never from its name.
package struct FormatDetector: Sendable {
  /// What an input was found to be.
  package enum Finding: Sendable {
    case format(InputFormat, because: String)
    /// Nothing but white space: no documents.
    case empty
    /// None of the formats read, and why.
    case unknown(String, hint: String?)
  }

  /// The keys of which one at least is in every dump of the app's UserDefaults.
  private let isDumpKey: @Sendable (String) -> Bool
  /// How many bytes are looked at before the rest is taken on trust.
  private static let sampleByteCount = 64 << 10

  package init(isDumpKey: @escaping @Sendable (String) -> Bool) { self.isDumpKey = isDumpKey }

  /// Looks at the bytes at the front of the window; none is used up.
  package func detect(_ window: inout ByteWindow) throws -> Finding {
    while window.count < Self.sampleByteCount {
      if try window.refill() != .more { break }
    }
    var sample = Sample(window.bytes)
    while sample.wantsMore, !window.isAtEnd, window.count < window.limit {
      let wanted = 2 * window.count
      while window.count < wanted, try window.refill() == .more {}
      sample = Sample(window.bytes)
    }
    return finding(of: window.bytes, sample, isWhole: window.isAtEnd)
  }

  private func finding(of bytes: Span<UInt8>, _ sample: Sample, isWhole: Bool) -> Finding {
    if let foreign = Self.foreignFormat(bytes) { return foreign }
    guard let first = sample.firstByte else { return .empty }
    if bytes.begins(with: "bplist00") {
      return .format(.binaryPropertyList, because: "it begins with 'bplist00'")
    }
    switch first {
    case UInt8(ascii: "<"):
      for start in ["<?xml", "<!DOCTYPE plist", "<plist", "<!--"]
      where bytes.extracting(sample.firstOffset..<bytes.count).begins(with: start) {
        return .format(.xmlPropertyList, because: "it begins with '\(start)'")
      }
      return .unknown("it begins with '<' and is no property list", hint: nil)
    case UInt8(ascii: "["): return arrayFinding(sample)
    case UInt8(ascii: "{"): return objectFinding(sample)
    case UInt8(ascii: "/"), UInt8(ascii: "("):
      return .unknown(
        "it looks like a property list as 'defaults read' prints it",
        hint: "make the dump with: defaults export DOMAIN -")
    default:
      return .unknown(
        "it begins with \(Self.spelled(first)), which no format that is read begins with", hint: nil
      )
    }
  }

  private func arrayFinding(_ sample: Sample) -> Finding {
    if sample.keys.contains(where: { isDumpKey($0.name) }) {
      return .format(.jsonArrayDumps, because: "it is an array of objects with the app's keys")
    }
    if let wrapped = Self.wrappedDocuments(sample) { return wrapped }
    return .format(.jsonArray, because: "it begins with '['")
  }

  private func objectFinding(_ sample: Sample) -> Finding {
    if sample.isUnquotedObject {
      return .unknown(
        "it looks like a property list as 'defaults read' prints it",
        hint: "make the dump with: defaults export DOMAIN -")
    }
    let isLines = sample.isOneLine
    if let key = sample.keys.first(where: { isDumpKey($0.name) })?.name {
      return isLines && sample.hasMore
        ? .format(.ndjsonDumps, because: "its first line has the key '\(key)'")
        : .format(.jsonDump, because: "it has the key '\(key)'")
    }
    if let wrapped = Self.wrappedDocuments(sample) { return wrapped }
    let fields = ["joke_id", "rating", "device_id", "week_id"]
    let isDocument = sample.keys.contains { key in !key.isContainer && fields.contains(key.name) }
    // Of a damaged line too few keys are known to say that all of its values are objects.
    let isDamagedLine = isLines && sample.isDamaged
    if !isDocument, !isDamagedLine, sample.keys.allSatisfy(\.isObject) {
      return .format(.jsonObject, because: "all values of its first object are objects")
    }
    return isLines
      ? .format(.ndjson, because: "its first line is one object")
      : .format(.jsonStream, because: "it begins with an object that does not end with its line")
  }

  /// Formats that wrap each document in types or paths; telling them from plain documents keeps
  /// every one of their records from being a reject.
  private static func wrappedDocuments(_ sample: Sample) -> Finding? {
    let names = sample.keys.map(\.name)
    func has(_ wanted: String...) -> Bool { wanted.allSatisfy(names.contains) }
    let format: String? =
      if has("documents"), sample.keys.first(where: { $0.name == "documents" })?.isArray == true {
        "a page of the Firestore REST API"
      } else if has("name", "fields") || has("document", "readTime") {
        "typed documents of the Firestore REST API"
      } else if has("__collections__") {
        "a file of node-firestore-import-export"
      } else if has("path", "data"),
        sample.keys.first(where: { $0.name == "data" })?.isObject == true
      {
        "a file of firestore-backfire"
      } else if has("document_name", "operation", "data") {
        "a BigQuery changelog"
      } else {
        nil
      }
    return format.map {
      .unknown(
        "it looks like \($0), which is not read yet",
        hint: "convert it to plain documents, one a line")
    }
  }

  /// Formats told by their first bytes that are not read.
  private static func foreignFormat(_ bytes: Span<UInt8>) -> Finding? {
    if bytes.begins(with: [0x1F, 0x8B]) {
      return .unknown(
        "it is compressed with gzip",
        hint: "decompress it first, as with 'gzip -dc', and give the tool '-' to read")
    }
    if bytes.begins(with: [0x28, 0xB5, 0x2F, 0xFD]) {
      return .unknown(
        "it is compressed with zstd",
        hint: "decompress it first, as with 'zstd -dc', and give the tool '-' to read")
    }
    if bytes.begins(with: [0x50, 0x4B, 0x03, 0x04]) {
      return .unknown("it is a zip archive", hint: "unpack it first")
    }
    if bytes.begins(with: [0xB8, 0x6D, 0x44, 0x4E, 0x01, 0x00, 0x01, 0x33]) {
      return .unknown("it is the metadata of a managed Firestore export", hint: nil)
    }
    let isUTF16 =
      bytes.begins(with: [0xFF, 0xFE]) || bytes.begins(with: [0xFE, 0xFF])
      || (bytes.count >= 4 && (0..<4).contains { bytes[$0] == 0 })
    if isUTF16 {
      return .unknown(
        "it is not UTF-8 (UTF-16, perhaps)", hint: "convert it, as with 'iconv -f UTF-16 -t UTF-8'")
    }
    if bytes.begins(with: "bplist"), !bytes.begins(with: "bplist00") {
      return .unknown("it is a binary property list of a version that is not read", hint: nil)
    }
    return nil
  }

  private static func spelled(_ byte: UInt8) -> String {
    (0x21..<0x7F).contains(byte)
      ? "'\(Unicode.Scalar(byte))'" : "the byte 0x" + String(byte, radix: 16, uppercase: true)
  }
}

/// What the first bytes of a JSON input show.
private struct Sample {
  /// A key of the first object, and what kind of value it has.
  struct Key {
    var name: String
    var kind: JSONKind?
    var isObject: Bool { kind == .object }
    var isArray: Bool { kind == .array }
    var isContainer: Bool { isObject || isArray }
  }

  /// The first byte that is not white space, and where it is.
  var firstByte: UInt8?
  var firstOffset = 0
  /// The top-level keys of the first object, as far as the bytes go.
  var keys: [Key] = []
  /// Whether the first object begins with a key without quotes.
  var isUnquotedObject = false
  /// Where the first value ends, if it does in these bytes.
  private var end: Int?
  /// Whether the first value cannot be read.
  var isDamaged = false
  /// Whether the first value has its line to itself.
  var isOneLine = false
  /// Whether something follows the first value.
  var hasMore = false

  /// Whether more bytes could tell more.
  var wantsMore: Bool { firstByte == UInt8(ascii: "{") && end == nil && !isDamaged }

  init(_ bytes: Span<UInt8>) {
    var cursor = JSONCursor(bytes, at: bytes.startsWithByteOrderMark ? 3 : 0)
    cursor.skipWhitespace()
    firstByte = cursor.next
    firstOffset = cursor.offset
    if firstByte == UInt8(ascii: "[") {
      cursor.offset += 1
      cursor.skipWhitespace()
    }
    guard cursor.next == UInt8(ascii: "{") else { return }
    do throws(JSONSyntaxError) {
      try readObject(&cursor)
      end = cursor.offset
    } catch {
      isDamaged = !error.isIncomplete
      isUnquotedObject = error.reason == .expectedKey && keys.isEmpty
    }
    readLine(bytes)
  }

  private mutating func readObject(_ cursor: inout JSONCursor) throws(JSONSyntaxError) {
    try cursor.beginObject()
    var isFirst = true
    while let key = try cursor.nextMember(&isFirst) {
      keys.append(Key(name: key.string(in: cursor.text), kind: try cursor.kind()))
      try cursor.skipValue()
    }
  }

  /// Compares the first value with the first line.
  private mutating func readLine(_ bytes: Span<UInt8>) {
    let newline = bytes.firstOffset(of: UInt8(ascii: "\n"), from: firstOffset) ?? bytes.count
    var rest = JSONCursor(bytes, at: min(end ?? newline, bytes.count))
    rest.skipWhitespace()
    hasMore = rest.next != nil
    guard let end else {
      // A line that is damaged is still a line if the next one begins like a record.
      isOneLine = newline < bytes.count && rest.next == UInt8(ascii: "{")
      return
    }
    isOneLine = end <= newline && rest.offset >= min(newline, bytes.count)
  }
}

extension Span<UInt8> {
  fileprivate func begins(with text: String) -> Bool { begins(with: Array(text.utf8)) }

  fileprivate func begins(with start: [UInt8]) -> Bool {
    guard count >= start.count else { return false }
    for index in start.indices where self[index] != start[index] { return false }
    return true
  }
}
