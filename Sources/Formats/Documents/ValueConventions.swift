import Scan
import SystemIO

/// The spelling, in plain JSON, of types that JSON lacks.
enum ValueTags: Sendable {
  /// No such types: every value is plain JSON.
  case none
  /// Untagged, recognised by the shapes of common exporters.
  case untagged
  /// The output of `read-export --plain`.
  case printed
  /// An object with two members, the type's name and the value.
  case tagged(type: StaticString, value: StaticString, [(name: String, type: TaggedType)])
  /// Lists in the envelope give the fields of each type.
  case listed
  /// BigQuery's columns.
  case columns
}

/// A type that JSON lacks and exporters tag.
enum TaggedType: Sendable {
  case timestamp, place, reference
}

/// The spelling, in one document, of types that JSON lacks.
struct ValueConventions: Sendable {
  private let tags: ValueTags
  /// The members of the document's object that are not fields.
  let hiddenMembers: [StaticString]
  /// The types of the listed fields, by the bytes of their paths, joined by dots.
  private let listed: [[UInt8]: TaggedType]

  init(_ tags: ValueTags, hiding hiddenMembers: [StaticString] = []) {
    (self.tags, self.hiddenMembers, listed) = (tags, hiddenMembers, [:])
  }

  /// - Parameter listed: the envelope with the lists of fields.
  init(_ tags: ValueTags, of record: Record, listed: [EnvelopeMember]) {
    (self.tags, hiddenMembers, self.listed) = (tags, [], Self.listedFields(of: record, listed))
  }

