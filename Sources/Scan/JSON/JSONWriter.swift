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
  private let style: Style
  /// For each open container, whether it has content.
  private var isFilled: [Bool] = []
  private var followsKey = false

  /// The number of containers around the text, which indent it.
  private let outerDepth: Int

  /// Creates an empty text.
  ///
  /// - Parameter outerDepth: the number of containers around the text, if it is part of a larger
  ///   one.
  package init(_ style: Style = .compact, outerDepth: Int = 0) {
    self.style = style
    self.outerDepth = outerDepth
  }

  package mutating func object(_ members: (inout JSONWriter) -> Void) {
    begin(UInt8(ascii: "{"))
    members(&self)
    end(UInt8(ascii: "}"))
  }

  package mutating func array(_ elements: (inout JSONWriter) -> Void) {
    begin(UInt8(ascii: "["))
    elements(&self)
    end(UInt8(ascii: "]"))
  }

  package mutating func key(_ name: String) {
    separate()
    bytes.appendJSONString(name.utf8)
    bytes.append(UInt8(ascii: ":"))
    if style == .pretty { bytes.append(UInt8(ascii: " ")) }
    followsKey = true
  }

  package mutating func string(_ text: String) {
    separate()
    bytes.appendJSONString(text.utf8)
  }

  package mutating func integer(_ value: some BinaryInteger) { raw(String(value).utf8) }

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

  package mutating func boolean(_ value: Bool) { raw((value ? "true" : "false").utf8) }

  package mutating func null() { raw("null".utf8) }

  /// Writes JSON text as it is.
  package mutating func raw(_ text: some Sequence<UInt8>) {
    separate()
    bytes.append(contentsOf: text)
  }

  package mutating func member(_ name: String, _ value: String) {
    key(name)
    string(value)
  }

  package mutating func member(_ name: String, _ value: some BinaryInteger) {
    key(name)
    integer(value)
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
    isFilled.append(false)
  }

  private mutating func end(_ bracket: UInt8) {
    if isFilled.popLast() == true { breakLine() }
    bytes.append(bracket)
  }

  /// Writes the separator before a value.
  private mutating func separate() {
    if followsKey {
      followsKey = false
    } else if let isFilled = isFilled.last {
      if isFilled { bytes.append(UInt8(ascii: ",")) }
      self.isFilled[self.isFilled.count - 1] = true
      breakLine()
    }
  }

  private mutating func breakLine() {
    guard style == .pretty else { return }
    bytes.append(UInt8(ascii: "\n"))
    bytes.append(
      contentsOf: repeatElement(UInt8(ascii: " "), count: (outerDepth + isFilled.count) * 2))
  }
}

extension [UInt8] {
  /// Appends a JSON string. Like `jq`, it escapes quotes, backslashes, control characters and DEL,
  /// and nothing else.
  package mutating func appendJSONString(_ utf8: some Sequence<UInt8>) {
    appendEscaped(utf8)
  }

  /// The same for native strings, which mostly have nothing to escape and are copied whole.
  package mutating func appendJSONString(_ utf8: String.UTF8View) {
    let start = count
    append(UInt8(ascii: "\""))
    append(contentsOf: utf8)
    if hasPlainText(from: start + 1) { return append(UInt8(ascii: "\"")) }
    removeLast(count - start)
    appendEscaped(utf8)
  }

  /// The same for bytes that are UTF-8.
  package mutating func appendJSONString(_ utf8: Span<UInt8>) {
    let start = count
    append(UInt8(ascii: "\""))
    append(contentsOf: utf8)
    if hasPlainText(from: start + 1) { return append(UInt8(ascii: "\"")) }
    removeLast(count - start)
    appendEscaped(utf8.copied)
  }

  private func hasPlainText(from start: Int) -> Bool {
    // A DEL is plain text to a JSON parser.
    span.endOfPlainText(from: start) == count && span.firstOffset(of: 0x7F, from: start) == nil
  }

  private mutating func appendEscaped(_ utf8: some Sequence<UInt8>) {
    append(UInt8(ascii: "\""))
    for byte in utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): append(contentsOf: [UInt8(ascii: "\\"), byte])
      case 0x08: append(contentsOf: #"\b"#.utf8)
      case 0x09: append(contentsOf: #"\t"#.utf8)
      case 0x0A: append(contentsOf: #"\n"#.utf8)
      case 0x0C: append(contentsOf: #"\f"#.utf8)
      case 0x0D: append(contentsOf: #"\r"#.utf8)
      case 0..<0x20, 0x7F:
        let digits = String(byte, radix: 16)
        append(contentsOf: (digits.utf8.count == 1 ? #"\u000"# : #"\u00"#).utf8)
        append(contentsOf: digits.utf8)
      default: append(byte)
      }
    }
    append(UInt8(ascii: "\""))
  }
}
