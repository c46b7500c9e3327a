import Scan
import SystemIO

/// Transcodes the fields of an entity into those of a document of the REST API.
struct EntityTranscoder: ~Copyable {
  /// The JSON so far.
  private var json = ScratchBytes()
  /// Whether a duplicate field is written twice, for the list of rejects, instead of an error.
  private var repeatsFields = false

  /// The maximum nesting of maps. Firestore allows twenty, and Google's protocol buffers library
  /// stops at this depth.
  private static let depthLimit = 100

  init(repeatsFields: Bool = false) { self.repeatsFields = repeatsFields }

  /// The fields as a JSON object.
  ///
  /// - Parameter repeating: whether duplicate fields are written twice.
  static func fields(
    _ entity: Entity, repeating: Bool = false
  ) throws(MalformedMessage) -> [UInt8] {
    var transcoder = EntityTranscoder(repeatsFields: repeating)
    try transcoder.writeFields(entity, depth: 0)
    return transcoder.json.span.copied
  }

  /// The value of one field; nil if there is none of this name.
  static func value(
    of field: String, in entity: Entity
  ) throws(MalformedMessage) -> [UInt8]? {
    let wanted = Array(field.utf8)
    var transcoder = EntityTranscoder()
    try transcoder.writeFields(entity, depth: 0, only: wanted)
    return transcoder.json.isEmpty ? nil : transcoder.json.span.copied
  }

  /// - Parameter only: the field whose bare value is wanted; nil for an object of all fields.
  private mutating func writeFields(
    _ entity: Entity, depth: Int, only: [UInt8]? = nil
  ) throws(MalformedMessage) {
    if only == nil { json.append("{") }
    let bytes = entity.bytes
    var names = FieldNames()
    var isFirst = true
    var openArray: Range<Int>?
    var properties = entity.properties
    while let property = try properties.next() {
      let name = bytes.extracting(property.name)
      if let only, !name.isEqual(to: only.span) { continue }
      if property.isElement, let openArray, name.isEqual(to: bytes.extracting(openArray)) {
        json.append(",")
      } else {
        if openArray != nil { json.append("]}}") }
        let string = JSONString(range: property.name, isEscaped: false)
        guard names.insert(string, in: bytes) || repeatsFields else {
          throw MalformedMessage("a field occurs twice", at: property.offset)
        }
        if only == nil { try writeName(property, bytes, isFirst: isFirst) }
        isFirst = false
        openArray = property.isElement ? property.name : nil
        if property.isElement { json.append(#"{"arrayValue":{"values":["#) }
      }
      try writeValue(try EntityValue(property, in: bytes), bytes, depth)
    }
    if openArray != nil { json.append("]}}") }
    if only == nil { json.append("}") }
  }

  private mutating func writeName(
    _ property: EntityProperty, _ bytes: Span<UInt8>, isFirst: Bool
  ) throws(MalformedMessage) {
    if !isFirst { json.append(",") }
    try writeText(property.name, bytes)
    json.append(":")
  }

  private mutating func writeText(
    _ range: Range<Int>, _ bytes: Span<UInt8>
  ) throws(MalformedMessage) {
    try bytes.checkUTF8(in: range)
    json.appendJSONString(bytes.extracting(range))
  }

  private mutating func writeValue(
    _ value: EntityValue, _ bytes: Span<UInt8>, _ depth: Int
  ) throws(MalformedMessage) {
    switch value.content {
    case .null: json.appendValue("nullValue", "null")
    case .integer(let number): json.appendValue("integerValue", quoted: String(number))
    case .moment(let microseconds):
      json.appendValue(try Self.timestamp(microseconds, at: value.offset))
    case .boolean(let isTrue): json.appendValue("booleanValue", isTrue ? "true" : "false")
    case .text(let range):
      json.append(#"{"stringValue":"#)
      try writeText(range, bytes)
      json.append("}")
    case .data(let range):
      json.appendValue("bytesValue", quoted: Base64.text(of: bytes.extracting(range).copied))
    case .double(let number): json.appendValue("doubleValue", Self.spelling(of: number))
    case .place(let latitude, let longitude):
      let place = (Self.spelling(of: latitude), Self.spelling(of: longitude))
      json.appendValue("geoPointValue", #"{"latitude":\#(place.0),"longitude":\#(place.1)}"#)
    case .reference(let range):
      json.appendValue("referenceValue", quoted: try Self.reference(range, bytes))
    case .emptyArray: json.appendValue("arrayValue", "{}")
    case .map(let range):
      guard depth < Self.depthLimit else {
        throw MalformedMessage(
          "maps are nested more than \(Self.depthLimit) deep", at: value.offset)
      }
      json.append(#"{"mapValue":{"fields":"#)
      try writeFields(try Entity(bytes, range), depth: depth + 1)
      json.append("}}")
    }
  }

  private static func spelling(of number: Double) -> String {
    if number.isNaN { return "\"NaN\"" }
    if number.isInfinite { return number < 0 ? "\"-Infinity\"" : "\"Infinity\"" }
    return "\(number)"
  }

  private static func timestamp(
    _ microseconds: Int64, at offset: Int
  ) throws(MalformedMessage) -> Timestamp {
    let (quotient, remainder) = microseconds.quotientAndRemainder(dividingBy: 1_000_000)
    let seconds = remainder < 0 ? quotient - 1 : quotient
    guard Timestamp.secondsRange.contains(seconds) else {
      throw MalformedMessage("a timestamp lies outside of the years 1 to 9999", at: offset)
    }
    let rest = remainder < 0 ? remainder + 1_000_000 : remainder
    return Timestamp(seconds: seconds, nanoseconds: Int32(rest) * 1000)
  }

  /// The document name in a reference value.
  private static func reference(
    _ range: Range<Int>, _ bytes: Span<UInt8>
  ) throws(MalformedMessage) -> String {
    var cursor = ProtobufCursor(bytes, range)
    var application: Range<Int>?
    var database: Range<Int>?
    var path: [String] = []
    while let tag = try cursor.nextTag(inGroup: 12) {
      switch (tag.field, tag.type) {
      case (13, .bytes): application = try cursor.lengthDelimited()
      case (14, .groupStart):
        path += try PathElement(group: &cursor, .reference).segments(in: bytes)
      case (23, .bytes): database = try cursor.lengthDelimited()
      default: try cursor.skipValue(of: tag)
      }
    }
    guard !path.isEmpty else {
      throw MalformedMessage("a reference has no path", at: range.lowerBound)
    }
    return try EntityKey.name(
      application: application, database: database, path: path, in: bytes)
  }
}
