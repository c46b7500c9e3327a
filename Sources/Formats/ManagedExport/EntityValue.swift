import Scan
import SystemIO

/// The value of a property, determined by its encoding and its meaning.
struct EntityValue: Sendable {
  /// The type of the value, with ranges and offsets into the bytes.
  enum Content: Sendable {
    case null
    case integer(Int64)
    /// Microseconds since 1970.
    case moment(Int64)
    case boolean(Bool)
    case text(Range<Int>)
    case data(Range<Int>)
    case double(Double)
    case place(latitude: Double, longitude: Double)
    /// The bytes of the group, including its end tag.
    case reference(Range<Int>)
    /// The nested entity with the map's fields.
    case map(Range<Int>)
    case emptyArray
  }

  private(set) var content = Content.null
  /// The offset of the value after its tag.
  private(set) var offset: Int

  /// The field numbers of `PropertyValue`.
  private enum Field {
    static let integer = 1
    static let boolean = 2
    static let string = 3
    static let double = 4
    static let point = 5
    static let reference = 12
  }

  /// The meanings of encodings (Datastore, `Property.Meaning`).
  private enum Meaning {
    static let moment: UInt64 = 7
    static let place: UInt64 = 9
    static let byteString: UInt64 = 16
    static let blob: UInt64 = 14
    static let longText: UInt64 = 15
    static let entity: UInt64 = 19
    static let emptyList: UInt64 = 24
  }

  /// Reads the value of a property.
  ///
  /// - Throws: `MalformedMessage`, also if Firestore never writes this encoding with this meaning.
  init(_ property: EntityProperty, in bytes: Span<UInt8>) throws(MalformedMessage) {
    offset = property.value.lowerBound
    var cursor = ProtobufCursor(bytes, property.value)
    guard let tag = try cursor.nextTag() else {
      switch property.meaning {
      case 0: content = .null
      case Meaning.emptyList where !property.isElement: content = .emptyArray
      default: throw Self.unknown(property)
      }
      return
    }
    offset = cursor.offset
    content = try Self.content(tag, &cursor, property)
    guard try cursor.nextTag() == nil else {
      throw MalformedMessage("a field has two values", at: offset)
    }
  }

  private static func content(
    _ tag: ProtobufCursor.Tag, _ cursor: inout ProtobufCursor, _ property: EntityProperty
  ) throws(MalformedMessage) -> Content {
    switch (tag.field, tag.type, property.meaning) {
    case (Field.integer, .varint, 0): return .integer(Int64(bitPattern: try cursor.varint()))
    case (Field.integer, .varint, Meaning.moment):
      return .moment(Int64(bitPattern: try cursor.varint()))
    case (Field.boolean, .varint, 0): return .boolean(try cursor.varint() != 0)
    case (Field.string, .bytes, 0), (Field.string, .bytes, Meaning.longText):
      return .text(try cursor.lengthDelimited())
    case (Field.string, .bytes, Meaning.blob), (Field.string, .bytes, Meaning.byteString):
      return .data(try cursor.lengthDelimited())
    case (Field.string, .bytes, Meaning.entity): return .map(try cursor.lengthDelimited())
    case (Field.double, .fixed64, 0): return .double(Double(bitPattern: try cursor.fixed64()))
    case (Field.point, .groupStart, Meaning.place): return try place(&cursor)
    case (Field.reference, .groupStart, 0):
      let start = cursor.offset
      try cursor.skipValue(of: tag)
      return .reference(start..<cursor.offset)
    default: throw unknown(property)
    }
  }

  private static func place(_ cursor: inout ProtobufCursor) throws(MalformedMessage) -> Content {
    let start = cursor.offset
    var coordinates: (Double?, Double?)
    while let tag = try cursor.nextTag(inGroup: Field.point) {
      switch (tag.field, tag.type) {
      case (6, .fixed64): coordinates.0 = Double(bitPattern: try cursor.fixed64())
      case (7, .fixed64): coordinates.1 = Double(bitPattern: try cursor.fixed64())
      default: try cursor.skipValue(of: tag)
      }
    }
    guard let latitude = coordinates.0, let longitude = coordinates.1 else {
      throw MalformedMessage("a place lacks a coordinate", at: start)
    }
    return .place(latitude: latitude, longitude: longitude)
  }

  private static func unknown(_ property: EntityProperty) -> MalformedMessage {
    MalformedMessage(
      "a field's value has an unknown type (meaning \(property.meaning))",
      at: property.offset)
  }
}
