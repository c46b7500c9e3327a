import Scan

/// A position in an XML property list that moves forward tag by tag.
///
/// It supports the XML that property lists use: elements, comments, CDATA, character references and
/// the five predefined entities. There are no declarations or external entities, and no recursion.
struct XMLCursor: ~Escapable {
  let text: Span<UInt8>
  var offset: Int

  @_lifetime(copy text)
  init(_ text: Span<UInt8>, at offset: Int = 0) {
    self.text = text
    self.offset = offset
  }

  /// Moves past the next tag and returns it. Only white space, comments and processing instructions
  /// may precede it.
  @_lifetime(self: copy self)
  mutating func tag() throws(DefaultsDumpError) -> XMLTag {
    try skipMiscellany()
    guard offset < text.count else { throw end }
    guard text[offset] == UInt8(ascii: "<") else {
      throw damage("text where a tag belongs", at: offset)
    }
    let start = offset
    offset += 1
    var form = XMLTag.Form.start
    if next == UInt8(ascii: "/") {
      form = .end
      offset += 1
    }
    let name = readName()
    guard offset < text.count else { throw end }
    guard let element = XMLElement(named: name, in: text) else {
      throw damage("not an element of a property list", at: start)
    }
    try skipAttributes()
    if text[offset] == UInt8(ascii: "/") {
      guard form == .start else { throw damage("malformed tag", at: offset) }
      form = .empty
      offset += 1
    }
    try endTag()
    return XMLTag(element: element, form: form, range: start..<offset)
  }

  /// Moves past a value whose first tag was just read.
  @_lifetime(self: copy self)
  mutating func skipValue(_ first: XMLTag) throws(DefaultsDumpError) {
    var open: [XMLElement] = []
    var tag = first
    values: while true {
      switch (tag.element, tag.form) {
      case (.plist, _), (.key, _), (_, .end): throw damage("expected a value", at: tag.range)
      case (.dict, .start), (.array, .start): open.append(tag.element)
      case (.dict, .empty), (.array, .empty): break
      default: try skipScalar(tag)
      }
      while let container = open.last {
        tag = try self.tag()
        if tag.form == .end, tag.element == container {
          open.removeLast()
          continue
        }
        if container == .dict {
          _ = try key(tag)
          tag = try self.tag()
        }
        continue values
      }
      return
    }
  }

  /// Moves past a key whose first tag was just read, and returns the range of its text.
  @_lifetime(self: copy self)
  mutating func key(_ tag: XMLTag) throws(DefaultsDumpError) -> Range<Int> {
    guard tag.element == .key, tag.form != .end else {
      throw damage("expected a key", at: tag.range)
    }
    return try content(of: tag)
  }

  /// Moves past a text element whose first tag was just read, and returns the range of its text.
  @_lifetime(self: copy self)
  mutating func content(of tag: XMLTag) throws(DefaultsDumpError) -> Range<Int> {
    guard tag.form == .start else { return tag.range.upperBound..<tag.range.upperBound }
    while offset < text.count {
      switch text[offset] {
      case UInt8(ascii: "<"):
        if isNext("<!--") {
          try skip("<!--", to: "-->")
        } else if isNext("<![CDATA[") {
          try skip("<![CDATA[", to: "]]>")
        } else {
          let content = tag.range.upperBound..<offset
          let end = try self.tag()
          guard end.form == .end, end.element == tag.element else {
            throw damage("an element inside <\(tag.element.rawValue)>", at: end.range)
          }
          return content
        }
      case UInt8(ascii: "&"):
        guard let length = XMLText.reference(text, at: offset)?.length else {
          throw damage("unknown entity or malformed character reference", at: offset)
        }
        offset += length
      case let byte:
        if byte < 0x20, !isTextWhitespace(byte) {
          throw damage("a control character, which XML does not allow", at: offset)
        }
        offset += 1
      }
    }
    throw end
  }

