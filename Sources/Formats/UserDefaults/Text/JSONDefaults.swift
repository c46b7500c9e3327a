import Jokes
import Scan
import SystemIO

/// A dump that is a JSON object.
struct JSONDefaults: TextDefaults {
  let bytes: [UInt8]
  let top: TextContainer

  init(reading bytes: [UInt8]) throws(DefaultsDumpError) {
    let start = try TextEncoding.start(of: bytes)
    let top: TextContainer
    do throws(JSONSyntaxError) {
      top = try Self.readTop(bytes.span, at: start)
    } catch {
      throw DefaultsDumpError(.damaged, error.reason.rawValue, at: error.offset)
    }
    self.init(bytes, top: top)
  }

  /// Takes bytes that were found to be a dump.
  init(_ bytes: [UInt8], top: TextContainer) {
    self.bytes = bytes
    self.top = top
  }

  /// Learnt only for dumps that change.
  var layout: TextLayout {
    TextLayout(
      of: top, in: bytes, defaultStep: Array("  ".utf8),
      spacesEntries: colon.last.map(isTextWhitespace) == true)
  }

  /// The bytes between the last key of the top level and its value: a colon, with or without spaces.
  private var colon: [UInt8] {
    top.entries.last.map { Array(bytes[$0.keyEnd..<$0.value.lowerBound]) } ?? [colonSign]
  }

  private static func readTop(
    _ text: Span<UInt8>, at start: Int
  ) throws(JSONSyntaxError) -> TextContainer {
    var cursor = JSONCursor(text, at: start)
    cursor.skipWhitespace()
    guard try cursor.kind() == .object else {
      throw JSONSyntaxError(.expectedObject, at: cursor.offset)
    }
    let top = try TextContainer(object: &cursor)
    cursor.skipWhitespace()
    if cursor.next != nil { throw JSONSyntaxError(.trailingText, at: cursor.offset) }
    return top
  }

  func container(at range: Range<Int>) throws(DefaultsDumpError) -> TextContainer? {
    do throws(JSONSyntaxError) {
      var cursor = JSONCursor(bytes.span, at: range.lowerBound)
      switch try cursor.kind() {
      case .object: return try TextContainer(object: &cursor)
      case .array: return try TextContainer(array: &cursor)
      case .string, .number, .true, .false, .null: return nil
      }
    } catch {
      throw DefaultsDumpError(.unusable, error.reason.rawValue, at: error.offset)
    }
  }

  func value(at location: Range<Int>) -> DefaultsValue {
    switch JSONKind(firstByte: bytes[location.lowerBound]) {
    case .object: .other("a dictionary")
    case .array: .other("an array")
    case .string: .string(string(at: location).string(in: bytes.span))
    case .true: .boolean(true)
    case .false: .boolean(false)
    case .null, nil: .null
    case .number:
      .number(DefaultsNumber(spelling: bytes.span.extracting(location).text))
    }
  }

  func data(at location: Range<Int>) -> DefaultsData {
    var data = DefaultsData(content: .bytes([]), byteOffset: location.lowerBound)
    if JSONKind(firstByte: bytes[location.lowerBound]) == .string {
      let text = string(at: location).utf8(in: bytes.span)
      data.content = Base64.decoded(text).map { .bytes($0) } ?? .unreadable("it is not base64")
    } else {
      data.content = .bytes(Array(bytes[location]))
      data.contentOffset = location.lowerBound
    }
    return data
  }

  func withKey<Result>(of entry: TextContainer.Entry, _ body: (Span<UInt8>) -> Result) -> Result {
    string(at: entry.key).withUTF8(in: bytes.span, body)
  }

  func isKey(of entry: TextContainer.Entry, _ name: String) -> Bool {
    // Escapes make a string longer.
    let (count, nameCount) = (entry.key.count - 2, name.utf8.count)
    if count < nameCount { return false }
    if count > nameCount {
      let key = string(at: entry.key)
      return key.isEscaped && key.utf8(in: bytes.span).elementsEqual(name.utf8)
    }
    var place = entry.start + 1
    for byte in name.utf8 {
      if bytes[place] != byte { return false }
      place += 1
    }
    return true
  }

  func forEachMember(
    at location: Range<Int>, _ body: (Span<UInt8>, Range<Int>) throws(DefaultsDumpError) -> Void
  ) throws(DefaultsDumpError) -> Bool {
    let text = bytes.span
    guard text[location.lowerBound] == UInt8(ascii: "{") else { return false }
    var cursor = JSONCursor(text, at: location.lowerBound + 1)
    var isFirst = true
    while let (key, value) = try Self.nextMember(&cursor, &isFirst) {
      if key.isEscaped {
        let bytes = key.utf8(in: text)
        try body(bytes.span, value)
      } else {
        try body(text.extracting(key.range), value)
      }
    }
    return true
  }

