/// A small JSON document as a tree of values; for documents of bounded size only.
package indirect enum JSONValue: Sendable {
  case object([(key: String, value: JSONValue)])
  case array([JSONValue])
  case string(String)
  case number(JSONNumber)
  case boolean(Bool)
  case null

  /// The greatest depth of such a document.
  private static let depthLimit = 64

  /// Parses a text that is one value.
  package init(_ text: Span<UInt8>) throws(JSONSyntaxError) {
    var cursor = JSONCursor(text)
    cursor.skipWhitespace()
    self = try Self.read(&cursor, depth: 0)
    try cursor.end()
  }

  /// Parses a text that is one value; nil for any other text.
  package init?(ifIn text: Span<UInt8>) {
    do throws(JSONSyntaxError) {
      try self.init(text)
    } catch {
      return nil
    }
  }

  private static func read(
    _ cursor: inout JSONCursor, depth: Int
  ) throws(JSONSyntaxError) -> JSONValue {
    guard depth < depthLimit else { throw JSONSyntaxError(.tooDeep, at: cursor.offset) }
    let kind = try cursor.kind()
    switch kind {
    case .object:
      try cursor.beginObject()
      var members: [(key: String, value: JSONValue)] = []
      while let key = try cursor.nextMember() {
        let name = key.string(in: cursor.text)
        members.append((name, try read(&cursor, depth: depth + 1)))
      }
      return .object(members)
    case .array:
      cursor.offset += 1
      var elements: [JSONValue] = []
      while try cursor.nextElement() {
        elements.append(try read(&cursor, depth: depth + 1))
      }
      return .array(elements)
    case .string: return .string(try cursor.string().string(in: cursor.text))
    case .number: return .number(JSONNumber(cursor.text.extracting(try cursor.number())))
    case .true, .false, .null:
      try cursor.skipValue()
      return kind == .null ? .null : .boolean(kind == .true)
    }
  }

  /// The first member of this key.
  package subscript(_ name: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.key.hasBytes(of: name) }?.value
  }

  /// The text of a string; nil for any other value.
  package var string: String? {
    if case .string(let text) = self { text } else { nil }
  }

  /// The value of a number that is whole and fits an `Int`, however it is spelled.
  package var integer: Int? {
    if case .number(let number) = self { number.integer } else { nil }
  }

  /// The elements of an array; nil for any other value.
  package var elements: [JSONValue]? {
    if case .array(let elements) = self { elements } else { nil }
  }
}
