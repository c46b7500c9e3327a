/// Writes JSON text member by member.
///
/// Pretty text has the layout of `jq .`, compact text has no white space. Keys are written in order
/// of the calls, so that equal calls give equal bytes.
package struct JSONWriter {
  /// The layout.
  package enum Style: Sendable {
    case compact
    case pretty
  }

  /// The text so far.
  package private(set) var bytes: [UInt8] = []
  /// The text and a line end.
  package var line: [UInt8] { bytes + [UInt8(ascii: "\n")] }
  private let style: Style
  /// The number of open containers, and of those around the text, which indent it too.
  private var depth: Int
  /// The depth around the text.
  private let outerDepth: Int
  /// Whether the innermost container has content; the ones around it always have.
  private var isFilled = false
  private var followsKey = false

  /// Creates an empty text.
  ///
  /// - Parameter outerDepth: the number of containers around the text, if it is part of a larger
  ///   one.
  package init(_ style: Style = .compact, outerDepth: Int = 0) {
    self.style = style
    self.outerDepth = outerDepth
    depth = outerDepth
  }

  /// Writes an object, whose members the closure writes.
  package mutating func object(_ members: (inout JSONWriter) -> Void) {
    beginObject()
    members(&self)
    endObject()
  }

  /// Writes an array, whose elements the closure writes.
  package mutating func array(_ elements: (inout JSONWriter) throws -> Void) rethrows {
    begin(UInt8(ascii: "["))
    try elements(&self)
    end(UInt8(ascii: "]"))
  }

  /// Writes a member whose value is an object.
  package mutating func object(_ name: String, _ members: (inout JSONWriter) -> Void) {
    key(name)
    object(members)
  }

  /// Writes a member whose value is an array.
  package mutating func array(_ name: String, _ elements: (inout JSONWriter) -> Void) {
    key(name)
    array(elements)
  }

  /// Opens an object; `endObject` must follow its members.
  package mutating func beginObject() { begin(UInt8(ascii: "{")) }
  /// Closes the innermost container, which must be an object.
  package mutating func endObject() { end(UInt8(ascii: "}")) }

  /// Writes the key of a member; its value must follow.
  package mutating func key(_ name: String) {
    separate()
    bytes.appendJSONString(name)
    bytes.append(UInt8(ascii: ":"))
    if style == .pretty { bytes.append(UInt8(ascii: " ")) }
    followsKey = true
  }

  /// Writes a string, escaped where JSON demands it.
  package mutating func string(_ text: String) {
    separate()
    bytes.appendJSONString(text)
  }

  /// Writes a whole number.
  package mutating func integer(_ value: Int) {
    separate()
    bytes.appendDecimal(value)
  }

  /// Writes a number: a whole one without a point, others with the fewest digits that identify
  /// them.
  ///
  /// - Precondition: the number is finite.
  package mutating func number(_ value: Double) { raw(Self.spelling(of: value).utf8) }

  /// The spelling of a number.
  package static func spelling(of value: Double) -> String {
    precondition(value.isFinite, "JSON has no spelling for it")
    return value.magnitude < 1e17 && value == value.rounded() ? String(Int(value)) : "\(value)"
  }

  /// Writes `true` or `false`.
  package mutating func boolean(_ value: Bool) {
    separate()
    bytes.append(value ? "true" : "false")
  }

  /// Writes `null`.
  package mutating func null() { raw("null".utf8) }

  /// Writes JSON text as it is.
  package mutating func raw(_ text: some Sequence<UInt8>) {
    separate()
    bytes.append(contentsOf: text)
  }

  /// The same of bytes that are at hand.
  package mutating func raw(_ text: [UInt8]) {
    separate()
    bytes += text
  }

  /// Writes a member whose value is a string.
  package mutating func member(_ name: String, _ value: String) {
    key(name)
    string(value)
  }

  /// Writes a member whose value is a whole number.
  package mutating func member(_ name: String, _ value: some SignedInteger) {
    key(name)
    integer(Int(value))
  }

  /// Writes a member whose value is true or false.
  package mutating func member(_ name: String, _ value: Bool) {
    key(name)
    boolean(value)
  }

  /// Writes a member whose value is an array of strings.
  package mutating func member(_ name: String, _ values: [String]) {
    array(name) { array in for value in values { array.string(value) } }
  }

  /// Writes the member; null without a value.
  package mutating func member(_ name: String, _ value: Double?) {
    key(name)
    if let value { number(value) } else { null() }
  }

  /// Writes the member if there is a value.
  package mutating func optionalMember(_ name: String, _ value: String?) {
    if let value { member(name, value) }
  }

  /// Writes the member if there is a value.
  package mutating func optionalMember(_ name: String, _ value: Int?) {
    if let value { member(name, value) }
  }

  private mutating func begin(_ bracket: UInt8) {
    separate()
    bytes.append(bracket)
    depth += 1
    isFilled = false
  }

  private mutating func end(_ bracket: UInt8) {
    depth -= 1
    if isFilled { breakLine() }
    isFilled = true
    bytes.append(bracket)
  }

  /// Writes the separator before a value.
  private mutating func separate() {
    if followsKey {
      followsKey = false
    } else if depth > outerDepth {
      if isFilled { bytes.append(UInt8(ascii: ",")) }
      isFilled = true
      breakLine()
    }
  }

  private mutating func breakLine() {
    guard style == .pretty else { return }
    bytes.append(UInt8(ascii: "\n"))
    bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: depth * 2))
  }
}

