import Scan
import SystemIO

/// Converts wrapped values to typed Firestore values.
///
/// A number spelled as an integer is an integer: JavaScript, which wrote it, has only one type of
/// number.
struct WrappedFieldsWriter {
  /// The database of references, if known.
  var database: String?

  private var leaves: TypedValueWriter {
    TypedValueWriter(conventions: ValueConventions(.none), database: database)
  }

  /// The typed fields for the object of wrapped fields at an offset.
  ///
  /// - Throws: `Unrepresentable` if Firestore cannot hold the value, or the backup lost one.
  func fields(_ text: Span<UInt8>, at start: Int) throws -> [UInt8] {
    var cursor = JSONCursor(text, at: start)
    return try map(&cursor, depth: 0)
  }

  /// One typed value.
  ///
  /// - Throws: `Unrepresentable` if Firestore cannot hold the value, or the backup lost one.
  func value(_ text: Span<UInt8>, _ range: Range<Int>) throws -> [UInt8] {
    try value(text, at: range.lowerBound, depth: 0)
  }

  private func value(_ text: Span<UInt8>, at start: Int, depth: Int) throws -> [UInt8] {
    var cursor = JSONCursor(text, at: start)
    guard let parts = try WrappedValue.parts(&cursor) else {
      throw Unrepresentable(reason: "a value without a type")
    }
    if parts.isAmbiguous { throw Unrepresentable(reason: "a value of two types") }
    let type = parts.type?.string(in: text)
    var inner = JSONCursor(text, at: parts.start)
    switch type {
    case "object", nil: return try mapValue(&inner, depth: depth + 1)
    case "array": return try arrayValue(&inner, depth: depth)
    case WrappedValue.unknownType:
      throw Unrepresentable(reason: "its backup has lost a value of an unknown type")
    default: return try leaf(type ?? "", parts, text)
    }
  }

  private func leaf(
    _ type: String, _ parts: WrappedValue.Parts, _ text: Span<UInt8>
  ) throws -> [UInt8] {
    guard parts.isPlain, let (range, kind) = parts.value else {
      throw Unrepresentable(reason: "a malformed value of the type '\(Excerpt.value(type))'")
    }
    switch (type, kind) {
    case ("number", .number), ("string", .string), ("null", .null), ("boolean", .true),
      ("boolean", .false):
      return try leaves.value(text, range)
    case ("date", .string):
      let date = JSONString(quoted: range, in: text).string(in: text)
      guard let moment = Timestamp(rfc3339: date) else {
        throw Unrepresentable(reason: "not a date")
      }
      return typed(.timestamp(moment))
    case ("reference", .string):
      return typed(.reference(JSONString(quoted: range, in: text).string(in: text)))
    default: throw Unrepresentable(reason: "a malformed value of the type '\(Excerpt.value(type))'")
    }
  }

  private func typed(_ special: SpecialValue) -> [UInt8] {
    var typed = ScratchBytes()
    leaves.write(special, in: Span(), to: &typed)
    return typed.span.copied
  }

  // MARK: Containers

  private func mapValue(_ cursor: inout JSONCursor, depth: Int) throws -> [UInt8] {
    let fields = try map(&cursor, depth: depth)
    return wrapped("mapValue", "fields", fields, isEmpty: fields == Array("{}".utf8))
  }

  private func map(_ cursor: inout JSONCursor, depth: Int) throws -> [UInt8] {
    try FirestoreLimits.check(depth: depth)
    var names: Set<[UInt8]> = []
    var fields: [(name: String, value: [UInt8])] = []
    for (key, start) in try Self.members(&cursor) {
      let name = key.string(in: cursor.text)
      guard names.insert(Array(name.utf8)).inserted else {
        throw FieldName.twice(key, in: cursor.text)
      }
      fields.append((name, try value(cursor.text, at: start, depth: depth)))
    }
    var writer = JSONWriter()
    writer.object { object in
      for field in fields {
        object.key(field.name)
        object.raw(field.value)
      }
    }
    return writer.bytes
  }

  /// The elements are keyed by their indices, which the program sorted as text.
  private func arrayValue(_ cursor: inout JSONCursor, depth: Int) throws -> [UInt8] {
    try FirestoreLimits.check(depth: depth + 1)
    let members = try Self.members(&cursor)
    var places: [Int: Int] = [:]
    for (key, start) in members {
      if let index = Int(key.string(in: cursor.text)) { places[index] = start }
    }
    var elements: [[UInt8]] = []
    for index in members.indices {
      guard let start = places[index] else {
        throw Unrepresentable(reason: "an array without its element \(index)")
      }
      let element = try value(cursor.text, at: start, depth: depth + 1)
      if element.starts(with: "{\"arrayValue\"".utf8) { throw Unrepresentable.nestedArray() }
      elements.append(element)
    }
    var writer = JSONWriter()
    writer.array { array in for element in elements { array.raw(element) } }
    return wrapped("arrayValue", "values", writer.bytes, isEmpty: members.isEmpty)
  }

  private func wrapped(
    _ type: String, _ member: String, _ content: [UInt8], isEmpty: Bool
  ) -> [UInt8] {
    var writer = JSONWriter()
    writer.object { value in
      value.object(type) { inner in
        if isEmpty { return }
        inner.key(member)
        inner.raw(content)
      }
    }
    return writer.bytes
  }

  /// The members of an object except for its type, with the offsets of their values.
  private static func members(_ cursor: inout JSONCursor) throws -> [(JSONString, Int)] {
    var members: [(JSONString, Int)] = []
    try cursor.beginObject()
    while let key = try cursor.nextMember() {
      let isType = try cursor.kind() == .string && key.string(in: cursor.text) == "type"
      if !isType { members.append((key, cursor.offset)) }
      try cursor.skipValue()
    }
    return members
  }
}
