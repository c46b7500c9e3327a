import Scan
import SystemIO

/// Checks typed values for those that Firestore cannot hold, so that none is printed or written
/// (Firestore reference, v1, `Value`, in the JSON of protocol buffers).
///
/// Other spellings that the API accepts are valid: quoted and unquoted numbers, `NULL_VALUE`, and
/// both base64 alphabets. The size of a document is left to the server.
struct TypedFieldsCheck {
  /// Whether a reference must be a full name, instead of the path below `/documents/`.
  let wantsFullNames: Bool

  /// Checks an object of typed fields.
  ///
  /// - Throws: `Unrepresentable`, with the offset in the text.
  func check(_ fields: Span<UInt8>) throws {
    var cursor = JSONCursor(fields)
    cursor.skipWhitespace()
    try checkMembers(&cursor, depth: 0)
  }

  /// Checks one typed value.
  ///
  /// - Throws: `Unrepresentable`, with the offset in the text.
  func check(value: Span<UInt8>) throws {
    var cursor = JSONCursor(value)
    cursor.skipWhitespace()
    try checkValue(&cursor, depth: 0, isElement: false)
  }

  // MARK: Containers

  private func checkMembers(_ cursor: inout JSONCursor, depth: Int) throws {
    try FirestoreLimits.check(depth: depth, at: cursor.offset)
    try cursor.beginObject()
    var names = FieldNames()
    while let key = try cursor.nextMember() {
      if let problem = FieldName.problem(of: key, in: cursor.text, isInMap: depth > 0) {
        throw Unrepresentable(reason: problem, offset: key.quotedRange.lowerBound)
      }
      guard names.insert(key, in: cursor.text) else { throw FieldName.twice(key, in: cursor.text) }
      try checkValue(&cursor, depth: depth, isElement: false)
    }
  }

  private func checkElements(_ cursor: inout JSONCursor, depth: Int) throws {
    try FirestoreLimits.check(depth: depth, at: cursor.offset)
    cursor.offset += 1
    while try cursor.nextElement() {
      try checkValue(&cursor, depth: depth, isElement: true)
    }
  }

  // MARK: Values

  private func checkValue(_ cursor: inout JSONCursor, depth: Int, isElement: Bool) throws {
    let start = cursor.offset
    guard try cursor.kind() == .object else { throw Self.untyped(at: start) }
    try cursor.beginObject()
    guard let type = try cursor.nextMember() else { throw Self.untyped(at: start) }
    if isElement, type.equals("arrayValue", in: cursor.text) {
      throw Unrepresentable.nestedArray(at: start)
    }
    try checkContent(type, &cursor, depth: depth)
    if try cursor.nextMember() != nil {
      throw Unrepresentable(reason: "a value of two types", offset: start)
    }
  }

  private static func untyped(at offset: Int) -> Unrepresentable {
    Unrepresentable(reason: "a value without a type", offset: offset)
  }

  /// Checks the content of a value against its type, and moves past it.
  private func checkContent(_ type: JSONString, _ cursor: inout JSONCursor, depth: Int) throws {
    let (start, text) = (cursor.offset, cursor.text)
    let kind = try cursor.kind()
    let problem: String?
    switch kind {
    case .object where type.equals("mapValue", in: text):
      return try checkInner("fields", of: type, .object, &cursor, depth: depth + 1)
    case .object where type.equals("arrayValue", in: text):
      return try checkInner("values", of: type, .array, &cursor, depth: depth + 1)
    case .object where type.equals("geoPointValue", in: text): return try checkPlace(&cursor)
    case .string where type.equals("stringValue", in: text),
      .null where type.equals("nullValue", in: text),
      .true where type.equals("booleanValue", in: text),
      .false where type.equals("booleanValue", in: text):
      try cursor.skipValue()
      return
    case .string where type.equals("integerValue", in: text):
      problem = Self.problem(ofInteger: try cursor.string().range, text)
    case .number where type.equals("integerValue", in: text):
      problem = Self.problem(ofInteger: try cursor.number(), text)
    case .string where type.equals("doubleValue", in: text):
      problem = Self.problem(ofDouble: try cursor.string().range, text)
    case .number where type.equals("doubleValue", in: text):
      problem = Self.problem(ofDouble: try cursor.number(), text)
    case .string where type.equals("timestampValue", in: text):
      let moment = try cursor.string()
      let isMoment = moment.withUTF8(in: text) { Timestamp(firestore: $0) } != nil
      problem =
        isMoment ? nil : "not a timestamp: \(Excerpt.value(moment.string(in: text)))"
    case .string where type.equals("bytesValue", in: text):
      let isSpelled = Base64.isSpelled(try cursor.string().utf8(in: text))
      problem = isSpelled ? nil : "bytes that are not base64"
    case .string where type.equals("referenceValue", in: text):
      let name = try cursor.string().string(in: text)
      problem = isReference(name) ? nil : "not the name of a document: \(Excerpt.value(name))"
    case .string where type.equals("nullValue", in: text):
      let isNull = try cursor.string().equals("NULL_VALUE", in: text)
      problem = isNull ? nil : Self.malformed(type.string(in: text))
    case .object, .array, .string, .number, .true, .false, .null:
      problem = Self.malformed(type.string(in: text))
    }
    if let problem { throw Unrepresentable(reason: problem, offset: start) }
  }

