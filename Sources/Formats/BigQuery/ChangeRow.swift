import Scan
import SystemIO

/// One row of a changelog, as ranges in its bytes: a document's name, the time of a change, and the
/// state after it (Formats, “BigQuery”).
struct ChangeRow {
  /// The columns that are read.
  enum Column: String, CaseIterable {
    case timestamp
    case name = "document_name"
    case operation
    case data

    private static let keys = allCases.map { (column: $0, key: Array($0.rawValue.utf8)) }

    fileprivate init?(_ key: JSONString, in text: Span<UInt8>) {
      for each in Self.keys where key.equals(each.key, in: text) {
        self = each.column
        return
      }
      return nil
    }

    fileprivate var bit: UInt8 {
      switch self {
      case .timestamp: 1
      case .name: 2
      case .operation: 4
      case .data: 8
      }
    }
  }

  private static let deletion = Array("DELETE".utf8)
  private static let operations = ["CREATE", "UPDATE", "IMPORT"].map { Array($0.utf8) }

  private var name: JSONString?
  private var operation: JSONString?
  private var timestamp: Range<Int>?
  /// The document as JSON in a string.
  private(set) var data: JSONString?
  /// A duplicate column.
  private var repeated: Column?

  /// Reads and checks the row at the cursor, and moves past it.
  init(_ cursor: inout JSONCursor) throws(JSONSyntaxError) {
    try cursor.beginObject()
    var seen: UInt8 = 0
    while let key = try cursor.nextMember() {
      let column = Column(key, in: cursor.text)
      if let column {
        if seen & column.bit != 0, repeated != .name { repeated = column }
        seen |= column.bit
      }
      switch (column, try cursor.kind()) {
      case (.name, .string): name = try cursor.string()
      case (.operation, .string): operation = try cursor.string()
      case (.data, .string): data = try cursor.string()
      case (.timestamp, .string), (.timestamp, .number): timestamp = try cursor.skipValue()
      default: try cursor.skipValue()
      }
    }
  }

  /// The change in a valid row.
  struct Change {
    /// The document's full name.
    var name: JSONString
    /// Microseconds since 1970.
    var microseconds: Int64
    var isDeletion: Bool
  }

  /// The change in the row.
  ///
  /// - Throws: `UnusableRow` if the document, the time or the operation is missing or unknown.
  func change(in text: Span<UInt8>) throws(UnusableRow) -> Change {
    if repeated == .name { throw UnusableRow(reason: "'\(Column.name.rawValue)' occurs twice") }
    guard let name = documentName(in: text) else {
      throw UnusableRow(reason: "its 'document_name' names no document")
    }
    if let repeated {
      throw UnusableRow(reason: "'\(repeated.rawValue)' occurs twice", name: name)
    }
    let isDeletion = operation?.equals(Self.deletion, in: text) == true
    guard let operation,
      isDeletion || Self.operations.contains(where: { operation.equals($0, in: text) })
    else { throw UnusableRow(reason: "its 'operation' is unknown", name: name) }
    guard let range = timestamp,
      let moment = Self.microseconds(text.extracting(range))
    else {
      throw UnusableRow(reason: "its 'timestamp' is not a time", name: name)
    }
    return Change(name: name, microseconds: moment, isDeletion: isDeletion)
  }

  /// Whether it has none of the columns, and so is no row of a changelog.
  var isForeign: Bool { name == nil && operation == nil && timestamp == nil && data == nil }

  /// The full name or path of the row's document, if the row has one.
  func documentName(in text: Span<UInt8>) -> JSONString? {
    name.flatMap { $0.isDocumentName(in: text) ? $0 : nil }
  }

  /// The ID of the row's document, if the row names one.
  func documentID(in text: Span<UInt8>) -> String? {
    name.flatMap { DocumentIdentity(name: $0.string(in: text))?.id }
  }

  /// Parses a time as BigQuery prints it: `2026-03-01 00:00:00.123 UTC`, RFC 3339, or seconds since
  /// 1970.
  private static func microseconds(_ token: Span<UInt8>) -> Int64? {
    // A string may escape the plus sign of its time zone.
    let text = JSONValue(ifIn: token)?.string ?? token.text
    if let moment = Timestamp(bigQuery: text) {
      return moment.seconds * 1_000_000 + Int64(moment.nanoseconds / 1000)
    }
    guard let seconds = JSONNumber(strictly: Array(text.utf8).span)?.double,
      Timestamp.secondsRange.contains(Int64(max(-1e15, min(1e15, seconds))))
    else { return nil }
    return Int64((seconds * 1e6).rounded())
  }
}

extension Timestamp {
  /// Parses `2026-03-01 00:00:00.123 UTC`, as BigQuery prints a time, or RFC 3339.
  init?(bigQuery text: String) {
    var bytes = Array(text.utf8)
    guard bytes.count >= 19 else { return nil }
    if bytes[10] == UInt8(ascii: " ") { bytes[10] = UInt8(ascii: "T") }
    let zone = bytes[19...].drop { $0 == UInt8(ascii: ".") || (0x30...0x39).contains($0) }
    let start = bytes[..<zone.startIndex]
    let spelled: [UInt8]
    switch String(decoding: zone, as: UTF8.self) {
    case "", " UTC", "+00": spelled = start + [UInt8(ascii: "Z")]
    default: spelled = bytes
    }
    self.init(rfc3339: String(decoding: spelled, as: UTF8.self))
  }
}

/// An error for a row that is valid JSON but unusable.
struct UnusableRow: Error {
  var reason: String
  /// The name of the row's document, if known.
  var name: JSONString?
}
