import Scan
import SystemIO

/// A value with its type, as wrapped by node-firestore-backup: `{"type":"number","value":4}`.
///
/// A map or an array has its members or elements beside the type, or under `child`. A map's field
/// `type` overwrites the type; its value is not a string.
enum WrappedValue {
  static let unknownType = "unknown"
  private static let typeKey: StaticString = "type"
  private static let valueKey: StaticString = "value"
  static let types = [
    "string", "number", "boolean", "null", "date", "reference", "array", "object", unknownType,
  ]

  /// The parts of a wrapped value.
  struct Parts {
    /// The type, if it is a string.
    var type: JSONString?
    /// The range and kind of the value.
    var value: (range: Range<Int>, kind: JSONKind)?
    /// Whether `type` or `value` is duplicated.
    var isAmbiguous = false
    /// Whether there are other members.
    var hasOthers = false
    /// The offset of the object with the members or elements.
    var start: Int

    /// Whether it has no members of its own, unlike a map or an array.
    var isPlain: Bool { type != nil && value != nil && !hasOthers && !isAmbiguous }
  }

  /// Reads the parts of a value, and moves past it; nil if it is not an object.
  static func parts(_ cursor: inout JSONCursor) throws(JSONSyntaxError) -> Parts? {
    guard try cursor.kind() == .object else {
      try cursor.skipValue()
      return nil
    }
    var parts = Parts(start: cursor.offset)
    var child: Int?
    try cursor.beginObject()
    while let key = try cursor.nextMember() {
      let kind = try cursor.kind()
      let start = cursor.offset
      if kind == .string, key.equals(typeKey, in: cursor.text) {
        parts.isAmbiguous = parts.isAmbiguous || parts.type != nil
        parts.type = try cursor.string()
      } else if key.equals(valueKey, in: cursor.text) {
        parts.isAmbiguous = parts.isAmbiguous || parts.value != nil
        parts.value = (try cursor.skipValue(), kind)
      } else {
        if key.equals("child", in: cursor.text), try isContainer(cursor) { child = start }
        parts.hasOthers = true
        try cursor.skipValue()
      }
    }
    parts.start = child ?? parts.start
    return parts
  }

  /// Whether the value of `child` is a container, rather than a field of that name.
  private static func isContainer(_ cursor: JSONCursor) throws(JSONSyntaxError) -> Bool {
    var ahead = cursor
    guard try ahead.kind() == .object else { return false }
    try ahead.beginObject()
    while let key = try ahead.nextMember() {
      if key.equals(typeKey, in: ahead.text), try ahead.kind() == .string { return false }
      try ahead.skipValue()
    }
    return true
  }

  /// The result of `skip`.
  struct Finding {
    /// Whether it has a known type.
    var isWrapped = false
    /// Whether the backup lost data in it.
    var isLost = false
  }

  /// Skips a value, and classifies it.
  ///
  /// - Parameter depth: the nesting up to which values are classified; the default suffices for
  ///   maps and arrays twenty deep, each with its members under `child`.
  static func skip(
    _ cursor: inout JSONCursor, depth: Int = 2 * FirestoreLimits.depth + 2
  ) throws(JSONSyntaxError) -> Finding {
    guard depth > 0, try cursor.kind() == .object else {
      try cursor.skipValue()
      return Finding()
    }
    var finding = Finding()
    var hasType = false
    try cursor.beginObject()
    while let key = try cursor.nextMember() {
      let isContainer = try cursor.kind() == .object
      let start = cursor.offset
      let member = try skip(&cursor, depth: depth - 1)
      finding.isLost = finding.isLost || member.isLost
      guard key.equals(typeKey, in: cursor.text) else { continue }
      let value = cursor.text.extracting(start..<cursor.offset)
      // A second type is no sign: the backup writes one.
      finding.isWrapped = hasType ? finding.isWrapped : isContainer || isType(value)
      hasType = true
      finding.isLost = finding.isLost || value.text == "\"\(unknownType)\""
    }
    return finding
  }

  private static func isType(_ quoted: Span<UInt8>) -> Bool {
    guard quoted.count > 2, quoted[0] == UInt8(ascii: "\"") else { return false }
    return types.contains(quoted.extracting(1..<quoted.count - 1).text)
  }

  /// Reads and checks a value, and moves past it.
  static func read(_ cursor: inout JSONCursor) throws(JSONSyntaxError) -> TypedValue {
    guard let parts = try parts(&cursor) else { return .other("a value without a type") }
    if parts.isAmbiguous { return .other("a value of two types") }
    // The field `type` has replaced the type.
    guard let name = parts.type else {
      return .other(parts.hasOthers || parts.value != nil ? "a map" : "a value without a type")
    }
    let type = name.string(in: cursor.text)
    switch (type, parts.isPlain ? parts.value?.kind : nil) {
    case ("number", .number): return .number(parts.value?.range ?? 0..<0)
    case ("string", .string):
      var inner = JSONCursor(cursor.text, at: parts.value?.range.lowerBound ?? 0)
      return .string(try inner.string())
    case ("boolean", .true): return .other("true")
    case ("boolean", .false): return .other("false")
    case ("null", .null): return .other("null")
    case ("date", .string): return .other("a timestamp")
    case ("reference", .string): return .other("a reference")
    case ("array", _): return .array(at: parts.start)
    case ("object", _): return .other("a map")
    case (unknownType, _): return .other("a value of a type that its backup does not know")
    default:
      return .other(types.contains(type) ? .malformed(name) : .unknownType(name))
    }
  }

  /// The elements of the array whose members are at the cursor, in file order.
  static func elements(_ cursor: inout JSONCursor) throws(JSONSyntaxError) -> [TypedValue] {
    var elements: [TypedValue] = []
    try cursor.beginObject()
    while try cursor.nextMember() != nil {
      if try cursor.kind() == .object {
        elements.append(try read(&cursor))
      } else {
        try cursor.skipValue()
      }
    }
    return elements
  }

  /// Whether an object of wrapped values begins here, as far as the bytes go.
  ///
  /// - Parameter allowingOthers: whether values without a known type may occur.
  static func areValues(_ text: Span<UInt8>, allowingOthers: Bool) -> Bool {
    var cursor = JSONCursor(text)
    var isAny = false
    do throws(JSONSyntaxError) {
      try cursor.beginObject()
      var isLost = false
      var hasForeign = false
      while let key = try cursor.nextMember() {
        let start = cursor.offset
        if try skip(&cursor).isWrapped {
          isAny = true
        } else if key.equals(typeKey, in: text),
          cursor.text.extracting(start..<cursor.offset).text == "\"\(unknownType)\""
        {
          isLost = true
        } else if key.equals(valueKey, in: text) {
          // The replacement of lost fields may be any value.
          hasForeign = true
        } else if !allowingOthers {
          return false
        }
      }
      return isLost || (isAny && (allowingOthers || !hasForeign))
    } catch {
      return isAny && error.isIncomplete
    }
  }
}