  /// The special value at the cursor; nil for plain JSON.
  ///
  /// - Throws: `Unrepresentable` if a tagged or listed value is malformed.
  func special(
    _ cursor: JSONCursor, at path: FieldPath
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

  /// The type of a field's string if its characters do not decide it; nil if `special` must look at
  /// them, as for JSON in a string and for columns.
  func plainString(_ string: JSONString, of field: String) -> PlainString? {
    if string.isEscaped { return nil }
    switch tags {
    case .none, .tagged, .listed: return .text
    case .untagged, .printed:
      return field == UntaggedValue.momentField.description ? .moment : .text
    case .columns: return nil
    }
  }

  /// A string without escapes.
  enum PlainString {
    case text
    /// A timestamp if it is spelled as one, otherwise a text.
    case moment
  }

  // MARK: Tags

  private static func tagged(
    _ cursor: JSONCursor, _ typeMember: StaticString, _ valueMember: StaticString,
    _ types: [(name: String, type: TaggedType)]
  ) throws(Unrepresentable) -> SpecialValue? {
    guard cursor.next == UInt8(ascii: "{"), let tagged = SmallObject(cursor, memberLimit: 2),
      tagged.count == 2, tagged.has(valueMember), let name = tagged.string(typeMember)
    else { return nil }
    guard let type = types.first(where: { $0.name == name })?.type else {
      throw Unrepresentable(
        reason: "a value of the unknown type \(Excerpt.value(name))", offset: cursor.offset)
    }
    return try value(of: type, tagged, valueMember).orMalformed(name, cursor)
  }

  private static func value(
    of type: TaggedType, _ tagged: borrowing SmallObject, _ member: StaticString
  ) -> SpecialValue? {
    let text = tagged.string(member)
    switch type {
    case .timestamp:
      // Older versions of node-firestore-import-export wrote text.
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
  ) -> [[UInt8]: TaggedType] {
    var types: [[UInt8]: TaggedType] = [:]
    // The first list with a field counts.
    for member in envelope.reversed() {
      guard case .fieldList(let type?) = member.role else { continue }
      for path in strings(inListCalled: member.name.description, of: record) {
        types[Array(path.utf8)] = type
      }
    }
    return types
  }

  private static func strings(inListCalled name: String, of record: Record) -> [String] {
    guard let range = record.firstValue(of: name) else { return [] }
    let list = JSONValue(ifIn: record.text.extracting(range))
    return (list?.elements ?? []).compactMap(\.string)
  }

  private func listedValue(
    _ cursor: JSONCursor, at path: FieldPath
  ) throws(Unrepresentable) -> SpecialValue? {
    guard cursor.next == UInt8(ascii: "{"),
      let type = listed[Array(path.joined(in: cursor.text).utf8)]
    else { return nil }
    return switch type {
    case .timestamp: try SpecialValue(secondsAt: cursor).orMalformed("timestamp", cursor)
    case .place: try SpecialValue(placeAt: cursor).orMalformed("geopoint", cursor)
    case .reference: try SpecialValue(segmentsAt: cursor).orMalformed("reference", cursor)
    }
  }
}

/// A value of a type that JSON lacks.
enum SpecialValue {
  case timestamp(Timestamp)
  /// A timestamp in a spelling that Firestore accepts, which is kept.
  case spelledTimestamp(JSONString, Timestamp)
  /// A geographical point, with the spelling of both numbers.
  case geoPoint(latitude: [UInt8], longitude: [UInt8])
  /// A reference, as a full name or as a path in the same database.
  case reference(String)
  /// A number, Boolean or text in a format's own spelling; an integer as digits.
  case integer(String)
  case double(Double)
  case boolean(Bool)
  case text(String)
}

extension SpecialValue {
  /// Parses the timestamp `{"_seconds":…,"_nanoseconds":…}`.
  init?(secondsAt cursor: JSONCursor) {
    guard let object = SmallObject(cursor, memberLimit: 2) else { return nil }
    self.init(secondsOf: object)
  }

  /// Parses the same object.
  ///
  /// - Parameter names: the names of the two members.
  init?(
    secondsOf pair: borrowing SmallObject,
    _ names: (StaticString, StaticString) = ("_seconds", "_nanoseconds")
  ) {
    guard pair.count == 2,
      let seconds = pair.number(names.0)?.integer, let nanoseconds = pair.number(names.1)?.integer,
      (0..<1_000_000_000).contains(nanoseconds),
      Timestamp.secondsRange.contains(Int64(seconds))
    else { return nil }
    self = .timestamp(Timestamp(seconds: Int64(seconds), nanoseconds: Int32(nanoseconds)))
  }

  /// Parses the reference `{"_path":{"segments":[…]}}`; other members, which firestore-backfire's
  /// library adds, are ignored.
  init?(segmentsAt cursor: JSONCursor) {
    guard let object = SmallObject(cursor),
      let path = object.cursor("_path", .object), let inner = SmallObject(path),
      var ahead = inner.cursor("segments", .array)
    else { return nil }
    ahead.offset += 1
    var segments: [String] = []
    do throws(JSONSyntaxError) {
      while try ahead.nextElement() {
        segments.append(try ahead.string().string(in: cursor.text))
      }
    } catch {
      return nil
    }
    if segments.isEmpty { return nil }
    self = .reference(segments.joined(separator: "/"))
  }

  /// Parses the place `{"_latitude":…,"_longitude":…}`; nil if a coordinate is out of range.
  init?(placeAt cursor: JSONCursor) {
    guard let object = SmallObject(cursor, memberLimit: 2) else { return nil }
    self.init(placeOf: object)
  }

  /// Parses the same object.
  init?(placeOf pair: borrowing SmallObject) {
    guard pair.count == 2,
      let latitude = pair.range("_latitude", .number),
      let longitude = pair.range("_longitude", .number),
      Self.latitudes.holds(JSONNumber(pair.text.extracting(latitude))),
      Self.longitudes.holds(JSONNumber(pair.text.extracting(longitude)))
    else { return nil }
    self = .geoPoint(
      latitude: pair.text.extracting(latitude).copied,
      longitude: pair.text.extracting(longitude).copied)
  }
}

extension SpecialValue {
  /// The valid coordinates, in degrees (Firestore reference, v1, `LatLng`).
  static let latitudes = -90.0...90.0
  static let longitudes = -180.0...180.0
}

extension ClosedRange<Double> {
  /// Whether the number is in the range.
  func holds(_ number: JSONNumber) -> Bool { number.double.map(contains) ?? false }
}

extension SpecialValue? {
  /// The value, or an error if it is nil although the input declares one.
  ///
  /// - Parameter type: the declared type.
  func orMalformed(
    _ type: String, _ cursor: JSONCursor
  ) throws(Unrepresentable) -> SpecialValue {
    guard let self else {
      throw Unrepresentable(reason: "a malformed '\(type)'", offset: cursor.offset)
    }
    return self
  }
}

/// The members of a small object, read without moving the cursor.
struct SmallObject: ~Escapable {
  let text: Span<UInt8>
  private var members: [(key: JSONString, kind: JSONKind, range: Range<Int>)] = []

  /// Reads the object at the cursor; nil for another value or too many members.
  @_lifetime(copy cursor)
  init?(_ cursor: JSONCursor, memberLimit: Int = 16) {
    text = cursor.text
    var ahead = cursor
    do throws(JSONSyntaxError) {
      guard try ahead.kind() == .object else { return nil }
      try ahead.beginObject()
      members.reserveCapacity(2)
      while let key = try ahead.nextMember() {
        guard members.count < memberLimit else { return nil }
        members.append((key, try ahead.kind(), try ahead.skipValue()))
      }
    } catch {
      return nil
    }
  }

  var count: Int { members.count }
  var names: [String] { members.map { $0.key.string(in: text) } }

  func has(_ name: StaticString) -> Bool {
    for member in members where member.key.equals(name, in: text) { return true }
    return false
  }

  /// The range of a member's value; nil if there is none with this name and kind.
  func range(_ name: StaticString, _ kind: JSONKind) -> Range<Int>? {
    for member in members where member.kind == kind && member.key.equals(name, in: text) {
      return member.range
    }
    return nil
  }

  func number(_ name: StaticString) -> JSONNumber? {
    guard let range = range(name, .number) else { return nil }
    return JSONNumber(text.extracting(range))
  }

  func string(_ name: StaticString) -> String? {
    guard let range = range(name, .string) else { return nil }
    return string(range)
  }

  /// The string of a member whose name the input gives.
  func string(called name: String) -> String? {
    for member in members where member.kind == .string && member.key.string(in: text) == name {
      return string(member.range)
    }
    return nil
  }

  private func string(_ range: Range<Int>) -> String {
    JSONString(quoted: range, in: text).string(in: text)
  }

  /// A cursor at a member's value.
  @_lifetime(copy self)
  func cursor(_ name: StaticString, _ kind: JSONKind) -> JSONCursor? {
    guard let range = range(name, kind) else { return nil }
    return JSONCursor(text, at: range.lowerBound)
  }
}
