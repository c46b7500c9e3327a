import Scan
import SystemIO

/// Reads the value of a BigQuery column: an integer in a string, or a value of several types with
/// the type's name, `{"provided":"integer","integer":"4","string":null}`.
enum ColumnValue {
  private static let providedKey = Array("provided".utf8)

  /// Reads and checks the value, and moves past it.
  static func read(_ cursor: inout JSONCursor) throws(JSONSyntaxError) -> TypedValue {
    switch try cursor.kind() {
    case .string:
      let string = try cursor.string()
      let isInteger = JSONNumber(strictly: cursor.text.extracting(string.range))?.integer != nil
      return isInteger && !string.isEscaped ? .number(string.range) : .string(string)
    case .object: return try provided(&cursor)
    case .number, .true, .false, .null, .array: return try TypedValue(plain: &cursor)
    }
  }

  private static func provided(_ cursor: inout JSONCursor) throws(JSONSyntaxError) -> TypedValue {
    var type: JSONString?
    var members: [(key: JSONString, start: Int)] = []
    try cursor.beginObject()
    while let key = try cursor.nextMember() {
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
    // Digits in a declared string are not a number.
    case (true, .string): return .string(try inner.string())
    case (false, .string), (_, .number): return try read(&inner)
    case (_, let kind): return .other(kind.label)
    }
  }
}
