import Scan

/// What `JSONCursor` computes, byte by byte and without a thought of speed: the same ranges, the same
/// errors at the same places.
struct PlainCursor {
  let text: [UInt8]
  var offset: Int

  init(_ text: [UInt8], at offset: Int = 0) { (self.text, self.offset) = (text, offset) }

  private var next: UInt8? { offset < text.count ? text[offset] : nil }

  private func error(_ reason: JSONSyntaxError.Reason, at place: Int? = nil) -> JSONSyntaxError {
    JSONSyntaxError(reason, at: place ?? offset)
  }

  mutating func skipWhitespace() {
    while let byte = next, [0x20, 0x09, 0x0A, 0x0D].contains(byte) { offset += 1 }
  }

  /// Moves over a byte that has to be there.
  private mutating func expect(
    _ wanted: Character, or reason: JSONSyntaxError.Reason
  ) throws(JSONSyntaxError) {
    guard let byte = next else { throw error(.unexpectedEnd) }
    guard byte == wanted.asciiValue else { throw error(reason) }
    offset += 1
  }

  mutating func skipValue() throws(JSONSyntaxError) -> Range<Int> {
    let start = offset
    guard let byte = next else { throw error(.unexpectedEnd) }
    var isFirst = true
    switch Character(Unicode.Scalar(byte)) {
    case "\"": _ = try string()
    case "-", "0"..."9": _ = try number()
    case "t": try word("true")
    case "f": try word("false")
    case "n": try word("null")
    case "{":
      offset += 1
      while try nextMember(&isFirst) != nil { _ = try skipValue() }
    case "[":
      offset += 1
      while try nextElement(&isFirst) { _ = try skipValue() }
    default: throw error(.expectedValue)
    }
    return start..<offset
  }

  mutating func nextMember(_ isFirst: inout Bool) throws(JSONSyntaxError) -> JSONString? {
    skipWhitespace()
    if next == UInt8(ascii: "}") {
      offset += 1
      return nil
    }
    if !isFirst {
      try expect(",", or: .expectedCommaOrBrace)
      skipWhitespace()
    }
    guard let byte = next else { throw error(.unexpectedEnd) }
    guard byte == UInt8(ascii: "\"") else { throw error(.expectedKey) }
    let key = try string()
    skipWhitespace()
    try expect(":", or: .expectedColon)
    skipWhitespace()
    isFirst = false
    return key
  }

  mutating func nextElement(_ isFirst: inout Bool) throws(JSONSyntaxError) -> Bool {
    skipWhitespace()
    if next == UInt8(ascii: "]") {
      offset += 1
      return false
    }
    if !isFirst {
      try expect(",", or: .expectedCommaOrBracket)
      skipWhitespace()
    } else if next == nil {
      throw error(.unexpectedEnd)
    }
    isFirst = false
    return true
  }

  mutating func string() throws(JSONSyntaxError) -> JSONString {
    offset += 1
    let start = offset
    var isEscaped = false
    while let byte = next {
      switch byte {
      case UInt8(ascii: "\""):
        offset += 1
        return JSONString(range: start..<offset - 1, isEscaped: isEscaped)
      case UInt8(ascii: "\\"):
        isEscaped = true
        try escape()
      case 0..<0x20: throw error(.controlCharacter)
      case 0x80...: try multibyteCharacter()
      default: offset += 1
      }
    }
    throw error(.unexpectedEnd)
  }

  private mutating func escape() throws(JSONSyntaxError) {
    let start = offset
    offset += 1
    guard let letter = next else { throw error(.unexpectedEnd) }
    guard letter == UInt8(ascii: "u") else {
      guard Array(#""\/bfnrt"#.utf8).contains(letter) else { throw error(.badEscape, at: start) }
      return offset += 1
    }
    let unit = try codeUnit()
    if (0xDC00...0xDFFF).contains(unit) { throw error(.loneSurrogate, at: start) }
    guard (0xD800...0xDBFF).contains(unit) else { return }
    for character in #"\u"#.utf8 {
      guard let byte = next else { throw error(.unexpectedEnd) }
      guard byte == character else { throw error(.loneSurrogate, at: start) }
      offset += 1
    }
    offset -= 1
    let low = try codeUnit()
    guard (0xDC00...0xDFFF).contains(low) else { throw error(.loneSurrogate, at: start) }
  }

  /// Moves over a `u` and four hexadecimal digits.
  private mutating func codeUnit() throws(JSONSyntaxError) -> Int {
    var unit = 0
    for _ in 0..<4 {
      offset += 1
      guard let byte = next else { throw error(.unexpectedEnd) }
      guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue, byte < 0x80 else {
        throw error(.badEscape)
      }
      unit = unit * 16 + digit
    }
    offset += 1
    return unit
  }

  /// The Unicode Standard, table 3-7, row by row.
  private static let wellFormed: [(lead: ClosedRange<UInt8>, rest: [ClosedRange<UInt8>])] = [
    (0xC2...0xDF, [0x80...0xBF]),
    (0xE0...0xE0, [0xA0...0xBF, 0x80...0xBF]),
    (0xE1...0xEC, [0x80...0xBF, 0x80...0xBF]),
    (0xED...0xED, [0x80...0x9F, 0x80...0xBF]),
    (0xEE...0xEF, [0x80...0xBF, 0x80...0xBF]),
    (0xF0...0xF0, [0x90...0xBF, 0x80...0xBF, 0x80...0xBF]),
    (0xF1...0xF3, [0x80...0xBF, 0x80...0xBF, 0x80...0xBF]),
    (0xF4...0xF4, [0x80...0x8F, 0x80...0xBF, 0x80...0xBF]),
  ]

  private mutating func multibyteCharacter() throws(JSONSyntaxError) {
    let (start, lead) = (offset, text[offset])
    guard let row = Self.wellFormed.first(where: { $0.lead.contains(lead) }) else {
      throw error(.invalidUTF8)
    }
    for range in row.rest {
      offset += 1
      guard let byte = next else { throw error(.unexpectedEnd) }
      guard range.contains(byte) else { throw error(.invalidUTF8, at: start) }
    }
    offset += 1
  }

  mutating func number() throws(JSONSyntaxError) -> Range<Int> {
    let start = offset
    if next == UInt8(ascii: "-") { offset += 1 }
    let isZero = next == UInt8(ascii: "0")
    try digits(atMost: isZero ? 1 : .max)
    if isZero, let byte = next, (0x30...0x39).contains(byte) { throw error(.leadingZero) }
    if next == UInt8(ascii: ".") {
      offset += 1
      try digits()
    }
    if let byte = next, "eE".utf8.contains(byte) {
      offset += 1
      if let sign = next, "+-".utf8.contains(sign) { offset += 1 }
      try digits()
    }
    return start..<offset
  }

  private mutating func digits(atMost limit: Int = .max) throws(JSONSyntaxError) {
    guard let byte = next else { throw error(.unexpectedEnd) }
    guard (0x30...0x39).contains(byte) else { throw error(.badNumber) }
    var count = 0
    while count < limit, let byte = next, (0x30...0x39).contains(byte) {
      offset += 1
      count += 1
    }
  }

  private mutating func word(_ word: String) throws(JSONSyntaxError) {
    for character in word { try expect(character, or: .badLiteral) }
  }
}