extension [UInt8] {
  /// Appends a number's decimal digits.
  package mutating func appendDecimal(_ value: Int) {
    if value < 0 { append(UInt8(ascii: "-")) }
    value.magnitude.forEachDigits { append($0, of: $1) }
  }

  /// Appends a JSON string. Like `jq`, it escapes quotes, backslashes, control characters and DEL,
  /// and nothing else; most strings have none of them and are copied whole.
  package mutating func appendJSONString(_ utf8: Span<UInt8>) {
    append(UInt8(ascii: "\""))
    appendEscaped(utf8)
    append(UInt8(ascii: "\""))
  }

  /// Appends a text as a JSON string.
  package mutating func appendJSONString(_ text: String) {
    text.withUTF8Bytes { appendJSONString($0) }
  }

  fileprivate mutating func appendEscaped(_ utf8: Span<UInt8>) {
    if utf8.isPlainText { return append(contentsOf: utf8) }
    for place in 0..<utf8.count { appendEscaped(utf8[place]) }
  }

  private mutating func appendEscaped(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"): append(contentsOf: [UInt8(ascii: "\\"), byte])
    case 0x08: append(contentsOf: #"\b"#.utf8)
    case 0x09: append(contentsOf: #"\t"#.utf8)
    case 0x0A: append(contentsOf: #"\n"#.utf8)
    case 0x0C: append(contentsOf: #"\f"#.utf8)
    case 0x0D: append(contentsOf: #"\r"#.utf8)
    case 0..<0x20, 0x7F:
      append(contentsOf: #"\u"#.utf8)
      append(contentsOf: String(byte, digits: 4, radix: 16).utf8)
    default: append(byte)
    }
  }
}

extension ScratchBytes {
  /// Appends a JSON string, as `[UInt8].appendJSONString` does.
  package mutating func appendJSONString(_ utf8: Span<UInt8>) {
    append(UInt8(ascii: "\""))
    appendEscaped(utf8)
    append(UInt8(ascii: "\""))
  }

  /// Appends a text as a JSON string.
  package mutating func appendJSONString(_ text: String) {
    text.withUTF8Bytes { appendJSONString($0) }
  }

  /// Appends a string of a JSON text; nearly all stand there as they are written.
  package mutating func appendJSONString(_ string: JSONString, of text: Span<UInt8>) {
    let isPlain =
      !string.isEscaped && text.extracting(string.range).firstOffset(of: 0x7F) == nil
    if isPlain { return append(string.quotedRange, of: text) }
    string.withUTF8(in: text) { appendJSONString($0) }
  }

  /// Appends a text as the inside of a JSON string.
  package mutating func appendEscaped(_ text: String) {
    text.withUTF8Bytes { appendEscaped($0) }
  }

  private mutating func appendEscaped(_ utf8: Span<UInt8>) {
    if utf8.isPlainText { return append(utf8) }
    var escaped: [UInt8] = []
    escaped.appendEscaped(utf8)
    append(escaped.span)
  }
}

extension Span<UInt8> {
  /// Whether a JSON string holds these bytes as they are.
  fileprivate var isPlainText: Bool {
    // A DEL is plain text to a JSON parser.
    endOfPlainText(from: 0) == count && firstOffset(of: 0x7F) == nil
  }
}
