import Scan
import SystemIO

/// The fields of a `jokes` document that the feed needs.
///
/// The first of duplicate fields counts.
struct JokeFields {
  /// A bit for each field seen.
  private var seen: UInt8 = 0
  /// The text; empty unless it is a string.
  private(set) var text = ""
  /// The type, if it is a string.
  private(set) var type: String?
  /// The popularity score; 0 unless it is a number.
  private(set) var popularity = 0.0
  /// The place of a popularity score that is too large for a number.
  private(set) var hugeScorePlace: Place?
  /// Whether one of the tags is Christmas.
  private(set) var isForChristmas = false

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

  /// Reads the object of fields at an offset of a record that was parsed before.
  init(_ record: Record, at start: Int, _ spelling: FieldSpelling) {
    var cursor = JSONCursor(record.text, at: start)
    // A joke's text may consist of digits, and so stays a string in a column.
    let spelling = spelling == .columns ? .plain : spelling
    // The record was parsed before, so nothing throws.
    do throws(JSONSyntaxError) {
      try cursor.beginObject()
      while let key = try cursor.nextMember() {
        if let field = Field(key, in: record.text), seen & 1 << field.rawValue == 0 {
          seen |= 1 << field.rawValue
          try set(field, to: try spelling.value(&cursor), spelling, record)
        } else {
          try cursor.skipValue()
        }
      }
    } catch {
      return
    }
  }

  private mutating func set(
    _ field: Field, to value: TypedValue, _ spelling: FieldSpelling, _ record: Record
  ) throws(JSONSyntaxError) {
    switch (field, value) {
    case (.text, .string(let string)): text = string.string(in: record.text)
    case (.type, .string(let string)): type = string.string(in: record.text)
    case (.popularity, .number(let range)):
      if let score = JSONNumber(record.text.extracting(range)).double {
        popularity = score
      } else {
        hugeScorePlace = record.place(of: range.lowerBound)
      }
    case (.tags, .array(let start?)): try readTags(JSONCursor(record.text, at: start), spelling)
    default: return
    }
  }

  private mutating func readTags(
    _ start: JSONCursor, _ spelling: FieldSpelling
  ) throws(JSONSyntaxError) {
    var cursor = start
    if spelling == .wrapped {
      for tag in try WrappedValue.elements(&cursor) { note(tag, in: cursor.text) }
      return
    }
    cursor.offset += 1
    while try cursor.nextElement() {
      note(try spelling.value(&cursor), in: cursor.text)
    }
  }

  private mutating func note(_ tag: TypedValue, in text: Span<UInt8>) {
    guard case .string(let tag) = tag, tag.equals(Self.christmasTag, in: text) else { return }
    isForChristmas = true
  }
}
