import Scan
import SystemIO

/// Reading of documents whose subcollections are too large for memory.
extension DocumentHandler {
  var nestedMember: String? { layout.nestedMember?.description }

  func nests(_ cursor: JSONCursor) throws(JSONSyntaxError) -> Bool { try layout.nests(cursor) }

  func largeRole(
    of key: JSONString?, _ cursor: JSONCursor
  ) throws(JSONSyntaxError) -> RecordRole {
    guard nestedDepth == nil else { return .record }
    return try layout.largeRole(of: key, cursor, in: path, wanted: collection)
  }

  mutating func enterRecord(_ key: String) {
    path += [key, layout.nestedMember?.description ?? ""]
    entered.append([])
    nestedDepth = nestedDepth ?? path.count
  }

  mutating func leaveRecord() {
    if nestedDepth == path.count { nestedDepth = nil }
    path.removeLast(2)
    entered.removeLast()
  }

  /// The role of a value in the subcollections of a document that is read in parts.
  ///
  /// If one collection is wanted, none below its documents is.
  func nestedRole(
    of key: JSONString?, _ cursor: JSONCursor, level: Int
  ) throws(JSONSyntaxError) -> RecordRole {
    try TreeLevel(depth: level + 1).role(
      of: key, cursor, in: layout, document: collection == nil ? .record : .otherDocument,
      stray: .other)
  }

  func documentID(ofBeginning record: Record) -> String? {
    var text: [UInt8] = []
    var key: JSONString?
    if let found = record.key {
      text = record.text.extracting(found.quotedRange).copied + [UInt8(ascii: ":")]
      key = JSONString(range: 1..<1 + found.range.count, isEscaped: found.isEscaped)
    }
    let start = text.count
    text += ObjectBeginning(JSONCursor(record.text, at: record.valueStart)).json
    let beginning = Record(text.span, valueStart: start, key: key, origin: .none)
    var cursor = JSONCursor(beginning.text, at: start)
    do throws(JSONSyntaxError) {
      let parts = layout.isFlat ? DocumentParts(fields: start) : try layout.parts(&cursor)
      return layout.identity(of: beginning, parts, in: path)?.id
    } catch {
      // The value is not a document.
      return nil
    }
  }
}
