/// A place in JSON text, moved forward value by value.
///
/// Strict: what it walks over is JSON as RFC 8259 has it, in valid UTF-8, without half surrogate
/// pairs. Nothing is copied, and nesting costs one bit a level, so that no depth overflows a stack.
@usableFromInline
package struct JSONCursor: ~Escapable {
  /// The text walked over.
  @usableFromInline package let text: Span<UInt8>
  /// The byte that is looked at next.
  @usableFromInline package var offset: Int

  @_lifetime(copy text)
  package init(_ text: Span<UInt8>, at offset: Int = 0) {
    self.text = text
    self.offset = offset
  }

  /// The byte that is looked at next, or nil at the end.
  @inlinable package var next: UInt8? { text.byte(at: offset) }

  /// Moves over spaces, tabs and line ends; one comparison where there are none.
  @_lifetime(self: copy self)
  @inlinable package mutating func skipWhitespace() {
    offset = text.endOfWhitespace(from: offset)
  }

  /// The kind of value that begins here, by its first byte.
  @inlinable package func kind() throws(JSONSyntaxError) -> JSONKind {
    guard let first = next, let kind = JSONKind(firstByte: first) else { throw noValue }
    return kind
  }

  @usableFromInline var noValue: JSONSyntaxError {
    JSONSyntaxError(next == nil ? .unexpectedEnd : .expectedValue, at: offset)
  }

  /// Moves over one value of any kind, and gives its range.
  @_lifetime(self: copy self)
  @discardableResult
  @inlinable @inline(__always)
  package mutating func skipValue() throws(JSONSyntaxError) -> Range<Int> {
    let start = offset
    if next == UInt8(ascii: "\"") { _ = try string() } else { try skipOther() }
    return start..<offset
  }

  /// Moves over a value that is no string.
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
    case .true: try literal("true", Self.trueWord)
    case .false: try literal("false", Self.falseWord)
    case .null: try literal("null", Self.nullWord)
    case .object, .array: break
    }
  }

  /// Moves over an object or array, and over all that is in it.
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
      case .string, .number, .true, .false, .null: try skipScalar(kind)
      }
      if try endContainers(&nesting) { return }
      kind = try self.kind()
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
  @inlinable @inline(__always)
  package mutating func nextMember(
    _ isFirst: inout Bool
  ) throws(JSONSyntaxError) -> JSONString? {
    // As most members are; anything else is for the function that takes all of them.
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

  /// Moves over a word; its bytes are looked at one by one only to tell which of them is wrong.
  @_lifetime(self: copy self)
  @inline(__always)
  private mutating func literal(
    _ word: StaticString, _ bytes: @autoclosure () -> [UInt8]
  ) throws(JSONSyntaxError) {
    guard text.holds(word, at: offset) else { throw badLiteral(bytes()) }
    offset &+= word.utf8CodeUnitCount
  }

  private func badLiteral(_ word: [UInt8]) -> JSONSyntaxError {
    for (index, character) in word.enumerated() where text.byte(at: offset + index) != character {
      let isCut = offset + index >= text.count
      return JSONSyntaxError(isCut ? .unexpectedEnd : .badLiteral, at: offset + index)
    }
    return JSONSyntaxError(.badLiteral, at: offset)
  }

  private static let trueWord = Array("true".utf8)
  private static let falseWord = Array("false".utf8)
  private static let nullWord = Array("null".utf8)
}
