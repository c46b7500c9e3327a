import ByteIO
import JSONText

/// Looks for typed values that Firestore could not hold, so that no write is made of them.
enum TypedFieldsCheck {
  /// Checks an object of typed fields.
  ///
  /// - Throws: `Unrepresentable`, or `JSONSyntaxError` where it is no such object.
  static func check(_ fields: Span<UInt8>) throws {
    var cursor = JSONCursor(fields)
    try checkMembers(&cursor, depth: 0)
  }

  private static func checkMembers(_ cursor: inout JSONCursor, depth: Int) throws {
    // Firestore nests twenty deep; its own limit is told by the server.
    guard depth <= 100 else { throw Unrepresentable(reason: "nested more than 100 deep") }
    try cursor.beginObject()
    var isFirst = true
    while try cursor.nextMember(&isFirst) != nil { try checkValue(&cursor, depth: depth) }
  }

  private static func checkValue(_ cursor: inout JSONCursor, depth: Int) throws {
    try cursor.beginObject()
    var isFirst = true
    while let key = try cursor.nextMember(&isFirst) {
      switch (key.string(in: cursor.text), try cursor.kind()) {
      case ("mapValue", .object): try checkInner("fields", &cursor, depth: depth + 1)
      case ("arrayValue", .object): try checkInner("values", &cursor, depth: depth + 1)
      case ("integerValue", .number): try checkInteger(cursor.text, try cursor.number())
      case ("integerValue", .string): try checkInteger(cursor.text, try cursor.string().range)
      case ("doubleValue", .number):
        let number = JSONNumber(cursor.text.extracting(try cursor.number()))
        if number.double == nil {
          throw Unrepresentable(reason: "the number \(number.label) is larger than any double")
        }
      default: try cursor.skipValue()
      }
    }
  }

  /// The fields of a map, or the values of an array, that a value holds under a name.
  private static func checkInner(
    _ name: String, _ cursor: inout JSONCursor, depth: Int
  ) throws {
    try cursor.beginObject()
    var isFirst = true
    while let key = try cursor.nextMember(&isFirst) {
      let kind = try cursor.kind()
      if key.string(in: cursor.text) != name || (kind != .object && kind != .array) {
        try cursor.skipValue()
      } else if kind == .object {
        try checkMembers(&cursor, depth: depth)
      } else {
        cursor.offset += 1
        var isFirstElement = true
        while try cursor.nextElement(&isFirstElement) { try checkValue(&cursor, depth: depth) }
      }
    }
  }

  private static func checkInteger(_ text: Span<UInt8>, _ range: Range<Int>) throws {
    let digits = text.extracting(range)
    guard Int64(digits.text) == nil else { return }
    let signs = Array("+-.eE".utf8)
    let isNumber = (0..<digits.count).allSatisfy { place in
      (0x30...0x39).contains(digits[place]) || signs.contains(digits[place])
    }
    if isNumber, JSONNumber(digits).double != nil { return }
    throw Unrepresentable(
      reason: "the integer '\(digits.text.prefix(40))' is none, or larger than any double")
  }
}
