import Scan
import SystemIO

/// A document as managed exports hold it: the message `EntityProto` of the Datastore API, version 3.
///
/// Only where its parts stand; nothing is copied.
struct Entity: ~Escapable {
  /// The bytes around it; offsets count from their start.
  let bytes: Span<UInt8>
  /// Where it stands in them.
  let range: Range<Int>
  /// Where its key stands; nil where it has none.
  private(set) var key: Range<Int>?
  /// Whether it has properties that are indexed.
  fileprivate var hasIndexed = false

  /// The numbers of its fields.
  fileprivate enum Field {
    static let key = 13
    static let property = 14
    static let rawProperty = 15
  }

  /// Finds the parts of an entity, which a part of the bytes is; nil is all of them.
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

  /// Its key.
  ///
  /// - Throws: `MalformedMessage` where it has none.
  func readKey() throws(MalformedMessage) -> EntityKey {
    guard let key else { throw MalformedMessage("it has no key", at: range.lowerBound) }
    return try EntityKey(bytes, key)
  }

  /// Its properties, one after the other.
  var properties: EntityProperties {
    @_lifetime(copy self)
    get { EntityProperties(self) }
  }
}

/// The properties of an entity in the order that counts: those that are indexed, then those that
/// are not.
///
/// Firestore has all of them in the second list but empty arrays; Datastore all in the first.
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

  /// The next property; nil where there are no more.
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

/// One property: a field of a document, or one element of a field that is an array.
struct EntityProperty: Sendable {
  /// Where its bytes begin.
  var offset: Int
  /// What the value means where its encoding does not tell; 0 where nothing says so.
  var meaning: UInt64 = 0
  /// Where its name stands.
  var name: Range<Int>
  /// Whether it is one element of an array.
  var isElement = false
  /// Where its value stands.
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
  /// Whether a part of the bytes is these.
  func holds(_ wanted: [UInt8], in range: Range<Int>) -> Bool {
    guard range.count == wanted.count else { return false }
    for index in wanted.indices where self[range.lowerBound + index] != wanted[index] {
      return false
    }
    return true
  }

  /// Refuses a part of the bytes that is not UTF-8.
  func checkUTF8(in range: Range<Int>) throws(MalformedMessage) {
    guard extracting(range).isUTF8 else {
      throw MalformedMessage("a text is not UTF-8", at: range.lowerBound)
    }
  }

  /// A part of the bytes as text.
  ///
  /// - Throws: `MalformedMessage` where it is not UTF-8.
  func text(in range: Range<Int>) throws(MalformedMessage) -> String {
    guard let text = extracting(range).validText else {
      throw MalformedMessage("a text is not UTF-8", at: range.lowerBound)
    }
    return text
  }
}
