import Scan

/// The value of a field with its type, in any spelling.
enum TypedValue {
  /// The range of a number, without quotes.
  case number(Range<Int>)
  case string(JSONString)
  /// The offset of the array's opening bracket; nil if the array is empty.
  case array(at: Int?)
  /// Any other value, by its label in messages.
  case other(ValueLabel)

  /// Reads and checks a plain value, whose type is that of the JSON, and moves past it.
  init(plain cursor: inout JSONCursor) throws(JSONSyntaxError) {
    let (kind, start) = (try cursor.kind(), cursor.offset)
    switch kind {
    case .string: self = .string(try cursor.string())
    case .number: self = .number(try cursor.number())
    case .array, .object, .true, .false, .null:
      try cursor.skipValue()
      self = kind == .array ? .array(at: start) : .other(kind.label)
    }
  }

  /// Reads and checks a typed value of the REST API, and moves past it: an object with one member,
  /// whose key is the type (Firestore reference, v1, `Value`).
  init(_ cursor: inout JSONCursor) throws(JSONSyntaxError) {
    guard try cursor.kind() == .object else {
      try cursor.skipValue()
      self = .other("a value without a type")
      return
    }
    try cursor.beginObject()
    guard let key = try cursor.nextMember() else {
      self = .other("a value without a type")
      return
    }
    self = try Self.read(key, &cursor)
    while try cursor.nextMember() != nil {
      self = .other("a value of two types")
      try cursor.skipValue()
    }
  }

  private static func read(
    _ type: JSONString, _ cursor: inout JSONCursor
  ) throws(JSONSyntaxError) -> TypedValue {
    let kind = try cursor.kind()
    let text = cursor.text
    let isDouble = type.equals("doubleValue", in: text)
    switch kind {
    case .string where type.equals("stringValue", in: text): return .string(try cursor.string())
    case .string where isDouble || type.equals("integerValue", in: text):
      return number(try cursor.string(), isDouble: isDouble, in: text)
    case .number where isDouble || type.equals("integerValue", in: text):
      return .number(try cursor.number())
    case .object where type.equals("arrayValue", in: text):
      return .array(at: try arrayStart(&cursor))
    case .true where type.equals("booleanValue", in: text),
      .false where type.equals("booleanValue", in: text):
      try cursor.skipValue()
      return .other(kind.label)
    case .string, .number, .object, .array, .true, .false, .null:
      try cursor.skipValue()
      return .other(names[type.string(in: text)] ?? .unknownType(type))
    }
  }

  /// Whether all members of the object at the cursor are typed values.
  static func areValues(_ cursor: inout JSONCursor) throws(JSONSyntaxError) -> Bool {
    try cursor.beginObject()
    while try cursor.nextMember() != nil {
      guard try cursor.kind() == .object else { return false }
      try cursor.beginObject()
      guard let key = try cursor.nextMember(),
        isType(key.string(in: cursor.text))
      else { return false }
      try cursor.skipValue()
      guard try cursor.nextMember() == nil else { return false }
    }
    return true
  }

  /// Whether it is the name of a type.
  static func isType(_ name: String) -> Bool { names[name] != nil }

  private static let names: [String: ValueLabel] = [
    "nullValue": "null", "booleanValue": "a malformed boolean",
    "integerValue": "a malformed integer", "doubleValue": "a malformed double",
    "timestampValue": "a timestamp", "stringValue": "a malformed string", "bytesValue": "bytes",
    "referenceValue": "a reference", "geoPointValue": "a place", "arrayValue": "a malformed array",
    "mapValue": "a map",
  ]

  /// A quoted number. `integerValue` is always quoted; `NaN` and `Infinity` are not numbers.
  ///
  /// The content must be a JSON number, as in `TypedFieldsCheck`: `+4` and `04` are malformed, `-0`
  /// is zero.
  private static func number(
    _ string: JSONString, isDouble: Bool, in text: Span<UInt8>
  ) -> TypedValue {
    text.extracting(string.range).isJSONNumber
      ? .number(string.range) : .other(notANumber(string, isDouble, text))
  }

  private static func notANumber(
    _ string: JSONString, _ isDouble: Bool, _ text: Span<UInt8>
  ) -> ValueLabel {
    let word = string.string(in: text)
    if isDouble, ["NaN", "Infinity", "-Infinity"].contains(word) { return .text(string) }
    return isDouble ? "a malformed double" : "a malformed integer"
  }

  /// Skips `{"values":[…]}`, and returns the offset of the bracket, if any.
  private static func arrayStart(_ cursor: inout JSONCursor) throws(JSONSyntaxError) -> Int? {
    var start: Int?
    try cursor.beginObject()
    while let key = try cursor.nextMember() {
      if key.string(in: cursor.text) == "values", try cursor.kind() == .array {
        start = cursor.offset
      }
      try cursor.skipValue()
    }
    return start
  }
}
