/// A place in JSON text, moved forward value by value.
///
/// Strict: what it walks over is JSON as RFC 8259 has it, in valid UTF-8, without half surrogate
/// pairs. Nothing is copied, and nesting costs one bit a level, so that no depth overflows a stack.
package struct JSONCursor: ~Escapable {
  /// The text walked over.
  package let text: Span<UInt8>
  /// The byte that is looked at next.
  package var offset: Int

  @_lifetime(copy text)
  package init(_ text: Span<UInt8>, at offset: Int = 0) {
    self.text = text
    self.offset = offset
  }

  /// The byte that is looked at next, or nil at the end.
  package var next: UInt8? { offset < text.count ? text[offset] : nil }

  /// Moves over spaces, tabs and line ends.
  @_lifetime(self: copy self)
  package mutating func skipWhitespace() {
    while offset < text.count {
      switch text[offset] {
      case 0x20, 0x0A, 0x0D, 0x09: offset += 1
      default: return
      }
    }
  }

  /// The kind of value that begins here, by its first byte.
  package func kind() throws(JSONSyntaxError) -> JSONKind {
    guard let first = next else { throw JSONSyntaxError(.unexpectedEnd, at: offset) }
    guard let kind = JSONKind(firstByte: first) else {
      throw JSONSyntaxError(.expectedValue, at: offset)
    }
    return kind
  }

  /// Moves over one value of any kind, and gives its range.
  @_lifetime(self: copy self)
  @discardableResult
  package mutating func skipValue() throws(JSONSyntaxError) -> Range<Int> {
    let start = offset
    var nesting = NestingStack()
    while true {
      switch try kind() {
      case .string: _ = try string()
      case .number: _ = try number()
      case .true: try literal(Self.trueWord)
      case .false: try literal(Self.falseWord)
      case .null: try literal(Self.nullWord)
      case .object:
        offset += 1
        skipWhitespace()
        if next == UInt8(ascii: "}") {
          offset += 1
        } else {
          _ = try key()
          nesting.push(isObject: true)
          continue
        }
      case .array:
        offset += 1
        skipWhitespace()
        if next == UInt8(ascii: "]") {
          offset += 1
        } else {
          nesting.push(isObject: false)
          continue
        }
      }
      if try endContainers(&nesting) { return start..<offset }
    }
  }

  /// After a value: closes what ends here; false where another value has to follow.
  @_lifetime(self: copy self)
  private mutating func endContainers(_ nesting: inout NestingStack) throws(JSONSyntaxError) -> Bool
  {
    while !nesting.isEmpty {
      skipWhitespace()
      guard let byte = next else { throw JSONSyntaxError(.unexpectedEnd, at: offset) }
      if byte == UInt8(ascii: ",") {
        offset += 1
        skipWhitespace()
        if nesting.isInObject { _ = try key() }
        return false
      }
      let end = nesting.isInObject ? UInt8(ascii: "}") : UInt8(ascii: "]")
      guard byte == end else {
        throw JSONSyntaxError(
          nesting.isInObject ? .expectedCommaOrBrace : .expectedCommaOrBracket, at: offset)
      }
      offset += 1
      nesting.pop()
    }
    return true
  }

  /// Moves over a key, its colon, and the white space up to the value.
  @_lifetime(self: copy self)
  package mutating func key() throws(JSONSyntaxError) -> JSONString {
    guard let first = next else { throw JSONSyntaxError(.unexpectedEnd, at: offset) }
    guard first == UInt8(ascii: "\"") else { throw JSONSyntaxError(.expectedKey, at: offset) }
    let key = try string()
    skipWhitespace()
    guard let colon = next else { throw JSONSyntaxError(.unexpectedEnd, at: offset) }
    guard colon == UInt8(ascii: ":") else { throw JSONSyntaxError(.expectedColon, at: offset) }
    offset += 1
    skipWhitespace()
    return key
  }

  /// Moves over the brace that begins an object.
  @_lifetime(self: copy self)
  package mutating func beginObject() throws(JSONSyntaxError) {
    guard let first = next else { throw JSONSyntaxError(.unexpectedEnd, at: offset) }
    guard first == UInt8(ascii: "{") else { throw JSONSyntaxError(.expectedObject, at: offset) }
    offset += 1
  }

  /// Moves to the next member's value and gives its key; nil, and past the brace, where none is left.
  ///
  /// - Parameter isFirst: true right after `beginObject`; set to false.
  @_lifetime(self: copy self)
  package mutating func nextMember(_ isFirst: inout Bool) throws(JSONSyntaxError) -> JSONString? {
    skipWhitespace()
    guard let byte = next else { throw JSONSyntaxError(.unexpectedEnd, at: offset) }
    if byte == UInt8(ascii: "}") {
      offset += 1
      return nil
    }
    if !isFirst {
      guard byte == UInt8(ascii: ",") else {
        throw JSONSyntaxError(.expectedCommaOrBrace, at: offset)
      }
      offset += 1
      skipWhitespace()
    }
    isFirst = false
    return try key()
  }

  /// Moves to the next element; false, and past the bracket, where none is left.
  ///
  /// - Parameter isFirst: true right after the opening bracket; set to false.
  @_lifetime(self: copy self)
  package mutating func nextElement(_ isFirst: inout Bool) throws(JSONSyntaxError) -> Bool {
    skipWhitespace()
    guard let byte = next else { throw JSONSyntaxError(.unexpectedEnd, at: offset) }
    if byte == UInt8(ascii: "]") {
      offset += 1
      return false
    }
    if !isFirst {
      guard byte == UInt8(ascii: ",") else {
        throw JSONSyntaxError(.expectedCommaOrBracket, at: offset)
      }
      offset += 1
      skipWhitespace()
    }
    isFirst = false
    return true
  }

  @_lifetime(self: copy self)
  private mutating func literal(_ word: [UInt8]) throws(JSONSyntaxError) {
    for character in word {
      guard offset < text.count else { throw JSONSyntaxError(.unexpectedEnd, at: offset) }
      guard text[offset] == character else { throw JSONSyntaxError(.badLiteral, at: offset) }
      offset += 1
    }
  }

  private static let trueWord = Array("true".utf8)
  private static let falseWord = Array("false".utf8)
  private static let nullWord = Array("null".utf8)
}
