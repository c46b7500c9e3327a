import Scan
import SystemIO

/// How a format spells, in plain JSON, the values that JSON has no type for.
enum ValueTags: Sendable {
  /// In no way: every value is what it looks like.
  case none
  /// As exporters do where nothing tags them, told by what they look like.
  case untagged
  /// As `read-export --plain` prints them.
  case printed
  /// Each in an object of two members, its type's name and itself.
  case tagged(type: String, value: String, [(name: String, type: TaggedType)])
  /// Lists in the envelope tell which fields are of a type.
  case listed
  /// As BigQuery prints columns.
  case columns
}

/// A type that JSON does not have, and exporters tag.
enum TaggedType: Sendable {
  case timestamp, place, reference
}

/// How the values of one document are spelled that JSON has no type for.
struct ValueConventions: Sendable {
  private let tags: ValueTags
  /// The members of the document's object that are no fields of it.
  let hiddenMembers: [String]
  /// The types of the fields that lists tell of, by their paths, whose names are joined by dots.
  private let listed: [String: TaggedType]

  init(_ tags: ValueTags, hiding hiddenMembers: [String] = []) {
    (self.tags, self.hiddenMembers, listed) = (tags, hiddenMembers, [:])
  }

  /// - Parameter listed: where lists tell of the types of fields.
  init(_ tags: ValueTags, of record: Record, listed: [EnvelopeMember]) {
    (self.tags, hiddenMembers, self.listed) = (tags, [], Self.listedFields(of: record, listed))
  }

  /// The value that begins at the cursor; nil where it is what it looks like.
  ///
  /// - Parameter path: the names that lead to it from the document on; an element of an array has
  ///   its index.
  /// - Throws: `Unrepresentable` where the value is not what it is said to be.
  func special(
    _ cursor: JSONCursor, at path: [String]
  ) throws(Unrepresentable) -> SpecialValue? {
    switch tags {
    case .none: nil
    case .untagged: UntaggedValue.special(cursor, at: path)
    case .printed: UntaggedValue.printed(cursor, at: path)
    case .columns: try ColumnSpelling.special(cursor, at: path)
    case .tagged(let type, let value, let types):
      try Self.tagged(cursor, type, value, types)
    case .listed: try listedValue(cursor, at: path)
    }
  }

  // MARK: Tags

  private static func tagged(
    _ cursor: JSONCursor, _ typeMember: String, _ valueMember: String,
    _ types: [(name: String, type: TaggedType)]
  ) throws(Unrepresentable) -> SpecialValue? {
    guard cursor.next == UInt8(ascii: "{"), let tagged = SmallObject(cursor, memberLimit: 2),
      tagged.count == 2, tagged.names.contains(valueMember), let name = tagged.string(typeMember)
    else { return nil }
    let type = types.first { $0.name == name }?.type
    return try type.flatMap { value(of: $0, tagged, valueMember) }.orMalformed(name, cursor)
  }

  private static func value(
    of type: TaggedType, _ tagged: borrowing SmallObject, _ member: String
  ) -> SpecialValue? {
    let text = tagged.string(member)
    switch type {
    case .timestamp:
      // Older versions of node-firestore-import-export wrote it as text.
      if let text { return Timestamp(rfc3339: text).map { .timestamp($0) } }
      guard let inner = tagged.cursor(member, .object) else { return nil }
      return SpecialValue(secondsAt: inner)
    case .place:
      guard let inner = tagged.cursor(member, .object) else { return nil }
      return SpecialValue(placeAt: inner)
    case .reference: return text.map { .reference($0) }
    }
  }

  // MARK: Lists

  private static func listedFields(
    of record: Record, _ envelope: [EnvelopeMember]
  ) -> [String: TaggedType] {
    var types: [String: TaggedType] = [:]
    // Of two lists with one field, the first counts.
    for member in envelope.reversed() {
      guard case .fieldList(let type?) = member.role else { continue }
      for path in strings(inListCalled: member.name.description, of: record) { types[path] = type }
    }
    return types
  }

  private static func strings(inListCalled name: String, of record: Record) -> [String] {
    guard let range = record.firstValue(of: name),
      record.text[range.lowerBound] == UInt8(ascii: "[")
    else { return [] }
    var strings: [String] = []
    var cursor = JSONCursor(record.text, at: range.lowerBound + 1)
    // The record was read before: it is JSON, and nothing is thrown.
    do throws(JSONSyntaxError) {
      var isFirst = true
      while try cursor.nextElement(&isFirst) {
        if try cursor.kind() == .string {
          strings.append(try cursor.string().string(in: record.text))
        } else {
          try cursor.skipValue()
        }
      }
    } catch {
      return strings
    }
    return strings
  }

  private func listedValue(
    _ cursor: JSONCursor, at path: [String]
  ) throws(Unrepresentable) -> SpecialValue? {
    guard cursor.next == UInt8(ascii: "{"), let type = listed[path.joined(separator: ".")] else {
      return nil
    }
    return switch type {
    case .timestamp: try SpecialValue(secondsAt: cursor).orMalformed("timestamp", cursor)
    case .place: try SpecialValue(placeAt: cursor).orMalformed("geopoint", cursor)
    case .reference: try SpecialValue(segmentsAt: cursor).orMalformed("reference", cursor)
    }
  }
}

