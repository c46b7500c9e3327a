import Scan
import SystemIO

/// Converts plain values of an export to typed Firestore values.
///
/// A plain export lacks some types, which are restored from the value's shape: a number without
/// point or exponent is an integer, any other a double. The format's conventions identify the types
/// that JSON lacks.
struct TypedValueWriter {
  let conventions: ValueConventions
  /// The database of relative references, if known.
  var database: String?
  /// Whether duplicate fields are written, to be mended by hand, instead of refused.
  var repeatsFields = false

  /// The room for an ordinary event.
  private static let usualByteCount = 512

  /// The object `fields` of a document, without the field that holds its ID.
  func fields(
    _ text: Span<UInt8>, at start: Int, leavingOut idField: String?
  ) throws -> [UInt8] {
    var typed = ScratchBytes(capacity: Self.usualByteCount)
    var path = FieldPath()
    var cursor = JSONCursor(text, at: start)
    try writeMap(
      &cursor, to: &typed, &path, leavingOut: idField.map { Array($0.utf8) } ?? [])
    return typed.span.copied
  }

  /// One typed value.
  ///
  /// - Parameter field: the name of its field.
  func value(
    _ text: Span<UInt8>, _ range: Range<Int>, of field: String? = nil
  ) throws -> [UInt8] {
    var typed = ScratchBytes()
    var path = FieldPath(field)
    var cursor = JSONCursor(text, at: range.lowerBound)
    try write(&cursor, to: &typed, &path, depth: 0)
    return typed.span.copied
  }

  /// - Parameter idField: the name of the field to leave out; empty for none.
  private func writeMap(
    _ cursor: inout JSONCursor, to typed: inout ScratchBytes, _ path: inout FieldPath,
    depth: Int = 0, leavingOut idField: [UInt8] = []
  ) throws {
    try FirestoreLimits.check(depth: depth, at: cursor.offset)
    try cursor.beginObject()
    let text = cursor.text
    let isInMap = !path.isRoot
    var names = FieldNames()
    var isEmpty = true
    while let key = try cursor.nextMember() {
      guard names.insert(key, in: text) || repeatsFields else {
        throw FieldName.twice(key, in: text)
      }
      if !isInMap, try isLeftOut(key, cursor, idField) {
        try cursor.skipValue()
        continue
      }
      if let problem = FieldName.problem(of: key, in: text, isInMap: isInMap) {
        throw Unrepresentable(reason: problem, offset: key.quotedRange.lowerBound)
      }
      typed.append(isEmpty ? "{" : ",")
      isEmpty = false
      typed.appendJSONString(key, of: text)
      typed.append(":")
      path.enter(key)
      try write(&cursor, to: &typed, &path, depth: depth)
      path.leave()
    }
    typed.append(isEmpty ? "{}" : "}")
  }

  /// Whether a member of the document's object is no field, or holds the ID.
  private func isLeftOut(
    _ key: JSONString, _ cursor: JSONCursor, _ idField: [UInt8]
  ) throws(JSONSyntaxError) -> Bool {
    if conventions.hiddenMembers.contains(where: { key.equals($0, in: cursor.text) }) {
      return true
    }
    guard !idField.isEmpty, key.equals(idField, in: cursor.text) else { return false }
    return try cursor.kind() == .string
  }

