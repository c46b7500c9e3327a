import Jokes
import Scan
import SystemIO

/// A dump that is an XML property list.
struct XMLDefaults: TextDefaults {
  let bytes: [UInt8]
  let top: TextContainer
  let layout: TextLayout

  init(reading bytes: [UInt8]) throws(DefaultsDumpError) {
    let start = try TextEncoding.start(of: bytes)
    try Self.checkDeclaration(of: bytes, at: start)
    try TextEncoding.checkUTF8(bytes)
    top = try Self.readTop(bytes.span, at: start)
    layout = TextLayout(of: top, in: bytes, defaultStep: [0x09], spacesEntries: false)
    self.bytes = bytes
  }

  /// Refuses a text that says of itself that it is not UTF-8.
  private static func checkDeclaration(
    of bytes: [UInt8], at start: Int
  ) throws(DefaultsDumpError) {
    guard bytes[start...].starts(with: XMLMark.declarationStart) else { return }
    let declaration = bytes[start...].prefix { $0 != UInt8(ascii: ">") }
    let words = String(decoding: declaration, as: UTF8.self)
      .split { $0 == "=" || $0.isWhitespace || $0 == "?" }
    guard let name = words.firstIndex(of: "encoding"), name + 1 < words.endIndex else { return }
    let encoding = words[name + 1].filter { $0 != "\"" && $0 != "'" }
    guard ["utf-8", "utf8"].contains(encoding.lowercased()) else {
      throw DefaultsDumpError(
        .damaged, "the encoding is '\(encoding)'; only UTF-8 is read", at: start)
    }
  }

  private static func readTop(
    _ text: Span<UInt8>, at start: Int
  ) throws(DefaultsDumpError) -> TextContainer {
    var cursor = XMLCursor(text, at: start)
    let first = try firstTag(&cursor)
    guard first.element == .dict, first.form != .end else {
      throw cursor.damage("expected a dictionary", at: first.range.lowerBound)
    }
    let top = try readContainer(&cursor, first)
    let end = try cursor.tag()
    guard end.element == .plist, end.form == .end else {
      throw cursor.damage("more than one value", at: end.range.lowerBound)
    }
    try cursor.skipMiscellany()
    if cursor.next != nil {
      throw cursor.damage("text after the property list", at: cursor.offset)
    }
    return top
  }

  /// Moves over the first tag inside of the list.
  @_lifetime(cursor: copy cursor)
  private static func firstTag(_ cursor: inout XMLCursor) throws(DefaultsDumpError) -> XMLTag {
    try cursor.skipMiscellany()
    try cursor.skipDocumentType()
    let root = try cursor.tag()
    guard root.element == .plist, root.form == .start else {
      throw cursor.damage("not a property list", at: root.range.lowerBound)
    }
    return try cursor.tag()
  }

  /// Whether a list is a dictionary with one of the app's keys; what follows that key is not looked at.
  ///
  /// - Throws: where damage comes before such a key.
  static func hasAppKey(_ bytes: [UInt8]) throws(DefaultsDumpError) -> Bool {
    let start = try TextEncoding.start(of: bytes)
    var cursor = XMLCursor(bytes.span, at: start)
    let first = try firstTag(&cursor)
    guard first.element == .dict, first.form == .start else {
      try cursor.skipValue(first)
      return false
    }
    while true {
      let tag = try cursor.tag()
      if tag.form == .end, tag.element == .dict { return false }
      let key = XMLText.decoded(bytes.span, try cursor.key(tag))
      if DefaultsKey.isAppKey(key.span) { return true }
      try cursor.skipValue(try cursor.tag())
    }
  }

  /// Reads on behind the first tag of a dictionary or an array.
  @_lifetime(cursor: copy cursor)
  private static func readContainer(
    _ cursor: inout XMLCursor, _ first: XMLTag
  ) throws(DefaultsDumpError) -> TextContainer {
    var container = TextContainer(
      isDictionary: first.element == .dict, range: first.range, interior: nil, entries: [])
    if first.form == .empty { return container }
    while true {
      var tag = try cursor.tag()
      if tag.form == .end, tag.element == first.element {
        container.range = first.range.lowerBound..<tag.range.upperBound
        container.interior = first.range.upperBound..<tag.range.lowerBound
        return container
      }
      let start = tag.range.lowerBound
      var keyEnd = start
      if container.isDictionary {
        _ = try cursor.key(tag)
        keyEnd = cursor.offset
        tag = try cursor.tag()
      }
      try cursor.skipValue(tag)
      container.entries.append(
        .init(start: start, keyEnd: keyEnd, value: tag.range.lowerBound..<cursor.offset))
    }
  }

  func container(at range: Range<Int>) throws(DefaultsDumpError) -> TextContainer? {
    var cursor = XMLCursor(bytes.span, at: range.lowerBound)
    let tag = try cursor.tag()
    guard tag.element == .dict || tag.element == .array else { return nil }
    return try Self.readContainer(&cursor, tag)
  }

  func value(at location: Range<Int>) throws(DefaultsDumpError) -> DefaultsValue {
    var cursor = XMLCursor(bytes.span, at: location.lowerBound)
    let tag = try cursor.tag()
    switch tag.element {
    case .dict: return .other("a dictionary")
    case .array: return .other("an array")
    case .data: return .other("data")
    case .date: return .other("a date")
    case .true: return .boolean(true)
    case .false: return .boolean(false)
    case .integer, .real:
      let token = XMLText.decoded(bytes.span, try cursor.content(of: tag))
      let number = XMLNumber(token, isReal: tag.element == .real)
      return number?.value ?? .other("a malformed number")
    case .string, .key, .plist:
      let text = XMLText.decoded(bytes.span, try cursor.content(of: tag))
      return .string(String(decoding: text, as: UTF8.self))
    }
  }

  func data(at location: Range<Int>) throws(DefaultsDumpError) -> DefaultsData {
    var cursor = XMLCursor(bytes.span, at: location.lowerBound)
    let tag = try cursor.tag()
    guard tag.element == .data else {
      return DefaultsData(
        content: .unreadable("it is not data"), byteOffset: location.lowerBound)
    }
    let text = bytes[try cursor.content(of: tag)].filter { !isTextWhitespace($0) }
    return DefaultsData(
      content: Base64.decoded(text).map { .bytes($0) } ?? .unreadable("it is not base64"),
      byteOffset: location.lowerBound)
  }

  func withKey<Result>(of entry: TextContainer.Entry, _ body: (Span<UInt8>) -> Result) -> Result {
    let key = keyBytes(of: entry)
    return body(key.span)
  }

  func isKey(of entry: TextContainer.Entry, _ name: String) -> Bool {
    // Decoded, no key is longer than its own element.
    name.utf8.count <= entry.key.count && keyBytes(of: entry).elementsEqual(name.utf8)
  }

  private func keyBytes(of entry: TextContainer.Entry) -> [UInt8] {
    do {
      var cursor = XMLCursor(bytes.span, at: entry.start)
      return XMLText.decoded(bytes.span, try cursor.key(try cursor.tag()))
    } catch {
      preconditionFailure("a key that was read once can be read again: \(error)")
    }
  }
}
