/// Makes entities for tests, as Firestore's exports have them.
enum EntityWriter {
  /// A value, encoded, and what it means.
  struct Value {
    var bytes: [UInt8]
    var meaning: UInt64?
    /// Whether it stands in the list of properties that are indexed.
    var isIndexed = false

    static func integer(_ number: Int64) -> Value {
      Value(bytes: tag(1, 0) + varint(UInt64(bitPattern: number)))
    }
    static func double(_ number: Double) -> Value {
      Value(bytes: tag(4, 1) + fixed64(number.bitPattern))
    }
    static func text(_ text: String) -> Value { string(Array(text.utf8)) }
    static func string(_ bytes: [UInt8], meaning: UInt64? = nil) -> Value {
      Value(bytes: field(3, bytes), meaning: meaning)
    }
    static func boolean(_ value: Bool) -> Value { Value(bytes: tag(2, 0) + [value ? 1 : 0]) }
    static func moment(_ microseconds: Int64) -> Value {
      Value(bytes: tag(1, 0) + varint(UInt64(bitPattern: microseconds)), meaning: 7)
    }
    static let null = Value(bytes: [])
    static let emptyArray = Value(bytes: [], meaning: 24, isIndexed: true)
  }

  /// A field of a document: its name, and one value, or the elements of an array.
  typealias Field = (name: String, values: [Value], isArray: Bool)

  static func field(_ name: String, _ value: Value) -> Field { (name, [value], false) }
  static func array(_ name: String, _ values: Value...) -> Field { (name, values, true) }

  /// A rating event.
  static func event(
    _ id: String, _ rating: Value, joke: Value = .text("joke"), more: [Field] = []
  ) -> [UInt8] {
    entity(
      ["rating_events", id], [field("joke_id", joke), field("rating", rating)] + more)
  }

  /// A document of a path of collections and ids.
  static func entity(_ path: [String], _ fields: [Field]) -> [UInt8] {
    key(path) + fields.flatMap(property)
  }

  static func key(_ path: [String], app: String = "dev~project", database: String? = nil)
    -> [UInt8]
  {
    key(path.map { Array($0.utf8) }, app: app, database: database)
  }

  static func key(_ path: [[UInt8]], app: String = "dev~project", database: String? = nil)
    -> [UInt8]
  {
    var elements: [UInt8] = []
    for place in stride(from: 0, to: path.count, by: 2) {
      elements += tag(1, 3) + field(2, path[place])
      elements += field(4, path[place + 1]) + tag(1, 4)
    }
    let name = database.map { field(23, Array($0.utf8)) } ?? []
    return field(13, field(13, Array(app.utf8)) + field(14, elements) + name)
  }

  private static func property(_ entry: Field) -> [UInt8] {
    entry.values.flatMap { value in
      let meaning = value.meaning.map { tag(1, 0) + varint($0) } ?? []
      let isElement = tag(4, 0) + [entry.isArray ? 1 : 0]
      return field(
        value.isIndexed ? 14 : 15,
        meaning + field(3, Array(entry.name.utf8)) + isElement + field(5, value.bytes))
    }
  }

  // MARK: Encoding

  static func tag(_ number: UInt64, _ type: UInt64) -> [UInt8] { varint(number << 3 | type) }

  static func field(_ number: UInt64, _ bytes: [UInt8]) -> [UInt8] {
    tag(number, 2) + varint(UInt64(bytes.count)) + bytes
  }

  static func varint(_ value: UInt64) -> [UInt8] {
    var (bytes, rest): ([UInt8], UInt64) = ([], value)
    while rest >= 0x80 {
      bytes.append(UInt8(rest & 0x7F) | 0x80)
      rest >>= 7
    }
    return bytes + [UInt8(rest)]
  }

  static func fixed64(_ value: UInt64) -> [UInt8] {
    (0..<8).map { UInt8(truncatingIfNeeded: value >> UInt64(8 * $0)) }
  }
}
