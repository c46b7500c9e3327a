import ByteIO
import JSONText

/// How a format spells, in plain JSON, the values that JSON has no type for.
protocol ValueConventions: Sendable {
  /// The members of a document's object that are no fields of it.
  var hiddenMembers: [String] { get }

  /// The value that begins at the cursor; nil where it is what it looks like.
  ///
  /// - Parameter path: the names that lead to it from the document on; an element of an array has
  ///   its index.
  /// - Throws: `Unrepresentable` where the value is not what it is said to be.
  func special(_ cursor: JSONCursor, at path: [String]) throws(Unrepresentable) -> SpecialValue?
}

extension ValueConventions {
  var hiddenMembers: [String] { [] }
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

/// JSON as it is: every value is what it looks like.
struct PlainJSON: ValueConventions {
  func special(_ cursor: JSONCursor, at path: [String]) -> SpecialValue? { nil }
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