  @_lifetime(self: copy self)
  private mutating func skipScalar(_ tag: XMLTag) throws(DefaultsDumpError) {
    let content = try content(of: tag)
    switch tag.element {
    case .integer, .real:
      let token = XMLText.decoded(text, content)
      if XMLNumber(token, isReal: tag.element == .real) == nil {
        throw damage("malformed number", at: tag.range)
      }
    case .true, .false:
      if !XMLText.decoded(text, content).allSatisfy(isTextWhitespace) {
        throw damage("text inside <\(tag.element.rawValue)>", at: tag.range)
      }
    case .plist, .dict, .array, .key, .string, .data, .date: break
    }
  }
}

// MARK: Between the tags

extension XMLCursor {
  /// Moves past white space, comments and processing instructions.
  @_lifetime(self: copy self)
  mutating func skipMiscellany() throws(DefaultsDumpError) {
    while offset < text.count {
      if isTextWhitespace(text[offset]) {
        offset += 1
      } else if isNext("<!--") {
        try skip("<!--", to: "-->")
      } else if isNext("<?") {
        try skip("<?", to: "?>")
      } else {
        return
      }
    }
  }

  /// Moves past a document type, which must not contain declarations.
  @_lifetime(self: copy self)
  mutating func skipDocumentType() throws(DefaultsDumpError) {
    guard isNext("<!DOCTYPE") else { return }
    while let byte = next, byte != UInt8(ascii: ">") {
      if byte == UInt8(ascii: "[") {
        throw damage("a document type with declarations of its own", at: offset)
      }
      try skipQuotedOrByte()
    }
    try endTag()
  }

  /// Moves past the attributes to the end of a tag.
  @_lifetime(self: copy self)
  private mutating func skipAttributes() throws(DefaultsDumpError) {
    while let byte = next {
      switch byte {
      case UInt8(ascii: ">"), UInt8(ascii: "/"): return
      case UInt8(ascii: "<"): throw damage("malformed tag", at: offset)
      default: try skipQuotedOrByte()
      }
    }
    throw end
  }

  @_lifetime(self: copy self)
  private mutating func skipQuotedOrByte() throws(DefaultsDumpError) {
    let byte = text[offset]
    offset += 1
    guard byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") else { return }
    while let other = next {
      offset += 1
      if other == byte { return }
    }
    throw end
  }

  /// Moves past a name, which may be empty, and returns its range.
  @_lifetime(self: copy self)
  mutating func readName() -> Range<Int> {
    let start = offset
    while let byte = next, !isTextWhitespace(byte), byte != UInt8(ascii: ">"),
      byte != UInt8(ascii: "/"), byte != UInt8(ascii: "<")
    {
      offset += 1
    }
    return start..<offset
  }

  /// Moves past one mark and the next occurrence of another, which must exist.
  @_lifetime(self: copy self)
  private mutating func skip(
    _ start: StaticString, to end: StaticString
  ) throws(DefaultsDumpError) {
    offset += start.utf8CodeUnitCount
    while offset < text.count {
      if isNext(end) {
        offset += end.utf8CodeUnitCount
        return
      }
      offset += 1
    }
    throw self.end
  }

  @_lifetime(self: copy self)
  private mutating func endTag() throws(DefaultsDumpError) {
    guard let byte = next else { throw end }
    guard byte == UInt8(ascii: ">") else { throw damage("malformed tag", at: offset) }
    offset += 1
  }

  /// The next byte, or nil at the end.
  var next: UInt8? { offset < text.count ? text[offset] : nil }

  /// Whether the next bytes are these.
  func isNext(_ mark: StaticString) -> Bool { text.holds(mark, at: offset) }

  private var end: DefaultsDumpError {
    damage("the text ends in the middle of the property list", at: text.count)
  }

  private func damage(_ reason: String, at place: Range<Int>) -> DefaultsDumpError {
    damage(reason, at: place.lowerBound)
  }

  func damage(_ reason: String, at offset: Int) -> DefaultsDumpError {
    DefaultsDumpError(.damaged, reason, at: offset)
  }
}
