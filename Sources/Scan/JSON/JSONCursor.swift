/// A position in JSON text that moves forward value by value.
///
/// Strict: it accepts RFC 8259 in valid UTF-8 without lone surrogates. It copies nothing, and
/// nesting costs one bit a level, so that no depth overflows the stack.
@usableFromInline
package struct JSONCursor: ~Escapable {
  /// The text.
  @usableFromInline package let text: Span<UInt8>
  /// The offset of the next byte.
  @usableFromInline package var offset: Int

  /// A cursor over borrowed text, before the byte at `offset`.
  @_lifetime(copy text)
  package init(_ text: Span<UInt8>, at offset: Int = 0) {
    self.text = text
    self.offset = offset
  }

  /// The next byte, or nil at the end.
  @inlinable package var next: UInt8? { text.byte(at: offset) }

  /// Moves over white space; one comparison if there is none.
  @_lifetime(self: copy self)
  @inlinable package mutating func skipWhitespace() {
    offset = text.endOfWhitespace(from: offset)
  }

  /// Moves over white space, after which the text must end.
  @_lifetime(self: copy self)
  package mutating func end() throws(JSONSyntaxError) {
    skipWhitespace()
    if next != nil { throw JSONSyntaxError(.trailingText, at: offset) }
  }

  /// The kind of the value that begins here, by its first byte.
  @inlinable package func kind() throws(JSONSyntaxError) -> JSONKind {
    guard let first = next, let kind = JSONKind(firstByte: first) else { throw noValue }
    return kind
  }

  @usableFromInline var noValue: JSONSyntaxError {
    JSONSyntaxError(next == nil ? .unexpectedEnd : .expectedValue, at: offset)
  }

  /// Moves over a value of any kind and returns its range.
  @_lifetime(self: copy self)
  @discardableResult
  @inlinable @inline(__always)
  package mutating func skipValue() throws(JSONSyntaxError) -> Range<Int> {
    let start = offset
    if next == UInt8(ascii: "\"") {
      _ = try string()
    } else if let first = next, first &- UInt8(ascii: "0") < 10 {
      _ = try number()
    } else {
      try skipOther()
    }
    return start..<offset
  }

  /// Moves over a value that is no string, and no number that begins with a digit.
  @_lifetime(self: copy self)
  @usableFromInline mutating func skipOther() throws(JSONSyntaxError) {
    let kind = try kind()
    switch kind {
    case .object, .array: try skipContainer(kind)
    case .string, .number, .true, .false, .null: try skipScalar(kind)
    }
  }

  @_lifetime(self: copy self)
  private mutating func skipScalar(_ kind: JSONKind) throws(JSONSyntaxError) {
    switch kind {
    case .string: _ = try string()
    case .number: _ = try number()
    case .true: try literal("true")
    case .false: try literal("false")
    case .null: try literal("null")
    case .object, .array: break
    }
  }

  /// Moves over an object or array and its content.
  @_lifetime(self: copy self)
  private mutating func skipContainer(_ outermost: JSONKind) throws(JSONSyntaxError) {
    var nesting = NestingStack()
    var kind = outermost
    while true {
      switch kind {
      case .object:
        offset &+= 1
        skipWhitespace()
        if next == UInt8(ascii: "}") {
          offset &+= 1
        } else {
          _ = try key()
          nesting.push(isObject: true)
          kind = try self.kind()
          continue
        }
      case .array:
        offset &+= 1
        skipWhitespace()
        if next == UInt8(ascii: "]") {
          offset &+= 1
        } else {
          nesting.push(isObject: false)
          kind = try self.kind()
          continue
        }
      case .string: _ = try string()
      case .number, .true, .false, .null: try skipScalar(kind)
      }
      if try endContainers(&nesting) { return }
      kind = try self.kind()
    }
  }

  /// Closes the containers that end after a value; false if another value must follow.
  @_lifetime(self: copy self)
  @inline(__always)
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

  /// Moves over a key, its colon, and white space up to the value.
  @_lifetime(self: copy self)
  @inline(__always)
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

  /// Moves over the brace of an object.
  @_lifetime(self: copy self)
  package mutating func beginObject() throws(JSONSyntaxError) {
    guard let first = next else { throw JSONSyntaxError(.unexpectedEnd, at: offset) }
    guard first == UInt8(ascii: "{") else { throw JSONSyntaxError(.expectedObject, at: offset) }
    offset += 1
  }

  /// Moves to the next member's value and returns its key; at the end, nil, and moves past the
  /// brace.
  ///
  /// - Parameter isFirst: true right after `beginObject`; set to false.
  @_lifetime(self: copy self)
  @inlinable @inline(__always)
  package mutating func nextMember(
    _ isFirst: inout Bool
  ) throws(JSONSyntaxError) -> JSONString? {
    // The usual form of a member; the general function takes the others.
    var start = text.endOfWhitespace(from: offset)
    if !isFirst {
      guard text.byte(at: start) == UInt8(ascii: ",") else {
        guard text.byte(at: start) == UInt8(ascii: "}") else {
          return try nextOddMember(&isFirst)
        }
        offset = start &+ 1
        return nil
      }
      start = text.endOfWhitespace(from: start &+ 1)
    }
    guard text.byte(at: start) == UInt8(ascii: "\"") else { return try nextOddMember(&isFirst) }
    start &+= 1
    let end = text.endOfPlainText(from: start)
    guard text.holds("\":", at: end) else { return try nextOddMember(&isFirst) }
    offset = text.endOfWhitespace(from: end &+ 2)
    isFirst = false
    return JSONString(range: start..<end, isEscaped: false)
  }

  /// The same, told by the byte before the cursor whether a member came before: no value ends with
  /// an opening brace.
  ///
  /// - Precondition: that byte is in the text.
  @_lifetime(self: copy self)
  @inlinable @inline(__always)
  package mutating func nextMember() throws(JSONSyntaxError) -> JSONString? {
    var isFirst = text[offset &- 1] == UInt8(ascii: "{")
    return try nextMember(&isFirst)
  }

  @_lifetime(self: copy self)
  @usableFromInline
  mutating func nextOddMember(_ isFirst: inout Bool) throws(JSONSyntaxError) -> JSONString? {
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

  /// Moves to the next element; at the end, false, and moves past the bracket.
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

  /// The same, told by the byte before the cursor whether an element came before.
  ///
  /// - Precondition: that byte is in the text.
  @_lifetime(self: copy self)
  package mutating func nextElement() throws(JSONSyntaxError) -> Bool {
    var isFirst = text[offset - 1] == UInt8(ascii: "[")
    return try nextElement(&isFirst)
  }

  /// Moves over a word; only an error makes it examine single bytes.
  @_lifetime(self: copy self)
  @inline(__always)
  private mutating func literal(_ word: StaticString) throws(JSONSyntaxError) {
    guard text.holds(word, at: offset) else { throw badLiteral(word) }
    offset &+= word.utf8CodeUnitCount
  }

  private func badLiteral(_ word: StaticString) -> JSONSyntaxError {
    for (index, byte) in "\(word)".utf8.enumerated() where text.byte(at: offset + index) != byte {
      let isCut = offset + index >= text.count
      return JSONSyntaxError(isCut ? .unexpectedEnd : .badLiteral, at: offset + index)
    }
    return JSONSyntaxError(.badLiteral, at: offset)
  }
}
