import Scan
import SystemIO

/// A value as BigQuery prints a column: an integer in a string, or of several types the one that is
/// named, `{"provided":"integer","integer":"4","string":null}`.
enum ColumnValue {
  private static let providedKey = Array("provided".utf8)

  /// Reads the value and moves past it, checking all of it.
  static func read(_ cursor: inout JSONCursor) throws(JSONSyntaxError) -> TypedValue {
    let kind = try cursor.kind()
    switch kind {
    case .number: return .number(try cursor.number())
    case .string:
      let string = try cursor.string()
      let isInteger = JSONNumber(strictly: cursor.text.extracting(string.range))?.integer != nil
      return isInteger && !string.isEscaped ? .number(string.range) : .string(string)
    case .object: return try provided(&cursor)
    case .true, .false, .null, .array:
      try cursor.skipValue()
      return .other(kind.label)
    }
  }

  private static func provided(_ cursor: inout JSONCursor) throws(JSONSyntaxError) -> TypedValue {
    var type: JSONString?
    var members: [(key: JSONString, start: Int)] = []
    var isFirst = true
    try cursor.beginObject()
    while let key = try cursor.nextMember(&isFirst) {
      if key.equals(providedKey, in: cursor.text), try cursor.kind() == .string {
        type = try cursor.string()
      } else {
        members.append((key, cursor.offset))
        try cursor.skipValue()
      }
    }
    guard let name = type?.utf8(in: cursor.text),
      let member = members.first(where: { $0.key.equals(name, in: cursor.text) })
    else { return .other("an object") }
    var inner = JSONCursor(cursor.text, at: member.start)
    switch (name == Array("string".utf8), try inner.kind()) {
    // What is said to be a string is none of the digits in it.
    case (true, .string): return .string(try inner.string())
    case (false, .string), (_, .number): return try read(&inner)
    case (_, let kind): return .other(kind.label)
    }
  }
}