  private func write(
    _ cursor: inout JSONCursor, to typed: inout ScratchBytes, _ path: inout FieldPath, depth: Int
  ) throws {
    if let special = try conventions.special(cursor, at: path) {
      try cursor.skipValue()
      return write(special, in: cursor.text, to: &typed)
    }
    switch try cursor.kind() {
    case .string:
      typed.append(#"{"stringValue":"#)
      typed.appendJSONString(try cursor.string(), of: cursor.text)
      typed.append("}")
    case .number:
      let start = cursor.offset
      let token = cursor.text.extracting(try cursor.number())
      try writeNumber(token, at: start, to: &typed)
    case .true:
      try cursor.skipValue()
      write(.boolean(true), in: cursor.text, to: &typed)
    case .false:
      try cursor.skipValue()
      write(.boolean(false), in: cursor.text, to: &typed)
    case .null:
      try cursor.skipValue()
      typed.append(#"{"nullValue":null}"#)
    case .array: try writeArray(&cursor, to: &typed, &path, depth: depth)
    case .object:
      if try cursor.firstMember() == nil {
        try cursor.skipValue()
        typed.append(#"{"mapValue":{}}"#)
      } else {
        typed.append(#"{"mapValue":{"fields":"#)
        try writeMap(&cursor, to: &typed, &path, depth: depth + 1)
        typed.append("}}")
      }
    }
  }

  func write(_ special: SpecialValue, in text: Span<UInt8>, to typed: inout ScratchBytes) {
    switch special {
    case .timestamp(let moment):
      typed.appendValue(moment)
    case .spelledTimestamp(let string, _):
      typed.append(#"{"timestampValue":"#)
      typed.appendJSONString(string, of: text)
      typed.append("}")
    case .reference(let name):
      let isFull = name.hasPrefix("projects/")
      let full = isFull ? name : database.map { "\($0)/documents/\(name)" } ?? name
      typed.appendValue("referenceValue", quoted: full)
    case .integer(let digits): typed.appendValue("integerValue", quoted: digits)
    case .text(let text): typed.appendValue("stringValue", quoted: text)
    case .double(let number): typed.appendValue("doubleValue", "\(number)")
    case .boolean(let isTrue):
      typed.append(isTrue ? #"{"booleanValue":true}"# : #"{"booleanValue":false}"#)
    case .geoPoint(let latitude, let longitude):
      typed.append(#"{"geoPointValue":{"latitude":"#)
      typed.append(latitude)
      typed.append(#","longitude":"#)
      typed.append(longitude)
      typed.append("}}")
    }
  }

  private func writeArray(
    _ cursor: inout JSONCursor, to typed: inout ScratchBytes, _ path: inout FieldPath, depth: Int
  ) throws {
    try FirestoreLimits.check(depth: depth + 1, at: cursor.offset)
    cursor.offset += 1
    var count = 0
    typed.append(#"{"arrayValue":{"#)
    while try cursor.nextElement() {
      if try cursor.kind() == .array { throw Unrepresentable.nestedArray(at: cursor.offset) }
      typed.append(count == 0 ? #""values":["# : ",")
      path.enter(element: count)
      try write(&cursor, to: &typed, &path, depth: depth + 1)
      path.leave()
      count += 1
    }
    typed.append(count == 0 ? "}}" : "]}}")
  }

  private func writeNumber(
    _ token: Span<UInt8>, at start: Int, to typed: inout ScratchBytes
  ) throws {
    if let integer = token.wholeNumber {
      typed.append(#"{"integerValue":""#)
      typed.appendDecimal(integer)
      typed.append("\"}")
      return
    }
    let number = JSONNumber(token)
    guard number.double != nil else {
      throw Unrepresentable(
        reason: "the number \(number.label) is larger than any double", offset: start)
    }
    typed.append(#"{"doubleValue":"#)
    typed.append(token)
    typed.append("}")
  }
}

extension ScratchBytes {
  /// Appends a typed value that is spelled as a string.
  mutating func appendValue(_ type: StaticString, quoted text: String) {
    beginValue(type)
    appendJSONString(text)
    append("}")
  }

  /// Appends a typed value that is spelled as JSON.
  mutating func appendValue(_ type: StaticString, _ json: String) {
    beginValue(type)
    json.withUTF8Bytes { append($0) }
    append("}")
  }

  private mutating func beginValue(_ type: StaticString) {
    append("{\"")
    append(type)
    append("\":")
  }

  /// Appends a typed timestamp.
  mutating func appendValue(_ moment: Timestamp) {
    append(#"{"timestampValue":""#)
    append(moment)
    append(#""}"#)
  }
}
