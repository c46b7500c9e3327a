import Scan
import SystemIO

/// A document in a managed export: the message `EntityProto` of the Datastore API, version 3.
///
/// It holds ranges of the bytes and copies nothing.
struct Entity: ~Escapable {
  /// The surrounding bytes, from whose start offsets count.
  let bytes: Span<UInt8>
  /// The entity's range in the bytes.
  let range: Range<Int>
  /// The key's range; nil if there is none.
  private(set) var key: Range<Int>?
  /// Whether it has indexed properties.
  fileprivate var hasIndexed = false

  /// The field numbers of `EntityProto`.
  fileprivate enum Field {
    static let key = 13
    static let property = 14
    static let rawProperty = 15
  }

  /// Finds the parts of an entity in a range of the bytes; nil means all bytes.
  @_lifetime(copy bytes)
  init(_ bytes: Span<UInt8>, _ range: Range<Int>? = nil) throws(MalformedMessage) {
    self.bytes = bytes
    self.range = range ?? 0..<bytes.count
    var cursor = ProtobufCursor(bytes, self.range)
    while let tag = try cursor.nextTag() {
      if tag.field == Field.key, tag.type == .bytes {
        guard key == nil else { throw MalformedMessage("it has two keys", at: cursor.offset) }
        key = try cursor.lengthDelimited()
      } else {
        if tag.field == Field.property { hasIndexed = true }
        try cursor.skipValue(of: tag)
      }
    }
  }

  /// Reads the key.
  ///
  /// - Throws: `MalformedMessage` if there is none or it is malformed.
  func readKey() throws(MalformedMessage) -> EntityKey {
    guard let key else { throw MalformedMessage("it has no key", at: range.lowerBound) }
    return try EntityKey(bytes, key)
  }

  /// An iterator over the properties.
  var properties: EntityProperties {
    @_lifetime(copy self)
    get { EntityProperties(self) }
  }
}

/// Iterates over the properties of an entity: first the indexed ones, then the unindexed ones.
///
/// Firestore writes all properties but empty arrays to the second list; Datastore writes all to the
/// first.
struct EntityProperties: ~Escapable {
  private let entity: Entity
  private var cursor: ProtobufCursor
  private var list = Entity.Field.property

  @_lifetime(copy entity)
  init(_ entity: Entity) {
    self.entity = entity
    cursor = ProtobufCursor(entity.bytes, entity.range)
    if !entity.hasIndexed { list = Entity.Field.rawProperty }
  }

  /// The next property; nil at the end.
  mutating func next() throws(MalformedMessage) -> EntityProperty? {
    while true {
      while let tag = try cursor.nextTag() {
        guard tag.field == list, tag.type == .bytes else {
          try cursor.skipValue(of: tag)
          continue
        }
        let start = cursor.offset
        return try EntityProperty(entity.bytes, try cursor.lengthDelimited(), at: start)
      }
      guard list == Entity.Field.property else { return nil }
      list = Entity.Field.rawProperty
      cursor = ProtobufCursor(entity.bytes, entity.range)
    }
  }
}

/// One property: a field of a document, or one element of an array field.
struct EntityProperty: Sendable {
  /// The start of its bytes.
  var offset: Int
  /// The value's `Property.Meaning`, which distinguishes types of the same encoding; 0 if absent.
  var meaning: UInt64 = 0
  /// The name's range.
  var name: Range<Int>
  /// Whether it is one element of an array.
  var isElement = false
  /// The value's range.
  var value: Range<Int>

  init(
    _ bytes: Span<UInt8>, _ range: Range<Int>, at offset: Int
  ) throws(MalformedMessage) {
    self.offset = offset
    var cursor = ProtobufCursor(bytes, range)
    var name: Range<Int>?
    var value: Range<Int>?
    while let tag = try cursor.nextTag() {
      switch (tag.field, tag.type) {
      case (1, .varint): meaning = try cursor.varint()
      case (3, .bytes) where name == nil: name = try cursor.lengthDelimited()
      case (4, .varint): isElement = try cursor.varint() != 0
      case (5, .bytes) where value == nil: value = try cursor.lengthDelimited()
      case (3, .bytes), (5, .bytes):
        throw MalformedMessage("a field has two names or values", at: offset)
      default: try cursor.skipValue(of: tag)
      }
    }
    guard let name, let value else {
      throw MalformedMessage("a field has no \(name == nil ? "name" : "value")", at: offset)
    }
    self.name = name
    self.value = value
  }
}

extension Span<UInt8> {
  /// Whether the bytes in a range equal these.
  func holds(_ wanted: [UInt8], in range: Range<Int>) -> Bool {
    extracting(range).isEqual(to: wanted.span)
  }

  /// Throws if the bytes in a range are not UTF-8.
  func checkUTF8(in range: Range<Int>) throws(MalformedMessage) {
    guard extracting(range).isUTF8 else {
      throw MalformedMessage("a text is not UTF-8", at: range.lowerBound)
    }
  }

  /// The bytes in a range as text.
  ///
  /// - Throws: `MalformedMessage` if they are not UTF-8.
  func text(in range: Range<Int>) throws(MalformedMessage) -> String {
    guard let text = extracting(range).validText else {
      throw MalformedMessage("a text is not UTF-8", at: range.lowerBound)
    }
    return text
  }
}
