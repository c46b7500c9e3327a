import Scan
import SystemIO

/// Converts wrapped values to typed Firestore values.
///
/// A number spelled as an integer is an integer: JavaScript, which wrote it, has only one type of
/// number.
struct WrappedFieldsWriter {
  /// The database of references, if known.
  var database: String?

  /// A member of a map or element of an array, as its key and the offset of its value.
  private typealias Member = (key: JSONString, start: Int)

  /// The typed fields for the object of wrapped fields at an offset.
  ///
  /// - Throws: `Unrepresentable` if Firestore cannot hold the value, or the backup lost one.
  func fields(_ text: Span<UInt8>, at start: Int) throws -> [UInt8] {
    var json = JSONWriter()
    try writeFields(Self.members(of: text, at: start), text, depth: 0, to: &json)
    return json.bytes
  }

  /// One typed value.
  ///
  /// - Throws: `Unrepresentable` if Firestore cannot hold the value, or the backup lost one.
  func value(_ text: Span<UInt8>, _ range: Range<Int>) throws -> [UInt8] {
    var json = JSONWriter()
    try write(text, at: range.lowerBound, depth: 0, to: &json)
    return json.bytes
  }

  /// Writes a typed value.
  ///
  /// - Returns: whether it is an array.
  @discardableResult
  private func write(
    _ text: Span<UInt8>, at start: Int, depth: Int, to json: inout JSONWriter
  ) throws -> Bool {
    var cursor = JSONCursor(text, at: start)
    guard let parts = try WrappedValue.parts(&cursor) else {
      throw Unrepresentable(reason: "a value without a type")
    }
    if parts.isAmbiguous { throw Unrepresentable(reason: "a value of two types") }
    let type = parts.type?.string(in: text)
    switch type {
    case "object", "array", nil:
      try writeContainer(text, at: parts.start, isArray: type == "array", depth + 1, to: &json)
    case WrappedValue.unknownType:
      throw Unrepresentable(reason: "its backup has lost a value of an unknown type")
    case let type?:
      let value = try leaf(type, parts, text)
      json.raw(value.span)
    }
    return type == "array"
  }

  private func leaf(
    _ type: String, _ parts: WrappedValue.Parts, _ text: Span<UInt8>
  ) throws -> [UInt8] {
    let writer = TypedValueWriter(conventions: ValueConventions(.none), database: database)
    var typed = ScratchBytes()
    switch (type, parts.isPlain ? parts.value : nil) {
    case ("number", (let range, .number)?), ("string", (let range, .string)?),
      ("null", (let range, .null)?), ("boolean", (let range, .true)?),
      ("boolean", (let range, .false)?):
      return try writer.value(text, range)
    case ("date", (let range, .string)?):
      let date = JSONString(quoted: range, in: text).string(in: text)
      guard let moment = Timestamp(rfc3339: date) else {
        throw Unrepresentable(reason: "not a date")
      }
      writer.write(.timestamp(moment), in: text, to: &typed)
    case ("reference", (let range, .string)?):
      let name = JSONString(quoted: range, in: text).string(in: text)
      writer.write(.reference(name), in: text, to: &typed)
    default: throw Unrepresentable(reason: "a malformed value of the type \(Excerpt.value(type))")
    }
    return typed.span.copied
  }

  // MARK: Containers

  private func writeContainer(
    _ text: Span<UInt8>, at start: Int, isArray: Bool, _ depth: Int, to json: inout JSONWriter
  ) throws {
    try FirestoreLimits.check(depth: depth)
    let members = Self.members(of: text, at: start)
    json.beginObject()
    json.key(isArray ? "arrayValue" : "mapValue")
    json.beginObject()
    if !members.isEmpty {
      json.key(isArray ? "values" : "fields")
      if isArray {
        try writeElements(members, text, depth: depth, to: &json)
      } else {
        try writeFields(members, text, depth: depth, to: &json)
      }
    }
    json.endObject()
    json.endObject()
  }

  private func writeFields(
    _ members: [Member], _ text: Span<UInt8>, depth: Int, to json: inout JSONWriter
  ) throws {
    var names = FieldNames()
    json.beginObject()
    for (key, start) in members {
      guard names.insert(key, in: text) else { throw FieldName.twice(key, in: text) }
      json.key(key.string(in: text))
      try write(text, at: start, depth: depth, to: &json)
    }
    json.endObject()
  }

  /// The elements are keyed by their indices, which the program sorted as text.
  private func writeElements(
    _ members: [Member], _ text: Span<UInt8>, depth: Int, to json: inout JSONWriter
  ) throws {
    var places: [Int: Int] = [:]
    for (key, start) in members {
      if let index = Int(key.string(in: text)) { places[index] = start }
    }
    try json.array { json in
      for index in members.indices {
        guard let start = places[index] else {
          throw Unrepresentable(reason: "an array without its element \(index)")
        }
        if try write(text, at: start, depth: depth, to: &json) {
          throw Unrepresentable.nestedArray()
        }
      }
    }
  }

  /// The members of an object except for its type.
  private static func members(of text: Span<UInt8>, at start: Int) -> [Member] {
    var found: [Member] = []
    var members = ObjectMembers(of: text, at: start)
    while let (key, value) = members.next() {
      let isString = text[value.lowerBound] == UInt8(ascii: "\"")
      if !isString || !key.equals("type", in: text) { found.append((key, value.lowerBound)) }
    }
    return found
  }
}
