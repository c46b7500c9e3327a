import Jokes
import Scan
import SystemIO

/// A dump that is a JSON object.
struct JSONDefaults: TextDefaults {
  let top: DumpIndex

  init(reading bytes: [UInt8]) throws(DefaultsDumpError) {
    let start = try TextEncoding.start(of: bytes)
    do throws(JSONSyntaxError) {
      self.init(bytes, top: try Self.readTop(bytes.span, at: start))
    } catch {
      throw DefaultsDumpError(.damaged, error.reason.rawValue, at: error.offset)
    }
  }

  /// Makes a dump of bytes that were parsed before.
  init(_ bytes: [UInt8], top: consuming JSONContainer) {
    self.top = top.index(in: bytes)
  }

  var layout: TextLayout {
    TextLayout(
      of: top, defaultStep: [UInt8(ascii: " "), UInt8(ascii: " ")],
      spacesEntries: top.last.map { isTextWhitespace(bytes[$0.value.lowerBound - 1]) }
        ?? false)
  }

  /// The bytes between a member's key and its value: a colon and white space.
  private func colon(of member: DumpIndex.Member?) -> [UInt8] {
    // An array of a literal needs no memory.
    guard let member, member.value.lowerBound - member.keyEnd > 1 else { return [colonSign] }
    return Array(bytes[member.keyEnd..<member.value.lowerBound])
  }

  /// Reads a text that is one object.
  static func readTop(
    _ text: Span<UInt8>, at start: Int = 0
  ) throws(JSONSyntaxError) -> JSONContainer {
    var cursor = JSONCursor(text, at: start)
    cursor.skipWhitespace()
    guard try cursor.kind() == .object else {
      throw JSONSyntaxError(.expectedObject, at: cursor.offset)
    }
    let top = try JSONContainer(&cursor, isTop: true)
    try cursor.end()
    return top
  }

  func container(
    of member: DumpIndex.Member, isDictionary: Bool
  ) throws(DefaultsDumpError) -> DumpIndex? {
    guard kind(of: member) == (isDictionary ? .object : .array) else { return nil }
    if DefaultsKey.isAlwaysRead(member.mark),
      let inner = top.inner(member.value, isDictionary: isDictionary)
    {
      return inner
    }
    do throws(JSONSyntaxError) {
      var cursor = JSONCursor(bytes.span, at: member.value.lowerBound)
      return try JSONContainer(&cursor).index(in: bytes)
    } catch {
      throw DefaultsDumpError(.unusable, error.reason.rawValue, at: error.offset)
    }
  }

  func value(of member: DumpIndex.Member) -> DefaultsValue {
    switch kind(of: member) {
    case .object: .other("a dictionary")
    case .array: .other("an array")
    case .string: .string(JSONString(quoted: member.value, in: bytes.span).string(in: bytes.span))
    case .true: .boolean(true)
    case .false: .boolean(false)
    case .null, nil: .null
    case .number:
      .number(DefaultsNumber(spelling: bytes.span.extracting(member.value).text))
    }
  }

  func number(of member: DumpIndex.Member) -> Range<Int>? {
    let first = bytes[member.value.lowerBound]
    return isDigit(first) || first == UInt8(ascii: "-") ? member.value : nil
  }

  func data(of member: DumpIndex.Member) -> DefaultsData {
    var data = DefaultsData(content: .bytes([]), byteOffset: member.value.lowerBound)
    if kind(of: member) == .string {
      let text = JSONString(quoted: member.value, in: bytes.span).utf8(in: bytes.span)
      data.content = Base64.decoded(text).map { .bytes($0) } ?? .unreadable("it is not base64")
    } else {
      data.content = .bytes(Array(bytes[member.value]))
      data.contentOffset = member.value.lowerBound
    }
    return data
  }

  private func kind(of member: DumpIndex.Member) -> JSONKind? {
    JSONKind(firstByte: bytes[member.value.lowerBound])
  }
}

private let colonSign = UInt8(ascii: ":")

// MARK: Editing

extension JSONDefaults {
  static var separator: [UInt8] { [UInt8(ascii: ",")] }

  static func brackets(isDictionary: Bool) -> (open: [UInt8], close: [UInt8]) {
    isDictionary
      ? ([UInt8(ascii: "{")], [UInt8(ascii: "}")]) : ([UInt8(ascii: "[")], [UInt8(ascii: "]")])
  }

  func setRating(at range: Range<Int>, to digit: [UInt8]) -> Edit? {
    guard JSONKind(firstByte: bytes[range.lowerBound]) == .number else { return nil }
    let number = bytes.span.extracting(range)
    guard JSONNumber(number).isOneDigit, let offset = JSONNumber.firstDigitOffset(in: number) else {
      return nil
    }
    let place = range.lowerBound + offset
    return Edit(place..<place + 1, digit)
  }

  func setData(at range: Range<Int>, to data: [UInt8]) -> Edit? {
    guard JSONKind(firstByte: bytes[range.lowerBound]) == .string else {
      return Self.isValue(data) ? Edit(range, data) : nil
    }
    // Some writers escape every slash, which base64 contains.
    let escapesSlashes = bytes[range].contains(UInt8(ascii: "\\"))
    var spelled = Base64.encoded(data)
    if escapesSlashes {
      spelled = spelled.flatMap { $0 == UInt8(ascii: "/") ? Array(#"\/"#.utf8) : [$0] }
    }
    return Edit(range, [UInt8(ascii: "\"")] + spelled + [UInt8(ascii: "\"")])
  }

  /// Whether the bytes are exactly one JSON value.
  private static func isValue(_ text: [UInt8]) -> Bool {
    do throws(JSONSyntaxError) {
      var cursor = JSONCursor(text.span)
      cursor.skipWhitespace()
      try cursor.skipValue()
      try cursor.end()
      return true
    } catch {
      return false
    }
  }

  func removal(of places: [Int], from container: DumpIndex) -> [Edit] {
    container.removal(ofJSON: places)
  }

  func append(_ leaf: TextLeaf, _ bytes: Span<UInt8>, to text: inout ScratchBytes) {
    switch leaf {
    case .key, .string: text.appendJSONString(bytes)
    case .integer, .real, .boolean: text.append(bytes)
    case .data:
      let base64 = Base64.encoded(bytes.copied)
      text.appendJSONString(base64.span)
    }
  }

  func link(like sibling: DumpIndex.Member?, in frame: TextFrame) -> [UInt8] {
    colon(of: sibling ?? top.last)
  }
}
