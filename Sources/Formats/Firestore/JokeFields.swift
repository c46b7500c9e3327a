import Scan

/// The fields of a `jokes` document that the feed needs, as ranges in the document's bytes.
///
/// The first of duplicate fields counts.
struct JokeFields: DocumentFields {
  /// A bit for each field seen.
  private var seen: UInt8 = 0
  /// The text, if it is a string.
  private(set) var text: JSONString?
  /// The type, if it is a string.
  private(set) var type: JSONString?
  /// The range of the popularity score, if it is a number.
  private(set) var popularity: Range<Int>?
  /// Whether one of the tags is Christmas.
  private(set) var isForChristmas = false
  /// Whether every value is an object, as in a collection of documents.
  private(set) var holdsObjectsOnly = true
  private(set) var memberCount = 0
  /// The fields that may hold the document ID; nil unless values are plain.
  private(set) var naming: NamingFields?

  private enum Field: UInt8, CaseIterable {
    case text, type, popularity, tags

    private var name: StaticString {
      switch self {
      case .text: "text"
      case .type: "type"
      case .popularity: "popularity_score"
      case .tags: "tags"
      }
    }

    init?(_ key: JSONString, in text: Span<UInt8>) {
      // The length, 4 or 16 bytes, rules out most other keys.
      guard key.isEscaped || key.range.count == 4 || key.range.count == 16 else { return nil }
      for field in Self.all where key.equals(field.name, in: text) {
        self = field
        return
      }
      return nil
    }

    private static let all = allCases
  }

  private static let christmasTag = Array("christmas".utf8)

  /// A document without fields.
  init() {}

  /// Reads and checks the object of fields at the cursor, and moves past it.
  init(_ cursor: inout JSONCursor, _ spelling: FieldSpelling) throws(JSONSyntaxError) {
    if spelling == .plain { naming = NamingFields() }
    try cursor.beginObject()
    var isFirst = true
    while let key = try cursor.nextMember(&isFirst) {
      let kind = try cursor.kind()
      memberCount += 1
      if kind != .object { holdsObjectsOnly = false }
      if let field = Field(key, in: cursor.text), seen & 1 << field.rawValue == 0 {
        seen |= 1 << field.rawValue
        switch spelling {
        case .plain, .columns: try read(field, kind, &cursor)
        case .typed, .wrapped: try readTyped(field, spelling, &cursor)
        }
      } else if kind == .string, spelling == .plain {
        naming?.note(key, try cursor.string(), in: cursor.text)
      } else {
        try cursor.skipValue()
      }
    }
  }

  private mutating func read(
    _ field: Field, _ kind: JSONKind, _ cursor: inout JSONCursor
  ) throws(JSONSyntaxError) {
    switch (field, kind) {
    case (.text, .string): text = try cursor.string()
    case (.type, .string): type = try cursor.string()
    case (.popularity, .number): popularity = try cursor.number()
    case (.tags, .array): try readTags(&cursor, areTyped: false)
    default: try cursor.skipValue()
    }
  }

  private mutating func readTyped(
    _ field: Field, _ spelling: FieldSpelling, _ cursor: inout JSONCursor
  ) throws(JSONSyntaxError) {
    switch (field, try spelling.value(&cursor)) {
    case (.text, .string(let string)): text = string
    case (.type, .string(let string)): type = string
    case (.popularity, .number(let range)): popularity = range
    case (.tags, .array(let start?)):
      var elements = JSONCursor(cursor.text, at: start)
      switch spelling {
      case .wrapped:
        for tag in try WrappedValue.elements(&elements) { note(tag, in: cursor.text) }
      case .plain, .typed, .columns: try readTags(&elements, areTyped: true)
      }
    default: return
    }
  }

  private mutating func note(_ tag: TypedValue, in text: Span<UInt8>) {
    guard case .string(let tag) = tag, tag.equals(Self.christmasTag, in: text) else { return }
    isForChristmas = true
  }

  private mutating func readTags(
    _ cursor: inout JSONCursor, areTyped: Bool
  ) throws(JSONSyntaxError) {
    cursor.offset += 1
    var isFirst = true
    while try cursor.nextElement(&isFirst) {
      if areTyped {
        note(try TypedValue(&cursor), in: cursor.text)
      } else if try cursor.kind() == .string {
        note(.string(try cursor.string()), in: cursor.text)
      } else {
        try cursor.skipValue()
      }
    }
  }
}