  func forEachString(
    at location: Range<Int>, _ body: (Span<UInt8>?, Range<Int>) throws(DefaultsDumpError) -> Void
  ) throws(DefaultsDumpError) -> Bool {
    let text = bytes.span
    guard text[location.lowerBound] == UInt8(ascii: "[") else { return false }
    var cursor = JSONCursor(text, at: location.lowerBound + 1)
    var isFirst = true
    while let value = try Self.nextElement(&cursor, &isFirst) {
      guard text[value.lowerBound] == UInt8(ascii: "\"") else {
        try body(nil, value)
        continue
      }
      let string = string(at: value)
      if string.isEscaped {
        let bytes = string.utf8(in: text)
        try body(bytes.span, value)
      } else {
        try body(text.extracting(string.range), value)
      }
    }
    return true
  }

  /// The key and the value that come next in a dictionary; nil where it ends.
  @_lifetime(cursor: copy cursor)
  private static func nextMember(
    _ cursor: inout JSONCursor, _ isFirst: inout Bool
  ) throws(DefaultsDumpError) -> (key: JSONString, value: Range<Int>)? {
    do throws(JSONSyntaxError) {
      guard let key = try cursor.nextMember(&isFirst) else { return nil }
      return (key, try cursor.skipValue())
    } catch {
      throw DefaultsDumpError(.unusable, error.reason.rawValue, at: error.offset)
    }
  }

  /// The element that comes next in an array; nil where it ends.
  @_lifetime(cursor: copy cursor)
  private static func nextElement(
    _ cursor: inout JSONCursor, _ isFirst: inout Bool
  ) throws(DefaultsDumpError) -> Range<Int>? {
    do throws(JSONSyntaxError) {
      return try cursor.nextElement(&isFirst) ? try cursor.skipValue() : nil
    } catch {
      throw DefaultsDumpError(.unusable, error.reason.rawValue, at: error.offset)
    }
  }

  /// The string whose quotes stand at both ends of a range.
  private func string(at range: Range<Int>) -> JSONString {
    let inner = range.lowerBound + 1..<range.upperBound - 1
    let escape = bytes.span.extracting(inner).firstOffset(of: UInt8(ascii: "\\"))
    return JSONString(range: inner, isEscaped: escape != nil)
  }
}

private let colonSign = UInt8(ascii: ":")

// MARK: Editing

extension JSONDefaults {
  static var separator: [UInt8] { [UInt8(ascii: ",")] }

  static func brackets(isDictionary: Bool) -> (open: [UInt8], close: [UInt8]) {
    isDictionary ? (Array("{".utf8), Array("}".utf8)) : (Array("[".utf8), Array("]".utf8))
  }

  func setRating(at range: Range<Int>, to rating: Rating) -> Edit {
    let digit = Array(String(rating.rawValue).utf8)
    guard JSONKind(firstByte: bytes[range.lowerBound]) == .number else {
      return Edit(range, digit)
    }
    let number = JSONNumber(bytes.span.extracting(range))
    guard number.isOneDigit, let offset = number.firstDigitOffset else {
      return Edit(range, digit)
    }
    let place = range.lowerBound + offset
    return Edit(place..<place + 1, digit)
  }

  func setData(at range: Range<Int>, to data: [UInt8]) -> Edit? {
    guard JSONKind(firstByte: bytes[range.lowerBound]) == .string else {
      return Self.isValue(data) ? Edit(range, data) : nil
    }
    // Some writers escape every slash, and base64 has slashes.
    let escapesSlashes = bytes[range].contains(UInt8(ascii: "\\"))
    var spelled = token(data)
    if escapesSlashes {
      spelled = spelled.flatMap { $0 == UInt8(ascii: "/") ? Array(#"\/"#.utf8) : [$0] }
    }
    return Edit(range, spelled)
  }

  /// Whether bytes are one JSON value and nothing else.
  private static func isValue(_ text: [UInt8]) -> Bool {
    do throws(JSONSyntaxError) {
      var cursor = JSONCursor(text.span)
      cursor.skipWhitespace()
      try cursor.skipValue()
      cursor.skipWhitespace()
      return cursor.next == nil
    } catch {
      return false
    }
  }

  func removal(of removed: Set<Int>, from container: TextContainer) -> [Edit] {
    container.jsonRemoval(of: removed)
  }

  func append(key: Span<UInt8>, to text: inout [UInt8]) { text.appendJSONString(key) }

  func append(string: String, to text: inout [UInt8]) { text.appendJSONString(string.utf8) }

  func token(_ flag: Bool) -> [UInt8] { Array((flag ? "true" : "false").utf8) }

  func append(_ number: DefaultsNumber, to text: inout [UInt8]) {
    text.append(contentsOf: number.spelling.utf8)
  }

  func token(_ data: [UInt8]) -> [UInt8] {
    [UInt8(ascii: "\"")] + Base64.encoded(data) + [UInt8(ascii: "\"")]
  }

  func link(like sibling: TextContainer.Entry?, in frame: TextFrame) -> [UInt8] {
    sibling.map { Array(bytes[$0.keyEnd..<$0.value.lowerBound]) } ?? colon
  }
}
