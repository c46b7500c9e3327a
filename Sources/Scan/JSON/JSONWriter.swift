/// Writes JSON text member by member.
///
/// Pretty text has the layout of `jq .`, compact text has no white space. Keys are written in order
/// of the calls, so that equal calls give equal bytes.
package struct JSONWriter: ~Copyable {
  /// The layout.
  package enum Style: Sendable {
    case compact
    case pretty
  }

  private var text = ScratchBytes()
  /// The text so far.
  package var span: Span<UInt8> {
    @_lifetime(borrow self)
    borrowing get { text.span }
  }
  /// A copy of the text.
  package var bytes: [UInt8] { text.span.copied }
  /// A copy of the text, with a line end.
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
    text.appendJSONString(name)
    text.append(UInt8(ascii: ":"))
    if style == .pretty { text.append(UInt8(ascii: " ")) }
    followsKey = true
  }

  /// Writes a string, escaped where JSON demands it.
  package mutating func string(_ value: String) {
    separate()
    text.appendJSONString(value)
  }

  /// Writes a whole number.
  package mutating func integer(_ value: Int) {
    separate()
    text.appendDecimal(value)
  }

  /// Writes a number: a whole one without a point, others with the fewest digits that identify
  /// them.
  ///
  /// - Precondition: the number is finite.
  package mutating func number(_ value: Double) { raw(Self.spelling(of: value)) }

  /// The spelling of a number.
  package static func spelling(of value: Double) -> String {
    precondition(value.isFinite, "JSON has no spelling for it")
    return value.magnitude < 1e17 && value == value.rounded() ? String(Int(value)) : "\(value)"
  }

  /// Writes `true` or `false`.
  package mutating func boolean(_ value: Bool) {
    separate()
    text.append(value ? "true" : "false")
  }

  /// Writes `null`.
  package mutating func null() {
    separate()
    text.append("null")
  }

  /// Writes JSON text as it is.
  package mutating func raw(_ json: Span<UInt8>) {
    separate()
    text.append(json)
  }

  /// Writes JSON text as it is.
  package mutating func raw(_ json: String) { json.withUTF8Bytes { raw($0) } }

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
    text.append(bracket)
    depth += 1
    isFilled = false
  }

  private mutating func end(_ bracket: UInt8) {
    depth -= 1
    if isFilled { breakLine() }
    isFilled = true
    text.append(bracket)
  }

  /// Writes the separator before a value.
  private mutating func separate() {
    if followsKey {
      followsKey = false
    } else if depth > outerDepth {
      if isFilled { text.append(",") }
      isFilled = true
      breakLine()
    }
  }

  private mutating func breakLine() {
    guard style == .pretty else { return }
    text.append("\n")
    for _ in 0..<depth { text.append("  ") }
  }
}

extension ScratchBytes {
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
    for place in 0..<utf8.count { appendEscaped(utf8[place]) }
  }

  private mutating func appendEscaped(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "\""): append(#"\""#)
    case UInt8(ascii: "\\"): append(#"\\"#)
    case 0x08: append(#"\b"#)
    case 0x09: append(#"\t"#)
    case 0x0A: append(#"\n"#)
    case 0x0C: append(#"\f"#)
    case 0x0D: append(#"\r"#)
    case 0..<0x20, 0x7F:
      append(#"\u00"#)
      String(byte, digits: 2, radix: 16).withUTF8Bytes { append($0) }
    default: append(byte)
    }
  }
}

extension Span<UInt8> {
  /// Whether a JSON string holds these bytes as they are.
  fileprivate var isPlainText: Bool {
    // A DEL is plain text to a JSON parser.
    endOfPlainText(from: 0) == count && firstOffset(of: 0x7F) == nil
  }
}
