import ByteIO
import JSONText

/// Spells typed values of a document as plain ones, which `TypedValueWriter` takes back as far as
/// plain values tell their type.
///
/// A timestamp and bytes become the strings they are spelled as, a reference the path below
/// `/documents/`, a place an object of latitude and longitude, and what is no finite number a string.
/// A double always has a point or an exponent, so that it is none the less a double.
package struct PlainValueWriter {
  // As of what is written for Firestore itself (Firestore, “Quotas and limits”).
  private static let depthLimit = 20

  private var bytes: [UInt8] = []

  /// A document of these typed fields, with its name under `__name__`, a key that no field can have.
  ///
  /// - Throws: `Unrepresentable` where a value has no type, or a wrong one.
  package static func document(_ typedFields: [UInt8], named name: String?) throws -> [UInt8] {
    var writer = PlainValueWriter()
    var cursor = JSONCursor(typedFields.span)
    cursor.skipWhitespace()
    try writer.map(&cursor, depth: 0, name: name)
    return writer.bytes
  }

  // MARK: Containers

  private mutating func map(_ cursor: inout JSONCursor, depth: Int, name: String? = nil) throws {
    try check(depth)
    append("{")
    var isFilled = false
    if let name {
      append("\"__name__\":")
      bytes.appendJSONString(name.utf8)
      isFilled = true
    }
    try cursor.beginObject()
    var isFirst = true
    while let key = try cursor.nextMember(&isFirst) {
      if isFilled { append(",") }
      isFilled = true
      append(cursor.text, key.quotedRange)
      append(":")
      try value(&cursor, depth: depth)
    }
    append("}")
  }

  /// `{"fields":{…}}`, or `{}` where there are none.
  private mutating func mapValue(_ cursor: inout JSONCursor, depth: Int) throws {
    guard let start = try member("fields", of: .object, &cursor) else { return append("{}") }
    var inner = JSONCursor(cursor.text, at: start)
    try map(&inner, depth: depth + 1)
  }

  /// `{"values":[…]}`, or `{}` where there are none.
  private mutating func arrayValue(_ cursor: inout JSONCursor, depth: Int) throws {
    try check(depth)
    append("[")
    if let start = try member("values", of: .array, &cursor) {
      var inner = JSONCursor(cursor.text, at: start + 1)
      var isFirst = true
      var isFilled = false
      while try inner.nextElement(&isFirst) {
        if isFilled { append(",") }
        isFilled = true
        try value(&inner, depth: depth + 1)
      }
    }
    append("]")
  }

  private func check(_ depth: Int) throws {
    guard depth <= Self.depthLimit else {
      throw Unrepresentable(reason: "nested more than \(Self.depthLimit) deep")
    }
  }

  /// Moves over an object, and gives the place of its member of this name.
  private func member(
    _ name: String, of kind: JSONKind, _ cursor: inout JSONCursor
  ) throws -> Int? {
    var start: Int?
    var isFirst = true
    try cursor.beginObject()
    while let key = try cursor.nextMember(&isFirst) {
      if key.string(in: cursor.text) == name, try cursor.kind() == kind { start = cursor.offset }
      try cursor.skipValue()
    }
    return start
  }

  // MARK: Values

  private mutating func value(_ cursor: inout JSONCursor, depth: Int) throws {
    guard try cursor.kind() == .object else {
      throw Unrepresentable(reason: "a value without a type")
    }
    try cursor.beginObject()
    var isFirst = true
    guard let key = try cursor.nextMember(&isFirst) else {
      throw Unrepresentable(reason: "a value without a type")
    }
    let type = key.string(in: cursor.text)
    switch (type, try cursor.kind()) {
    case ("mapValue", .object): try mapValue(&cursor, depth: depth)
    case ("arrayValue", .object): try arrayValue(&cursor, depth: depth)
    case ("geoPointValue", .object): try place(&cursor)
    case ("referenceValue", .string): reference(try cursor.string(), in: cursor.text)
    case ("integerValue", .string), ("integerValue", .number):
      try integer(try cursor.skipValue(), in: cursor.text)
    case ("doubleValue", .string), ("doubleValue", .number):
      try double(try cursor.skipValue(), in: cursor.text)
    case ("timestampValue", .string), ("stringValue", .string), ("bytesValue", .string),
      ("booleanValue", .true), ("booleanValue", .false):
      append(cursor.text, try cursor.skipValue())
    case ("nullValue", .null), ("nullValue", .string):
      try cursor.skipValue()
      append("null")
    default: throw Unrepresentable(reason: "a malformed '\(type.prefix(40))'")
    }
    if try cursor.nextMember(&isFirst) != nil {
      throw Unrepresentable(reason: "a value of two types")
    }
  }

  /// A whole number however it is spelled, quoted or not.
  private mutating func integer(_ range: Range<Int>, in text: Span<UInt8>) throws {
    let token = text.extracting(Self.unquoted(range, in: text))
    if let value = Int64(token.text) { return append(String(value)) }
    guard Self.isNumber(token), let value = JSONNumber(token).integer else {
      throw Unrepresentable(reason: "the integer '\(token.text.prefix(40))' is none")
    }
    append(String(value))
  }

  private mutating func double(_ range: Range<Int>, in text: Span<UInt8>) throws {
    let token = text.extracting(Self.unquoted(range, in: text))
    if Self.isNumber(token) {
      append(token, 0..<token.count)
      let isWhole = token.copied.allSatisfy { (0x30...0x39).contains($0) || $0 == 0x2D }
      if isWhole { append(".0") }
    } else if ["NaN", "Infinity", "-Infinity"].contains(token.text) {
      bytes.appendJSONString(token.text.utf8)
    } else {
      throw Unrepresentable(reason: "the double '\(token.text.prefix(40))' is none")
    }
  }

  /// A place; a coordinate of zero is left out where it is typed.
  private mutating func place(_ cursor: inout JSONCursor) throws {
    let start = cursor.offset
    append("{")
    for name in ["latitude", "longitude"] {
      cursor.offset = start
      append(name == "latitude" ? "\"latitude\":" : ",\"longitude\":")
      if let number = try member(name, of: .number, &cursor) {
        var inner = JSONCursor(cursor.text, at: number)
        try double(try inner.number(), in: cursor.text)
      } else {
        append("0.0")
      }
    }
    append("}")
  }

  private mutating func reference(_ string: JSONString, in text: Span<UInt8>) {
    let name = string.string(in: text)
    let path = DocumentIdentity(name: name).flatMap { identity in
      identity.collection.map { "\($0)/\(identity.id)" }
    }
    bytes.appendJSONString((path ?? name).utf8)
  }

  private static func unquoted(_ range: Range<Int>, in text: Span<UInt8>) -> Range<Int> {
    text[range.lowerBound] == UInt8(ascii: "\"")
      ? range.lowerBound + 1..<range.upperBound - 1 : range
  }

  private static func isNumber(_ token: Span<UInt8>) -> Bool {
    var cursor = JSONCursor(token)
    do throws(JSONSyntaxError) { return try cursor.number() == 0..<token.count } catch {
      return false
    }
  }

  private mutating func append(_ text: String) { bytes.append(contentsOf: text.utf8) }

  private mutating func append(_ text: Span<UInt8>, _ range: Range<Int>) {
    for index in range { bytes.append(text[index]) }
  }
}
