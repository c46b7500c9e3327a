import ByteIO
import JSONText
import Jokes

/// A dump that is a JSON object.
struct JSONDefaults: TextDefaults {
  let bytes: [UInt8]
  let top: TextContainer
  let layout: TextLayout
  /// What stands between the last key of the top level and its value; a colon, with or without space.
  private let colon: [UInt8]

  init(reading bytes: [UInt8]) throws(DefaultsDumpError) {
    let start = try TextEncoding.start(of: bytes)
    let top: TextContainer
    do throws(JSONSyntaxError) {
      top = try Self.readTop(bytes.span, at: start)
    } catch {
      throw DefaultsDumpError(.damaged, error.reason.rawValue, at: error.offset)
    }
    let colon = top.entries.last.map { bytes[$0.keyEnd..<$0.value.lowerBound] } ?? [colonSign]
    self.bytes = bytes
    self.top = top
    self.colon = Array(colon)
    layout = TextLayout(
      of: top, in: bytes, defaultStep: Array("  ".utf8),
      spacesEntries: colon.last.map(isTextWhitespace) == true)
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

  func key(of entry: TextContainer.Entry) -> String {
    string(at: entry.key).string(in: bytes.span)
  }

  func isKey(of entry: TextContainer.Entry, _ name: [UInt8]) -> Bool {
    string(at: entry.key).equals(name, in: bytes.span)
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

  func keyToken(_ key: String) -> [UInt8] { token(key) }

  func token(_ text: String) -> [UInt8] {
    var token: [UInt8] = []
    token.appendJSONString(text.utf8)
    return token
  }

  func token(_ flag: Bool) -> [UInt8] { Array((flag ? "true" : "false").utf8) }

  func token(_ number: DefaultsNumber) -> [UInt8] { Array(number.spelling.utf8) }

  func token(_ data: [UInt8]) -> [UInt8] {
    [UInt8(ascii: "\"")] + Base64.encoded(data) + [UInt8(ascii: "\"")]
  }

  func link(like sibling: TextContainer.Entry?, in frame: TextFrame) -> [UInt8] {
    sibling.map { Array(bytes[$0.keyEnd..<$0.value.lowerBound]) } ?? colon
  }
}
