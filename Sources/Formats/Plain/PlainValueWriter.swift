import Scan
import SystemIO

/// Converts a document's typed values to plain ones, which `TypedValueWriter` reverses where plain
/// values show their type.
///
/// A timestamp or bytes become their string, a reference the path below `/documents/`, a place an
/// object with latitude and longitude, and a number that is not finite a string. A double always
/// has a point or an exponent. Strings have a canonical spelling, so that printing, reading and
/// printing again gives the same bytes.
struct PlainValueWriter: ~Copyable {
  private var text = ScratchBytes()

  /// Converts the typed fields of a document, with its name as `__name__`, a key that no field can
  /// have.
  ///
  /// - Parameter typedFields: fields that passed `TypedFieldsCheck`.
  /// - Throws: `Unrepresentable` for malformed fields.
  static func document(_ typedFields: [UInt8], named name: String?) throws -> [UInt8] {
    var writer = PlainValueWriter()
    var cursor = JSONCursor(typedFields.span)
    cursor.skipWhitespace()
    try writer.map(&cursor, name: name)
    return writer.text.span.copied
  }

  // MARK: Containers

  private mutating func map(_ cursor: inout JSONCursor, name: String? = nil) throws {
    text.append("{")
    var isFilled = false
    if let name {
      text.append("\"__name__\":")
      text.appendJSONString(name)
      isFilled = true
    }
    try cursor.beginObject()
    while let key = try cursor.nextMember() {
      if isFilled { text.append(",") }
      isFilled = true
      append(key, in: cursor.text)
      text.append(":")
      try value(&cursor)
    }
    text.append("}")
  }

  /// Converts `{"fields":{…}}`, or `{}` for an empty map.
  private mutating func mapValue(_ cursor: inout JSONCursor) throws {
    let fields = member("fields", cursor)
    try cursor.skipValue()
    guard let fields else { return text.append("{}") }
    var inner = JSONCursor(cursor.text, at: fields.lowerBound)
    try map(&inner)
  }

  /// Converts `{"values":[…]}`, or `{}` for an empty array.
  private mutating func arrayValue(_ cursor: inout JSONCursor) throws {
    text.append("[")
    let values = member("values", cursor)
    try cursor.skipValue()
    if let values {
      var inner = JSONCursor(cursor.text, at: values.lowerBound + 1)
      var isFilled = false
      while try inner.nextElement() {
        if isFilled { text.append(",") }
        isFilled = true
        try value(&inner)
      }
    }
    text.append("]")
  }

  /// The value with this name in the object at the cursor.
  private func member(_ name: StaticString, _ cursor: JSONCursor) -> Range<Int>? {
    var members = ObjectMembers(of: cursor.text, at: cursor.offset)
    while let (key, value) = members.next() {
      if key.equals(name, in: cursor.text) { return value }
    }
    return nil
  }

  // MARK: Values

  private mutating func value(_ cursor: inout JSONCursor) throws {
    try cursor.beginObject()
    let unknown = Unrepresentable(reason: "a value without a type")
    guard let key = try cursor.nextMember() else { throw unknown }
    switch key.string(in: cursor.text) {
    case "mapValue": try mapValue(&cursor)
    case "arrayValue": try arrayValue(&cursor)
    case "geoPointValue": try place(&cursor)
    case "referenceValue": reference(try cursor.string(), in: cursor.text)
    case "integerValue": try integer(try cursor.skipValue(), in: cursor.text)
    case "doubleValue": double(try cursor.skipValue(), in: cursor.text)
    case "timestampValue", "stringValue", "bytesValue":
      append(try cursor.string(), in: cursor.text)
    case "booleanValue":
      let range = try cursor.skipValue()
      text.append(range, of: cursor.text)
    case "nullValue":
      try cursor.skipValue()
      text.append("null")
    default: throw unknown
    }
    guard try cursor.nextMember() == nil else { throw unknown }
  }

  /// Converts an integer, quoted or not.
  private mutating func integer(_ range: Range<Int>, in json: Span<UInt8>) throws {
    let token = json.extracting(Self.unquoted(range, in: json))
    guard let value = JSONNumber(strictly: token)?.integer else {
      throw Unrepresentable(reason: "not an integer")
    }
    text.appendDecimal(value)
  }

  private mutating func double(_ range: Range<Int>, in json: Span<UInt8>) {
    let token = json.extracting(Self.unquoted(range, in: json))
    guard token.isJSONNumber else { return text.appendJSONString(token) }
    text.append(token)
    let isWhole = token.copied.allSatisfy { (0x30...0x39).contains($0) || $0 == UInt8(ascii: "-") }
    if isWhole { text.append(".0") }
  }

  /// Converts a place; a zero coordinate may be missing.
  private mutating func place(_ cursor: inout JSONCursor) throws {
    text.append("{\"latitude\":")
    coordinate("latitude", cursor)
    text.append(",\"longitude\":")
    coordinate("longitude", cursor)
    text.append("}")
    try cursor.skipValue()
  }

  private mutating func coordinate(_ name: StaticString, _ place: JSONCursor) {
    guard let number = member(name, place) else { return text.append("0.0") }
    double(number, in: place.text)
  }

  private mutating func reference(_ string: JSONString, in json: Span<UInt8>) {
    let name = string.string(in: json)
    let path = DocumentIdentity(name: name).flatMap { identity in
      identity.collection.map { "\($0)/\(identity.id)" }
    }
    text.appendJSONString(path ?? name)
  }

  private static func unquoted(_ range: Range<Int>, in text: Span<UInt8>) -> Range<Int> {
    text[range.lowerBound] == UInt8(ascii: "\"")
      ? range.lowerBound + 1..<range.upperBound - 1 : range
  }

  private mutating func append(_ string: JSONString, in json: Span<UInt8>) {
    string.withUTF8(in: json) { text.appendJSONString($0) }
  }
}