  private static func malformed(_ type: String) -> String {
    TypedValue.isType(type)
      ? "a malformed '\(type)'" : "a value of the unknown type \(Excerpt.value(type))"
  }

  /// Checks the fields of a map or the values of an array, in an optional member.
  private func checkInner(
    _ name: StaticString, of type: JSONString, _ kind: JSONKind, _ cursor: inout JSONCursor,
    depth: Int
  ) throws {
    let (start, text) = (cursor.offset, cursor.text)
    try FirestoreLimits.check(depth: depth, at: start)
    try cursor.beginObject()
    guard let key = try cursor.nextMember() else { return }
    guard key.equals(name, in: text), try cursor.kind() == kind else {
      throw Unrepresentable(reason: Self.malformed(type.string(in: text)), offset: start)
    }
    if kind == .object {
      try checkMembers(&cursor, depth: depth)
    } else {
      try checkElements(&cursor, depth: depth)
    }
    guard try cursor.nextMember() == nil else {
      throw Unrepresentable(reason: Self.malformed(type.string(in: text)), offset: start)
    }
  }

  /// Checks `{"latitude":…,"longitude":…}`; a zero coordinate may be missing.
  private func checkPlace(_ cursor: inout JSONCursor) throws {
    let malformed = Unrepresentable(reason: Self.malformed("geoPointValue"), offset: cursor.offset)
    var left = ["latitude": SpecialValue.latitudes, "longitude": SpecialValue.longitudes]
    try cursor.beginObject()
    while let key = try cursor.nextMember() {
      guard let range = left.removeValue(forKey: key.string(in: cursor.text)),
        try cursor.kind() == .number
      else { throw malformed }
      let start = cursor.offset
      let number = JSONNumber(cursor.text.extracting(try cursor.number()))
      guard range.holds(number) else {
        throw Unrepresentable(
          reason: "not a valid coordinate: \(number.label)", offset: start)
      }
    }
  }

  private static func problem(ofInteger range: Range<Int>, _ text: Span<UInt8>) -> String? {
    let token = text.extracting(range)
    if token.wholeNumber != nil { return nil }
    guard let number = JSONNumber(strictly: token) else { return malformed("integerValue") }
    return number.integer == nil ? "not a 64-bit integer: \(number.label)" : nil
  }

  private static func problem(ofDouble range: Range<Int>, _ text: Span<UInt8>) -> String? {
    let token = text.extracting(range)
    if let number = JSONNumber(strictly: token) {
      return number.double == nil ? "the number \(number.label) is larger than any double" : nil
    }
    let isWord = text[range.lowerBound - 1] == UInt8(ascii: "\"")
    return isWord && ["NaN", "Infinity", "-Infinity"].contains(token.text)
      ? nil : malformed("doubleValue")
  }

  private func isReference(_ name: String) -> Bool {
    guard let identity = DocumentIdentity(name: name), identity.nameProblem == nil else {
      return false
    }
    return !wantsFullNames || identity.name != nil
  }
}
