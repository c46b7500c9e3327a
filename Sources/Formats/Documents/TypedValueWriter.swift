import Scan
import SystemIO

/// Converts plain values of an export to typed Firestore values.
///
/// A plain export lacks some types, which are restored from the value's shape: a number without
/// point or exponent is an integer, any other a double. The format's conventions identify the types
/// that JSON lacks.
package struct TypedValueWriter {
  /// A writer for untagged values.
  package static let untagged = TypedValueWriter(conventions: ValueConventions(.untagged))

  let conventions: ValueConventions
  /// The database of relative references, if known.
  var database: String?
  /// Whether duplicate fields are written, to be mended by hand, instead of refused.
  var repeatsFields = false

  /// The object `fields` of a document, without the field that holds its ID.
  package func fields(
    _ text: Span<UInt8>, at start: Int, leavingOut idField: String?
  ) throws -> [UInt8] {
    var writer = JSONWriter()
    var cursor = JSONCursor(text, at: start)
    var path: [String] = []
    try writeMap(&cursor, to: &writer, &path, leavingOut: idField)
    return writer.bytes
  }

  /// One typed value, of the field at this path.
  package func value(
    _ text: Span<UInt8>, _ range: Range<Int>, at path: [String] = []
  ) throws -> [UInt8] {
    var writer = JSONWriter()
    var cursor = JSONCursor(text, at: range.lowerBound)
    var path = path
    try write(&cursor, to: &writer, &path, depth: 0)
    return writer.bytes
  }

  private func writeMap(
    _ cursor: inout JSONCursor, to writer: inout JSONWriter, _ path: inout [String],
    depth: Int = 0, leavingOut: String? = nil
  ) throws {
    try checkDepth(depth, at: cursor.offset)
    try cursor.beginObject()
    let hiddenMembers = path.isEmpty ? conventions.hiddenMembers : []
    var isFirst = true
    var names = FieldNames()
    writer.beginObject()
    while let key = try cursor.nextMember(&isFirst) {
      let name = key.string(in: cursor.text)
      guard names.insert(key, in: cursor.text) || repeatsFields else {
        throw Unrepresentable(
          reason: FieldName.twice(name), offset: key.quotedRange.lowerBound)
      }
      if try hiddenMembers.contains(name) || (name == leavingOut && cursor.kind() == .string) {
        try cursor.skipValue()
        continue
      }
      if let problem = FieldName.problem(of: name, isInMap: !path.isEmpty) {
        throw Unrepresentable(reason: problem, offset: key.quotedRange.lowerBound)
      }
      writer.key(name)
      path.append(name)
      try write(&cursor, to: &writer, &path, depth: depth)
      path.removeLast()
    }
    writer.endObject()
  }

  private func write(
    _ cursor: inout JSONCursor, to writer: inout JSONWriter, _ path: inout [String], depth: Int
  ) throws {
    if let special = try conventions.special(cursor, at: path) {
      try cursor.skipValue()
      return write(special, in: cursor.text, to: &writer)
    }
    switch try cursor.kind() {
    case .string: writer.single("stringValue", try cursor.string().string(in: cursor.text))
    case .number:
      let start = cursor.offset
      let token = cursor.text.extracting(try cursor.number())
      try writeNumber(token, at: start, to: &writer)
    case .true, .false:
      let isTrue = cursor.next == UInt8(ascii: "t")
      try cursor.skipValue()
      writer.object {
        $0.key(plain: "booleanValue"); $0.boolean(isTrue)
      }
    case .null:
      try cursor.skipValue()
      writer.object {
        $0.key(plain: "nullValue"); $0.null()
      }
    case .array: try writeArray(&cursor, to: &writer, &path, depth: depth)
    case .object:
      let isEmpty = try cursor.firstMember() == nil
      writer.beginObject()
      writer.key(plain: "mapValue")
      writer.beginObject()
      if isEmpty {
        try cursor.skipValue()
      } else {
        writer.key(plain: "fields")
        try writeMap(&cursor, to: &writer, &path, depth: depth + 1)
      }
      writer.endObject()
      writer.endObject()
    }
  }

  func write(_ special: SpecialValue, in text: Span<UInt8>, to writer: inout JSONWriter) {
    switch special {
    case .timestamp(let moment): writer.single("timestampValue", moment.description)
    case .spelledTimestamp(let string, _):
      writer.single("timestampValue", string.string(in: text))
    case .reference(let name):
      let isFull = name.hasPrefix("projects/")
      let full = isFull ? name : database.map { "\($0)/documents/\(name)" } ?? name
      writer.single("referenceValue", full)
    case .integer(let digits): writer.single("integerValue", digits)
    case .text(let text): writer.single("stringValue", text)
    case .double(let number):
      writer.object {
        $0.key(plain: "doubleValue"); $0.raw(Array("\(number)".utf8))
      }
    case .boolean(let isTrue):
      writer.object {
        $0.key(plain: "booleanValue"); $0.boolean(isTrue)
      }
    case .geoPoint(let latitude, let longitude):
      writer.object { value in
        value.key("geoPointValue")
        value.object { place in
          place.key("latitude")
          place.raw(latitude)
          place.key("longitude")
          place.raw(longitude)
        }
      }
    }
  }

  private func writeArray(
    _ cursor: inout JSONCursor, to writer: inout JSONWriter, _ path: inout [String], depth: Int
  ) throws {
    try checkDepth(depth + 1, at: cursor.offset)
    cursor.offset += 1
    var isFirst = true
    var count = 0
    writer.beginObject()
    writer.key(plain: "arrayValue")
    writer.beginObject()
    while try cursor.nextElement(&isFirst) {
      if try cursor.kind() == .array {
        throw Unrepresentable(
          reason: "an array directly inside an array", offset: cursor.offset)
      }
      if count == 0 {
        writer.key(plain: "values")
        writer.beginArray()
      }
      path.append("\(count)")
      try write(&cursor, to: &writer, &path, depth: depth + 1)
      path.removeLast()
      count += 1
    }
    if count > 0 { writer.endArray() }
    writer.endObject()
    writer.endObject()
  }

  private func checkDepth(_ depth: Int, at offset: Int) throws {
    guard depth > FirestoreLimits.depth else { return }
    throw Unrepresentable(
      reason: "nested more than \(FirestoreLimits.depth) deep", offset: offset)
  }

  private func writeNumber(
    _ token: Span<UInt8>, at start: Int, to writer: inout JSONWriter
  ) throws {
    let number = JSONNumber(token)
    if let integer = Int64(token.text) {
      writer.single("integerValue", String(integer))
    } else if number.double != nil {
      writer.object {
        $0.key(plain: "doubleValue"); $0.raw(token.copied)
      }
    } else {
      throw Unrepresentable(
        reason: "the number \(number.label) is larger than any double", offset: start)
    }
  }
}

extension JSONWriter {
  /// Writes an object with one member.
  fileprivate mutating func single(_ name: StaticString, _ text: String) {
    beginObject()
    key(plain: name)
    string(text)
    endObject()
  }
}
