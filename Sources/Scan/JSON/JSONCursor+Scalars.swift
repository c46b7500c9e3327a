/// Reading of strings and numbers.
extension JSONCursor {
  /// Moves over a string, checking its characters and escapes.
  @_lifetime(self: copy self)
  @inlinable @inline(__always)
  package mutating func string() throws(JSONSyntaxError) -> JSONString {
    let start = offset &+ 1
    let end = text.endOfPlainText(from: start)
    guard text.byte(at: end) == UInt8(ascii: "\"") else { return try string(from: start, at: end) }
    offset = end &+ 1
    return JSONString(range: start..<end, isEscaped: false)
  }

  /// The same, from the first byte that is neither plain nor the quote.
  @_lifetime(self: copy self)
  @inline(never)
  @usableFromInline mutating func string(
    from start: Int, at place: Int
  ) throws(JSONSyntaxError) -> JSONString {
    var isEscaped = false
    offset = place
    while let byte = next {
      if byte == UInt8(ascii: "\"") {
        offset &+= 1
        return JSONString(range: start..<offset &- 1, isEscaped: isEscaped)
      }
      if byte == UInt8(ascii: "\\") {
        isEscaped = true
        try escape()
      } else if byte < 0x20 {
        throw JSONSyntaxError(.controlCharacter, at: offset)
      } else {
        try multibyteCharacter()
      }
      offset = text.endOfPlainText(from: offset)
    }
    throw JSONSyntaxError(.unexpectedEnd, at: offset)
  }

  @_lifetime(self: copy self)
  private mutating func escape() throws(JSONSyntaxError) {
    let start = offset
    guard offset + 1 < text.count else { throw JSONSyntaxError(.unexpectedEnd, at: text.count) }
    switch text[offset + 1] {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"),
      UInt8(ascii: "f"), UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      offset += 2
    case UInt8(ascii: "u"):
      let unit = try codeUnit()
      if (0xDC00..<0xE000).contains(unit) { throw JSONSyntaxError(.loneSurrogate, at: start) }
      guard (0xD800..<0xDC00).contains(unit) else { return }
      guard offset < text.count else { throw JSONSyntaxError(.unexpectedEnd, at: offset) }
      guard text[offset] == UInt8(ascii: "\\") else {
        throw JSONSyntaxError(.loneSurrogate, at: start)
      }
      guard offset + 1 < text.count else { throw JSONSyntaxError(.unexpectedEnd, at: text.count) }
      guard text[offset + 1] == UInt8(ascii: "u") else {
        throw JSONSyntaxError(.loneSurrogate, at: start)
      }
      guard (0xDC00..<0xE000).contains(try codeUnit()) else {
        throw JSONSyntaxError(.loneSurrogate, at: start)
      }
    default: throw JSONSyntaxError(.badEscape, at: offset)
    }
  }

  /// Moves over a backslash, a `u` and four hexadecimal digits.
  @_lifetime(self: copy self)
  private mutating func codeUnit() throws(JSONSyntaxError) -> UInt32 {
    offset += 2
    var unit: UInt32 = 0
    for _ in 0..<4 {
      guard offset < text.count else { throw JSONSyntaxError(.unexpectedEnd, at: offset) }
      guard let digit = hexadecimalValue(text[offset]) else {
        throw JSONSyntaxError(.badEscape, at: offset)
      }
      unit = unit << 4 | UInt32(digit)
      offset += 1
    }
    return unit
  }

  /// Moves over one character of two to four bytes.
  @_lifetime(self: copy self)
  private mutating func multibyteCharacter() throws(JSONSyntaxError) {
    guard let lead = UTF8Lead(text[offset]) else {
      throw JSONSyntaxError(.invalidUTF8, at: offset)
    }
    for place in 1..<lead.length {
      guard offset + place < text.count else {
        throw JSONSyntaxError(.unexpectedEnd, at: text.count)
      }
      guard lead.allows(text[offset + place], at: place) else {
        throw JSONSyntaxError(.invalidUTF8, at: offset)
      }
    }
    offset += lead.length
  }

  /// Moves over a number and returns its range.
  @_lifetime(self: copy self)
  @inlinable @inline(__always)
  package mutating func number() throws(JSONSyntaxError) -> Range<Int> {
    let start = offset
    // A single digit.
    if let digit = next, digit &- 0x30 < 10, let after = text.byte(at: start &+ 1),
      after == UInt8(ascii: ",") || after == UInt8(ascii: "}")
    {
      offset = start &+ 1
    } else {
      try longNumber()
    }
    return start..<offset
  }

  @_lifetime(self: copy self)
  @usableFromInline mutating func longNumber() throws(JSONSyntaxError) {
    if next == UInt8(ascii: "-") { offset += 1 }
    if next == UInt8(ascii: "0") {
      offset += 1
      if let digit = next, isDigit(digit) { throw JSONSyntaxError(.leadingZero, at: offset) }
    } else {
      try digits()
    }
    if next == UInt8(ascii: ".") {
      offset += 1
      try digits()
    }
    if next == UInt8(ascii: "e") || next == UInt8(ascii: "E") {
      offset += 1
      if next == UInt8(ascii: "+") || next == UInt8(ascii: "-") { offset += 1 }
      try digits()
    }
  }

  @_lifetime(self: copy self)
  @inline(__always)
  private mutating func digits() throws(JSONSyntaxError) {
    guard let first = next else { throw JSONSyntaxError(.unexpectedEnd, at: offset) }
    guard isDigit(first) else { throw JSONSyntaxError(.badNumber, at: offset) }
    offset = text.endOfDigits(from: offset &+ 1)
  }
}