/// A value that JSON has no type for.
enum SpecialValue {
  case timestamp(Timestamp)
  /// A timestamp in the spelling in which it came, which Firestore takes.
  case spelledTimestamp(JSONString, Timestamp)
  /// A place on earth, by the spelling of its two numbers.
  case geoPoint(latitude: [UInt8], longitude: [UInt8])
  /// Another document, by its full name or its path in the same database.
  case reference(String)
  /// A number, truth or text that is spelled in a way of its own; an integer by its digits.
  case integer(String)
  case double(Double)
  case boolean(Bool)
  case text(String)
}

extension SpecialValue {
  /// The moment that `{"_seconds":…,"_nanoseconds":…}` stands for.
  ///
  /// - Parameter names: what the two members are called.
  init?(
    secondsAt cursor: JSONCursor, _ names: (String, String) = ("_seconds", "_nanoseconds")
  ) {
    guard let pair = SmallObject(cursor, memberLimit: 2), pair.count == 2,
      let seconds = pair.number(names.0)?.integer, let nanoseconds = pair.number(names.1)?.integer,
      (0..<1_000_000_000).contains(nanoseconds),
      Timestamp.secondsRange.contains(Int64(seconds))
    else { return nil }
    self = .timestamp(Timestamp(seconds: Int64(seconds), nanoseconds: Int32(nanoseconds)))
  }

  /// The reference that `{"_path":{"segments":[…]}}` stands for, with whatever else firestore-backfire's
  /// library keeps in it.
  init?(segmentsAt cursor: JSONCursor) {
    guard let object = SmallObject(cursor, memberLimit: 16),
      let path = object.cursor("_path", .object), let inner = SmallObject(path, memberLimit: 16),
      var ahead = inner.cursor("segments", .array)
    else { return nil }
    ahead.offset += 1
    var segments: [String] = []
    do throws(JSONSyntaxError) {
      var isFirst = true
      while try ahead.nextElement(&isFirst) {
        segments.append(try ahead.string().string(in: cursor.text))
      }
    } catch {
      return nil
    }
    if segments.isEmpty { return nil }
    self = .reference(segments.joined(separator: "/"))
  }

  /// The place that `{"_latitude":…,"_longitude":…}` stands for; nil where there is none on earth.
  init?(placeAt cursor: JSONCursor) {
    guard let pair = SmallObject(cursor, memberLimit: 2), pair.count == 2,
      let latitude = pair.range("_latitude", .number),
      let longitude = pair.range("_longitude", .number),
      Self.latitudes.holds(JSONNumber(cursor.text.extracting(latitude))),
      Self.longitudes.holds(JSONNumber(cursor.text.extracting(longitude)))
    else { return nil }
    self = .geoPoint(
      latitude: cursor.text.extracting(latitude).copied,
      longitude: cursor.text.extracting(longitude).copied)
  }
}

extension SpecialValue {
  /// What the coordinates of a place may be, in degrees (Firestore reference, v1, `LatLng`).
  static let latitudes = -90.0...90.0
  static let longitudes = -180.0...180.0
}

extension ClosedRange<Double> {
  /// Whether the number is one of these.
  func holds(_ number: JSONNumber) -> Bool { number.double.map(contains) ?? false }
}

extension SpecialValue? {
  /// The value; an error where there is none though something says that there is one.
  ///
  /// - Parameter type: what is said to be there.
  func orMalformed(
    _ type: String, _ cursor: JSONCursor
  ) throws(Unrepresentable) -> SpecialValue {
    guard let self else {
      throw Unrepresentable(reason: "a malformed '\(Excerpt.value(type))'", offset: cursor.offset)
    }
    return self
  }
}

/// The members of a small object, looked at without moving the cursor.
struct SmallObject: ~Escapable {
  private let text: Span<UInt8>
  private var members: [(name: String, kind: JSONKind, range: Range<Int>)] = []

  /// Nil where no object begins there, or one of more members than the limit.
  @_lifetime(copy cursor)
  init?(_ cursor: JSONCursor, memberLimit: Int) {
    text = cursor.text
    var ahead = cursor
    do throws(JSONSyntaxError) {
      guard try ahead.kind() == .object else { return nil }
      try ahead.beginObject()
      var isFirst = true
      while let key = try ahead.nextMember(&isFirst) {
        guard members.count < memberLimit else { return nil }
        let kind = try ahead.kind()
        members.append((key.string(in: text), kind, try ahead.skipValue()))
      }
    } catch {
      return nil
    }
  }

  var count: Int { members.count }
  var names: [String] { members.map(\.name) }

  /// Where a member's value stands; nil where there is none of this name and kind.
  func range(_ name: String, _ kind: JSONKind) -> Range<Int>? {
    members.first { $0.name == name && $0.kind == kind }?.range
  }

  func number(_ name: String) -> JSONNumber? {
    guard let range = range(name, .number) else { return nil }
    return JSONNumber(text.extracting(range))
  }

  func string(_ name: String) -> String? {
    guard let range = range(name, .string) else { return nil }
    return JSONString(range: range.lowerBound + 1..<range.upperBound - 1, isEscaped: true)
      .string(in: text)
  }

  /// A cursor where a member's value begins.
  @_lifetime(copy self)
  func cursor(_ name: String, _ kind: JSONKind) -> JSONCursor? {
    guard let range = range(name, kind) else { return nil }
    return JSONCursor(text, at: range.lowerBound)
  }
}
