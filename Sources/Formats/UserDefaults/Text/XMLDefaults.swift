import Jokes
import Scan
import SystemIO

/// A dump that is an XML property list.
struct XMLDefaults: TextDefaults {
  let top: DumpIndex

  init(reading bytes: [UInt8]) throws(DefaultsDumpError) {
    let start = try TextEncoding.start(of: bytes)
    try Self.checkDeclaration(of: bytes, at: start)
    try TextEncoding.checkUTF8(bytes)
    top = try Self.readTop(bytes, at: start)
  }

  var layout: TextLayout { TextLayout(of: top, defaultStep: [0x09], spacesEntries: false) }

  /// Rejects a declared encoding other than UTF-8.
  private static func checkDeclaration(
    of bytes: [UInt8], at start: Int
  ) throws(DefaultsDumpError) {
    guard bytes[start...].starts(with: Array("<?xml".utf8)) else { return }
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
    _ bytes: [UInt8], at start: Int
  ) throws(DefaultsDumpError) -> DumpIndex {
    var cursor = XMLCursor(bytes.span, at: start)
    let first = try firstTag(&cursor)
    guard first.element == .dict, first.form != .end else {
      throw cursor.damage("expected a dictionary", at: first.range.lowerBound)
    }
    let index = try readContainer(&cursor, first, in: bytes, isTop: true)
    let end = try cursor.tag()
    guard end.element == .plist, end.form == .end else {
      throw cursor.damage("more than one value", at: end.range.lowerBound)
    }
    try cursor.skipMiscellany()
    if cursor.next != nil {
      throw cursor.damage("text after the property list", at: cursor.offset)
    }
    return index
  }

  /// Moves past the first tag inside `<plist>`.
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

  /// Whether a dictionary has one of the app's keys; nil for a list that is not a dictionary. Reads
  /// only up to the first of them.
  ///
  /// - Throws: if damage precedes such a key.
  static func hasAppKey(_ bytes: [UInt8]) throws(DefaultsDumpError) -> Bool? {
    let start = try TextEncoding.start(of: bytes)
    var cursor = XMLCursor(bytes.span, at: start)
    let first = try firstTag(&cursor)
    guard first.element == .dict, first.form == .start else {
      try cursor.skipValue(first)
      return first.element == .dict ? false : nil
    }
    while true {
      let tag = try cursor.tag()
      if tag.form == .end, tag.element == .dict { return false }
      let key = XMLText.decoded(bytes.span, try cursor.key(tag))
      if DefaultsKey.mark(of: key.span) != DefaultsKey.noMark { return true }
      try cursor.skipValue(try cursor.tag())
    }
  }

  /// Reads a dictionary or an array after its first tag.
  @_lifetime(cursor: copy cursor)
  private static func readContainer(
    _ cursor: inout XMLCursor, _ first: XMLTag, in bytes: [UInt8], isTop: Bool = false
  ) throws(DefaultsDumpError) -> DumpIndex {
    let isDictionary = first.element == .dict
    var (decoded, members) = (DecodedNames(after: bytes.count), [DumpIndex.Member]())
    var (range, interior) = (first.range, Range<Int>?.none)
    while first.form != .empty {
      var tag = try cursor.tag()
      if tag.form == .end, tag.element == first.element {
        range = first.range.lowerBound..<tag.range.upperBound
        interior = first.range.upperBound..<tag.range.lowerBound
        break
      }
      let start = tag.range.lowerBound
      guard isDictionary || (tag.element == .string && tag.form != .end) else {
        try cursor.skipValue(tag)
        members.append(.init(key: start..<start, value: start..<cursor.offset))
        continue
      }
      let content = isDictionary ? try cursor.key(tag) : try cursor.content(of: tag)
      let (name, mark) = name(content, in: cursor.text, &decoded, isTop: isTop)
      var keyEnd = start
      if isDictionary {
        keyEnd = cursor.offset
        tag = try cursor.tag()
        try cursor.skipValue(tag)
      }
      members.append(
        .init(
          key: start..<keyEnd, value: tag.range.lowerBound..<cursor.offset, name: name,
          mark: mark))
    }
    return DumpIndex(
      isDictionary: isDictionary, range: range, interior: interior, text: bytes, decoded,
      members: members)
  }

  /// The range and the mark of the name that the text of an element is.
  private static func name(
    _ content: Range<Int>, in text: Span<UInt8>, _ decoded: inout DecodedNames, isTop: Bool
  ) -> (range: Range<Int>, mark: UInt32) {
    let spelled = text.extracting(content)
    guard XMLText.isEncoded(spelled) else {
      return (content, DumpIndex.mark(of: spelled, isTop: isTop))
    }
    let name = XMLText.decoded(text, content)
    return (decoded.append(name.span), DumpIndex.mark(of: name.span, isTop: isTop))
  }

  func container(
    of member: DumpIndex.Member, isDictionary: Bool
  ) throws(DefaultsDumpError) -> DumpIndex? {
    var cursor = XMLCursor(bytes.span, at: member.value.lowerBound)
    let tag = try cursor.tag()
    guard tag.element == (isDictionary ? .dict : .array) else { return nil }
    return try Self.readContainer(&cursor, tag, in: bytes)
  }

  func value(of member: DumpIndex.Member) throws(DefaultsDumpError) -> DefaultsValue {
    var cursor = XMLCursor(bytes.span, at: member.value.lowerBound)
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

  func data(of member: DumpIndex.Member) throws(DefaultsDumpError) -> DefaultsData {
    var cursor = XMLCursor(bytes.span, at: member.value.lowerBound)
    let tag = try cursor.tag()
    guard tag.element == .data else {
      return DefaultsData(
        content: .unreadable("it is not data"), byteOffset: member.value.lowerBound)
    }
    let text = bytes[try cursor.content(of: tag)].filter { !isTextWhitespace($0) }
    return DefaultsData(
      content: Base64.decoded(text).map { .bytes($0) } ?? .unreadable("it is not base64"),
      byteOffset: member.value.lowerBound)
  }
}
